import Matching
import Testing

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

  @Test(
    arguments: [
      ("son", "Sonny Jonson", ["Son", "son"]), ("emile", "x Émile", ["Émile"]),
      ("ㅅㄱ", "참 사과", ["사과"]), ("삭", "사과나무", ["사과"]), ("가", "각 가격", ["각", "가"]),
      ("é", "E é e\u{301}", ["é", "e\u{301}"]), ("a", "AaA", ["A", "a", "A"]), ("x", "abc", []),
      ("aa", "aaa", ["aa"]), ("", "abc", []), ("ss", "ß", ["ß"]), ("i", "\u{130}", ["\u{130}"]),
      ("b c", "a  b   C d", ["b   C"]),
    ] as [(String, String, [String])])
  func `each folded place is marked, in whole characters`(
    word: String, label: String, expected: [String]
  ) {
    #expect(TextMatch(word).foldedRanges(in: label).map { String(label[$0]) } == expected)
  }
}
