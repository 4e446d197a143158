/// A document as the client has edited it.
///
/// Every operation takes time that grows with the logarithm of the document's length, and with that
/// of what is returned.
package struct TextDocument: Sendable {
  package let languageID: String
  /// The last part of its path, decoded; empty where it has none.
  package let fileName: String
  package private(set) var version: Int
  /// What the characters of positions count.
  package let encoding: PositionEncoding
  private var rope: Rope

  package init(
    languageID: String, fileName: String, version: Int, text: String, encoding: PositionEncoding
  ) {
    self.languageID = languageID
    self.fileName = fileName
    self.version = version
    self.encoding = encoding
    rope = Rope(text)
  }

  // MARK: editing

  /// Applies changes one after the other; each is told in positions of the text before it.
  ///
  /// A place beyond the end of a line or of the text is that end, and one inside a character is its
  /// start; an end before its start is the start.
  package mutating func apply(_ changes: [DocumentChange], version: Int) {
    for change in changes {
      switch change {
      case .whole(let text): rope = Rope(text)
      case .range(let start, let end, let text):
        let lower = offset(of: start)
        rope.replace(lower..<max(lower, offset(of: end)), with: text)
      }
    }
    self.version = version
  }

  // MARK: lines

  /// At least one.
  package var lineCount: Int { rope.lineCount }

  package var byteCount: Int { rope.byteCount }

  /// A line without what ends it; nil where there are not so many.
  package func line(_ number: Int) -> String? {
    rope.range(ofLine: number).map { String(decoding: rope.bytes(in: $0), as: UTF8.self) }
  }

  /// The length of a line in bytes, without what ends it.
  package func byteCount(ofLine number: Int) -> Int { rope.range(ofLine: number)?.count ?? 0 }

  /// So much of a line as lies within `reach` bytes of a position.
  ///
  /// - Returns: the text, the byte of the line at which it begins, and the position as a byte of the
  ///   text; nil where there is no such line.
  package func window(
    at position: TextPosition, reach: Int
  ) -> (text: String, start: Int, cursor: Int)? {
    guard let line = rope.range(ofLine: position.line) else { return nil }
    let cursor = offset(of: position)
    let start = rope.scalarStart(at: max(line.lowerBound, cursor - reach))
    let end = rope.scalarStart(at: min(line.upperBound, cursor + reach))
    let text = String(decoding: rope.bytes(in: start..<max(cursor, end)), as: UTF8.self)
    return (text, start - line.lowerBound, cursor - start)
  }

  /// The whole text.
  package var text: String { String(decoding: rope.bytes(in: 0..<byteCount), as: UTF8.self) }

  /// The last bytes before a line, cut between characters; at most `limit`.
  package func text(beforeLine line: Int, limit: Int) -> String {
    guard let end = rope.start(ofLine: line) else { return "" }
    let start = rope.scalarStart(at: max(0, end - limit))
    return String(decoding: rope.bytes(in: start..<end), as: UTF8.self)
  }

  // MARK: positions

  /// The position of a byte of a line; beyond its end the end.
  package func position(line: Int, byte: Int) -> TextPosition {
    guard let range = rope.range(ofLine: line) else {
      return TextPosition(line: line, character: 0)
    }
    let offset = rope.scalarStart(at: min(range.lowerBound + max(0, byte), range.upperBound))
    let character =
      switch encoding {
      case .utf8: offset - range.lowerBound
      case .utf16: units(\.utf16Units, from: range.lowerBound, to: offset)
      case .utf32: units(\.scalars, from: range.lowerBound, to: offset)
      }
    return TextPosition(line: line, character: character)
  }

  private func units(_ units: KeyPath<TextMetrics, Int> & Sendable, from: Int, to: Int) -> Int {
    rope.metrics(before: to)[keyPath: units] - rope.metrics(before: from)[keyPath: units]
  }

  private func offset(of position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard let line = rope.range(ofLine: position.line) else { return byteCount }
    // No unit is longer than a byte's worth, so this bounds what came from outside.
    let character = min(max(0, position.character), line.count)
    let offset =
      switch encoding {
      case .utf8: rope.scalarStart(at: line.lowerBound + character)
      case .utf16: place(of: character, behind: line.lowerBound, \.utf16Units)
      case .utf32: place(of: character, behind: line.lowerBound, \.scalars)
      }
    return min(offset, line.upperBound)
  }

  private func place(
    of count: Int, behind start: Int, _ units: KeyPath<TextMetrics, Int> & Sendable
  ) -> Int {
    rope.offset(of: rope.metrics(before: start)[keyPath: units] + count, units)
  }
}
