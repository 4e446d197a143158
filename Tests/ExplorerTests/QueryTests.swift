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

@Suite("Places of a word in a label")
struct TextMatchTests {
  @Test(
    arguments: [
      ("octo", "octocat", [0..<4]), ("OCTO", "OctoCat octo", [0..<4, 8..<12]), ("x", "octo", []),
      ("", "octo", []), ("aa", "aaaaa", [0..<2, 2..<4]), ("octocats", "octo", []),
      ("é", "caf\u{E9}", [3..<4]), ("e\u{301}", "caf\u{E9}", [3..<4]), ("e", "caf\u{E9}", []),
      ("ÉCOLE", "école", [0..<5]), ("straße", "STRASSE", [0..<7]), ("ß", "Straße", [4..<5]),
      ("가", "나가다", [1..<2]), ("👨‍👩‍👧", "x👨‍👩‍👧y", [1..<2]), ("👨", "👨‍👩‍👧", []), ("cat", "octocat", [4..<7]),
      ("ok", "oK OK", [0..<2, 3..<5]), ("σ", "ΣΑΣ", [0..<1, 2..<3]),
    ] as [(String, String, [Range<Int>])])
  func `each place is found, without regard to case`(
    word: String, label: String, places: [Range<Int>]
  ) {
    let match = TextMatch(word)
    let found = match.ranges(in: label).map { range in
      label.distance(
        from: label.startIndex, to: range.lowerBound)..<label.distance(
          from: label.startIndex, to: range.upperBound)
    }
    #expect(found == places)
    #expect(match.isFound(in: label) == !places.isEmpty)
  }

  @Test func `a letter that grows in lower case is one place`() {
    // İ becomes i and a combining dot.
    let ranges = TextMatch("\u{130}").ranges(in: "\u{130}stanbul")
    #expect(ranges.count == 1)
    #expect(ranges.first.map { String("\u{130}stanbul"[$0]) } == "\u{130}")
  }
}
