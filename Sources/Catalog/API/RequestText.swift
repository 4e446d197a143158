import Secrets
import HTTP
import JSON

/// A text of a request with places to be filled in: `{query}`, `{page}`, `{env:NAME}`.
package struct RequestText: Sendable, Equatable {
  /// What a request says that differs from one to the next.
  package enum Slot: String, Sendable, CaseIterable { case query, page, perPage, offset, cursor }

  private enum Part: Sendable, Equatable {
    case literal(String)
    case slot(Slot)
    case variable(String)
  }

  /// Why a text is no template; the text itself is not repeated.
  package enum Fault: Error, Equatable { case openBrace, unknownName }

  private let parts: [Part]

  /// Reads a template; `{{` is one brace.
  package init(_ text: String) throws(Fault) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "{", rest.first != "{" else {
        if character == "{" { rest.removeFirst() }
        literal.append(character)
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(try Self.part(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  /// The variables of the environment that it names.
  var variables: [String] {
    parts.compactMap { part in
      guard case .variable(let name) = part else { return nil }
      return name
    }
  }

  func has(_ slot: Slot) -> Bool { parts.contains(.slot(slot)) }

  /// The one slot that is all of it; nil where it is anything else.
  var onlySlot: Slot? {
    guard parts.count == 1, case .slot(let slot) = parts[0] else { return nil }
    return slot
  }

  /// The text with everything filled in; what is filled in is `escaped`.
  func filled(_ filling: Filling, escaped: (String) -> String = { $0 }) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .slot(let slot): escaped(filling.text(slot))
      case .variable(let name): escaped(filling.secrets[name]?.secret ?? "")
      }
    }.joined()
  }

  private static func part(_ name: Substring) throws(Fault) -> Part {
    if let slot = Slot(rawValue: String(name)) { return .slot(slot) }
    guard name.hasPrefix("env:"), name.count > 4 else { throw .unknownName }
    return .variable(String(name.dropFirst(4)))
  }
}

/// What one request is filled in with.
struct Filling: Sendable {
  var query = ""
  var page = 1
  var perPage = 30
  var cursor = ""
  /// By the names of their variables.
  var secrets: [String: Token] = [:]

  func number(_ slot: RequestText.Slot) -> Int? {
    switch slot {
    case .page: page
    case .perPage: perPage
    case .offset: (page - 1) * perPage
    case .query, .cursor: nil
    }
  }

  func text(_ slot: RequestText.Slot) -> String {
    switch slot {
    case .query: query
    case .cursor: cursor
    case .page, .perPage, .offset: number(slot).map(String.init) ?? ""
    }
  }
}

/// A JSON body with places to be filled in; a number where the place is all of a string.
package indirect enum RequestBody: Sendable, Equatable {
  case text(RequestText)
  case constant(JSONValue)
  case list([RequestBody])
  case object([String], [RequestBody])

  /// Reads a body; only its strings are templates, not its names.
  package init(_ value: JSONValue) throws(RequestText.Fault) {
    switch value {
    case .string(let text): self = .text(try RequestText(text))
    case .array(let elements):
      self = .list(try elements.map { value throws(RequestText.Fault) in try RequestBody(value) })
    case .object(let object):
      self = .object(
        object.members.map(\.key),
        try object.members.map { member throws(RequestText.Fault) in
          try RequestBody(member.value)
        })
    case .null, .bool, .integer, .largeInteger, .number: self = .constant(value)
    }
  }

  /// Its strings.
  var texts: [RequestText] {
    switch self {
    case .text(let text): [text]
    case .constant: []
    case .list(let parts), .object(_, let parts): parts.flatMap(\.texts)
    }
  }

  func filled(_ filling: Filling) -> JSONValue {
    switch self {
    case .text(let text):
      text.onlySlot.flatMap(filling.number).map { JSONValue($0) } ?? .string(text.filled(filling))
    case .constant(let value): value
    case .list(let parts): .array(parts.map { $0.filled(filling) })
    case .object(let names, let parts):
      .object(JSONObject(lastWins: zip(names, parts).map { ($0, $1.filled(filling)) }))
    }
  }
}
