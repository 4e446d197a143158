import Documents
import Testing

@Suite("Links around a text")
struct LinkedTextTests {
  @Test(arguments: [
    ("[@octocat](https://github.com/octocat)", true), ("[thanks @octocat!](x)", true),
    ("[a [b] @octocat c][ref]", true), ("[@octocat]: https://github.com/octocat", true),
    ("[a](x/@octocat)", true), ("<a href=\"x\">by @octocat</a>", true),
    ("thanks @octocat", false), ("[a](x) @octocat [b](y)", false), ("[@octocat]", false),
    ("[@octocat] (x)", false), ("(@octocat)", false), ("[a](x) (@octocat)", false),
    ("<a href=\"x\">a</a> @octocat", false), ("[x] @octocat](y)", false),
  ])
  func `tell whether it is linked already`(line: String, expected: Bool) throws {
    let mention = try #require(line.range(of: "@octocat"))
    let start = line.utf8.distance(from: line.startIndex, to: mention.lowerBound)
    #expect(LinkedText.contains(start..<start + 8, in: line) == expected)
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
