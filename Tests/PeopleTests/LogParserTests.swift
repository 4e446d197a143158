import Testing

@testable import People

@Suite struct LogParserTests {
  private func commits(_ bytes: [UInt8], chunk: Int) -> [CommitRecord] {
    var parser = LogParser()
    var commits: [CommitRecord] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      Array(bytes[start..<min(start + chunk, bytes.count)]).withUnsafeBytes { bytes in
        parser.parse(bytes) { commits.append($0) }
      }
    }
    return commits
  }

  private func fields(_ texts: String...) -> [UInt8] { texts.flatMap { Array($0.utf8) + [0] } }

  @Test("Commits come out whole, however the bytes are cut", arguments: [1, 2, 3, 7, 1000])
  func chunks(size: Int) {
    let bytes =
      fields("Mona", "mona@example.com", "1700000000", "")
      + fields("Hubot", "hubot@example.com", "1600000000", "Reviewed-by: Mona <mona@example.com>\n")
    let mona = Identity(name: "Mona", mail: "mona@example.com")
    #expect(
      commits(bytes, chunk: size) == [
        CommitRecord(author: mona, others: [], time: 1_700_000_000),
        CommitRecord(
          author: Identity(name: "Hubot", mail: "hubot@example.com"), others: [mona],
          time: 1_600_000_000),
      ])
  }

  @Test("Names that are not UTF-8 are taken for Latin-1")
  func latin() {
    let bytes = [0x4D, 0xFC, 0x6C, 0] + fields("m@example.com", "1", "")
    #expect(commits(bytes, chunk: 100).first?.author.name == "Mül")
  }

  @Test("Controls, escapes, line breaks and marks of direction do not come through")
  func controls() {
    let bytes = fields(
      "\u{1B}[31mMo\nna\u{202E}<x>\u{7}\u{9B}", "<mo\u{8}na@example.com>\r\n", "1", "")
    let author = commits(bytes, chunk: 100).first?.author
    #expect(author?.name == "[31mMo na x")
    #expect(author?.mail == "mona@example.com")
  }

  @Test("A name or a message without end is cut, and the next commit is read")
  func long() {
    let long = String(repeating: "x", count: 1 << 20)
    let found = commits(
      fields(long, "a@example.com", "1", long) + fields("B", "b@example.com", "2", ""), chunk: 4096)
    #expect(found.map(\.author.mail) == ["a@example.com", "b@example.com"])
    #expect((found.first?.author.name.count ?? 0) <= 200)
  }

  @Test("A time that is none, or from before or after all times, is brought to what there is")
  func times() {
    let bytes =
      fields("A", "a@example.com", "soon", "") + fields("A", "a@example.com", "-5", "")
      + fields("A", "a@example.com", "9999999999999999", "")
    #expect(commits(bytes, chunk: 100).map(\.time) == [0, 0, 253_402_300_799])
  }

  @Test(
    "Trailers name people where their key ends with -by",
    arguments: [
      ("Co-authored-by: Mona <mona@example.com>", ["Mona <mona@example.com>"]),
      ("REVIEWED-BY:Mona<mona@example.com>", ["Mona <mona@example.com>"]),
      ("Fixes: Mona <mona@example.com>", []),
      ("Reported-by: Mona", []),
      ("Acked-by: <mona>", []),
      ("Tested-by: A <a@x.org>\nHelped-by: B <b@x.org> # thanks", ["A <a@x.org>", "B <b@x.org>"]),
    ])
  func trailers(text: String, expected: [String]) {
    #expect(Trailers.identities(Array(text.utf8)).map(\.signature) == expected)
  }
}
