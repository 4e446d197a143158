import JSON

/// A JSON body with places to be filled in; a number, or a cursor of any type, where the place is all
/// of a string.
package indirect enum RequestBody: Sendable, Equatable {
  case text(RequestTemplate)
  case constant(JSONValue)
  case list([RequestBody])
  case object([String], [RequestBody])

  /// Reads a body; only its strings are templates, not its names.
  package init(_ value: JSONValue) throws(RequestTemplate.Fault) {
    switch value {
    case .string(let text): self = .text(try RequestTemplate(text))
    case .array(let elements):
      self = .list(
        try elements.map { value throws(RequestTemplate.Fault) in try RequestBody(value) })
    case .object(let object):
      self = .object(
        object.members.map(\.key),
        try object.members.map { member throws(RequestTemplate.Fault) in
          try RequestBody(member.value)
        })
    case .null, .bool, .integer, .largeInteger, .number, .brokenString: self = .constant(value)
    }
  }

  /// Its strings.
  var texts: [RequestTemplate] {
    switch self {
    case .text(let text): [text]
    case .constant: []
    case .list(let parts), .object(_, let parts): parts.flatMap(\.texts)
    }
  }

  func filled(_ values: PlaceholderValues) -> JSONValue {
    switch self {
    case .text(let text):
      text.onlyPlaceholder.flatMap(values.value) ?? .string(text.filled(values))
    case .constant(let value): value
    case .list(let parts):
      .array(parts.filter { !$0.lacksCursor(values) }.map { $0.filled(values) })
    case .object(let names, let parts):
      .object(
        JSONObject(
          lastWins: zip(names, parts).filter { !$1.lacksCursor(values) }
            .map { ($0, $1.filled(values)) }))
    }
  }

  /// Whether it is left out for as long as there is no cursor.
  private func lacksCursor(_ values: PlaceholderValues) -> Bool {
    guard values.cursor == nil, case .text(let text) = self else { return false }
    return text.onlyPlaceholder == .cursor
  }
}
