import Testing

@testable import Documents

@Suite("Documents")
struct TextDocumentTests {
  private func document(_ text: String, _ encoding: PositionEncoding = .utf16) -> TextDocument {
    TextDocument(
      languageID: "plaintext", fileName: "a.txt", version: 1, text: text, encoding: encoding)
  }

  private func edited(
    _ text: String, _ encoding: PositionEncoding, _ start: (Int, Int), _ end: (Int, Int),
    _ new: String
  ) -> String {
    var document = document(text, encoding)
    let range = DocumentChange.range(
      start: TextPosition(line: start.0, character: start.1),
      end: TextPosition(line: end.0, character: end.1), text: new)
    document.apply([range], version: 2)
    return document.text
  }

  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\rc\n", ["a", "b", "c", ""]),
    ("\r\n\n\r", ["", "", "", ""]), ("\n\r\n", ["", "", ""]),
  ])
  func `LF, CRLF and CR end a line`(text: String, lines: [String]) {
    let document = document(text)
    #expect((0..<document.lineCount).map { document.line($0) } == lines.map { $0 })
    #expect(document.line(document.lineCount) == nil)
  }

  @Test(arguments: [
    (PositionEncoding.utf8, 4, 4, "é!😀"), (.utf16, 1, 1, "é!😀"), (.utf32, 1, 1, "é!😀"),
  ])
  func `characters count in the negotiated unit`(
    encoding: PositionEncoding, start: Int, end: Int, expected: String
  ) {
    let start = encoding == .utf8 ? 2 : start
    #expect(edited("é😀", encoding, (0, start), (0, start), "!") == expected)
  }

  @Test(arguments: [
    (PositionEncoding.utf8, 1), (.utf8, 2), (.utf8, 3), (.utf16, 1),
  ])
  func `a place inside a character is its start`(encoding: PositionEncoding, character: Int) {
    #expect(edited("😀z", encoding, (0, character), (0, character), "!") == "!😀z")
  }

  @Test(arguments: PositionEncoding.allCases)
  func `a place beyond the end of a line is that end`(encoding: PositionEncoding) {
    #expect(edited("ab\r\ncd", encoding, (0, 99), (0, Int.max), "!") == "ab!\r\ncd")
    #expect(edited("ab\r\ncd", encoding, (99, 0), (Int.max, 0), "!") == "ab\r\ncd!")
    #expect(edited("ab", encoding, (-1, -1), (0, Int.min), "!") == "!ab")
    #expect(edited("abcd", encoding, (0, 3), (0, 1), "!") == "abc!d")
  }

  @Test func `several changes apply one after the other`() {
    var document = document("one\ntwo")
    document.apply(
      [
        .range(
          start: TextPosition(line: 1, character: 0), end: TextPosition(line: 1, character: 3),
          text: "2\n3"),
        .range(
          start: TextPosition(line: 2, character: 1), end: TextPosition(line: 2, character: 1),
          text: "!"),
      ], version: 7)
    #expect(document.text == "one\n2\n3!")
    #expect(document.version == 7)
    document.apply([.whole("x")], version: 8)
    #expect(document.text == "x")
  }

  @Test func `a window of a line is cut between characters and knows the cursor`() throws {
    let document = document("first\n" + String(repeating: "😀", count: 2000) + "@oc rest")
    let window = try #require(
      document.window(at: TextPosition(line: 1, character: 4003), reach: 10))
    #expect(window.text.hasSuffix("@oc rest"))
    #expect(String(Substring(window.text.utf8.prefix(window.cursor))).hasSuffix("😀@oc"))
    #expect(window.start + window.cursor == 8003)
    #expect(document.position(line: 1, byte: 8003) == TextPosition(line: 1, character: 4003))
  }

  @Test(arguments: PositionEncoding.allCases)
  func `random edits give what a plain text would`(encoding: PositionEncoding) {
    var random = SplitMix(seed: 0x5eed + UInt64(encoding.rawValue.utf8.count))
    let pieces = [
      "a", "\n", "\r", "\r\n", "é", "😀", "가", "word ", String(repeating: "x\n", count: 150),
    ]
    var document = document("", encoding)
    var model = Model(encoding: encoding)
    for step in 0..<500 {
      let line = random.below(model.lines.count + 2)
      let length = model.lines.indices.contains(line) ? model.length(ofLine: line) : 3
      let start = TextPosition(line: line, character: random.below(length + 2))
      let isLong = random.below(40) == 0
      let end =
        isLong
        ? TextPosition(line: line + random.below(60), character: random.below(4))
        : TextPosition(line: line, character: start.character + random.below(3))
      let new = (0..<random.below(3)).map { _ in pieces[random.below(pieces.count)] }.joined()
      document.apply([.range(start: start, end: end, text: new)], version: step)
      model.replace(start, end, with: new)
      if step % 25 == 0 {
        guard Array(document.text.utf8) == model.bytes else {
          Issue.record("step \(step): texts differ")
          return
        }
        #expect(document.lineCount == model.lines.count)
        let line = random.below(model.lines.count)
        #expect(document.line(line).map { Array($0.utf8) } == Array(model.bytes[model.lines[line]]))
        let byte = model.lines[line].count
        #expect(
          document.position(line: line, byte: byte).character == model.length(ofLine: line))
      }
    }
  }

  @Test func `a tree stays as low as its leaves are many`() {
    var node = RopeNode.tree(over: "")
    for _ in 0..<2000 {
      node = RopeNode.joined(node, RopeNode.tree(over: String(repeating: "y", count: 2000)))
    }
    #expect(node.height <= 16)
    let (first, second) = node.split(at: 1_234_567)
    #expect(first.metrics.bytes == 1_234_567)
    #expect(RopeNode.joined(second, first).metrics.bytes == 4_000_000)
    #expect(max(first.height, second.height) <= 17)
  }
}

/// The same edits on an array of bytes, found by looking at each.
private struct Model {
  let encoding: PositionEncoding
  var bytes: [UInt8] = []
  var lines: [Range<Int>] = [0..<0]

  init(encoding: PositionEncoding) { self.encoding = encoding }

  func length(ofLine line: Int) -> Int {
    let text = String(decoding: bytes[lines[line]], as: UTF8.self)
    return switch encoding {
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .utf32: text.unicodeScalars.count
    }
  }

  private func offset(_ position: TextPosition) -> Int {
    guard position.line < lines.count else { return bytes.count }
    let line = lines[position.line]
    var (offset, units) = (line.lowerBound, 0)
    for scalar in String(decoding: bytes[line], as: UTF8.self).unicodeScalars {
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      if units + width > position.character { return offset }
      units += width
      offset += UTF8.width(scalar)
    }
    return offset
  }

  mutating func replace(_ start: TextPosition, _ end: TextPosition, with new: String) {
    let lower = offset(start)
    bytes.replaceSubrange(lower..<max(lower, offset(end)), with: new.utf8)
    lines = []
    var (begin, index) = (0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D {
        lines.append(begin..<index)
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
        begin = index + 1
      }
      index += 1
    }
    lines.append(begin..<bytes.count)
  }
}

/// A small generator with a seed (SplitMix64).
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, limit)))
  }
}
