/// A place in a text (LSP 3.17, `Position`): both are counted from 0, the character in the units of a
/// `PositionEncoding`.
package struct TextPosition: Sendable, Hashable, Comparable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.character) < (b.line, b.character)
  }
}

/// A change of a document (LSP 3.17, `TextDocumentContentChangeEvent`).
package enum DocumentChange: Sendable, Equatable {
  case whole(String)
  case range(start: TextPosition, end: TextPosition, text: String)
}
