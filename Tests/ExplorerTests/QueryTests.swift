import Explorer
import Testing

@Suite("Queries")
struct QueryTests {
  @Test(
    arguments: [
      ("octo", "octo"), ("  octo ", "octo"), ("a  b", "a b"), ("a \t\r\n b", "a b"), ("", ""),
      (" ", ""), ("\u{A0}a\u{3000}b\u{2003}", "a b"), ("a\0b", "ab"), ("\0", ""), (" \0 a", "a"),
      ("a \0 b", "a b"), ("é", "é"),
      (
        "type:user  location:\"San  Francisco\"",
        "type:user location:\"San Francisco\""
      ), ("👨‍👩‍👧  x", "👨‍👩‍👧 x"), ("a", "a"),
      ("a b c", "a b c"), (" a", "a"), ("a ", "a"), ("\u{85}a\u{2028}b", "a b"),
    ])
  func `outer white space goes, inner runs become one space`(text: String, normalized: String) {
    #expect(Query.normalized(text) == normalized)
    #expect(Query(text).text == normalized)
  }

  @Test func `normalising twice is normalising once`() {
    for text in [" a  b ", "\0", "é\u{A0}", "a\0 \0b"] {
      let once = Query.normalized(text)
      #expect(Query.normalized(once) == once)
    }
  }

  @Test func `canonically equal texts are one query, what differs otherwise is not`() {
    #expect(Query("caf\u{E9}") == Query("cafe\u{301}"))
    #expect(Set([Query("caf\u{E9}"), Query("cafe\u{301}")]).count == 1)
    #expect(Query("a") != Query("A"))
    #expect(Query("a", sort: "followers") != Query("a"))
    #expect(Query("a", order: "asc") != Query("a"))
    #expect(Query("a", page: 2) != Query("a"))
    #expect(Query("a", perPage: 10) != Query("a"))
  }

  @Test func `words are what spaces part`() {
    #expect(Query("  ab  cd e ").words == ["ab", "cd", "e"])
    #expect(Query(" ").words == [])
  }
}
