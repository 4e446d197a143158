/// A text with placeholders in braces, taken apart: `{name} • {country}`; `{{` is one brace.
package struct Template: Sendable, Equatable {
  package enum Part: Sendable, Equatable {
    case literal(String)
    /// What stands between two braces.
    case placeholder(String)
  }

  /// A brace that is not closed.
  package struct OpenBrace: Error, Equatable {}

  package let parts: [Part]

  /// Reads a template.
  package init(_ text: String) throws(OpenBrace) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "{", rest.first != "{" else {
        if character == "{" { rest.removeFirst() }
        literal.append(character)
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { throw OpenBrace() }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(.placeholder(String(rest[..<end])))
      rest = rest[rest.index(after: end)...]
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }
}
