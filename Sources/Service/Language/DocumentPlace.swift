import Documents
import JSON

/// A part of one line of a document, whose bytes can be named as LSP's ranges.
struct DocumentPlace: Sendable {
  let document: TextDocument
  let line: Int
  /// Where `text` begins, as a byte of the line.
  let start: Int
  let text: String

  /// So many bytes of a line before and behind the cursor are looked at.
  private static let reach = 4096

  /// What is around a position, and the position as a byte of `text`; nil where there is no such line.
  static func around(
    _ position: TextPosition, of document: TextDocument
  ) -> (place: DocumentPlace, cursor: Int)? {
    guard let window = document.window(at: position, reach: reach) else { return nil }
    let place = DocumentPlace(
      document: document, line: position.line, start: window.start, text: window.text)
    return (place, window.cursor)
  }

  func text(in range: Range<Int>) -> String {
    String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  func byte(before range: Range<Int>) -> UInt8? { text.utf8.prefix(range.lowerBound).last }

  /// LSP's range of bytes of `text`.
  func range(_ bytes: Range<Int>) -> JSONValue {
    [
      "start": document.position(line: line, byte: start + bytes.lowerBound).json,
      "end": document.position(line: line, byte: start + bytes.upperBound).json,
    ]
  }
}

extension TextPosition {
  var json: JSONValue { ["line": JSONValue(line), "character": JSONValue(character)] }
}

extension Params {
  func position(_ name: String = "position") throws(InvalidParams) -> TextPosition {
    let position = try nested(name)
    return TextPosition(line: try position.int("line"), character: try position.int("character"))
  }
}
