import Secrets
import Catalog
import HTTP
import JSON

/// A text of a request with places to be filled in: `{query}`, `{page}`, `{env:NAME}`.
package struct RequestTemplate: Sendable, Equatable {
  /// What a request says that differs from one to the next.
  package enum Placeholder: String, Sendable, CaseIterable {
    case query, page, perPage, offset, cursor
  }

  private enum Part: Sendable, Equatable {
    case literal(String)
    case placeholder(Placeholder)
    case variable(String)
  }

  /// Why a text is no template; the text itself is not repeated.
  package enum Fault: Error, Equatable { case openBrace, unknownName }

  private let parts: [Part]
  /// For as long as there is no cursor: without the parameters that are nothing else.
  private let partsWithoutCursor: [Part]

  /// Reads a template; `{{` is one brace.
  package init(_ text: String) throws(Fault) {
    let template: Template
    do throws(Template.OpenBrace) {
      template = try Template(text)
    } catch {
      throw .openBrace
    }
    parts = try template.parts.map { part throws(Fault) in
      switch part {
      case .literal(let text): .literal(text)
      case .placeholder(let name): try Self.part(name)
      }
    }
    partsWithoutCursor = Self.withoutCursor(parts)
  }

  /// The variables of the environment that it names.
  var variables: [String] {
    parts.compactMap { part in
      guard case .variable(let name) = part else { return nil }
      return name
    }
  }

  func has(_ placeholder: Placeholder) -> Bool { parts.contains(.placeholder(placeholder)) }

  /// The one placeholder that is all of it; nil where it is anything else.
  var onlyPlaceholder: Placeholder? {
    guard parts.count == 1, case .placeholder(let placeholder) = parts[0] else { return nil }
    return placeholder
  }

  /// The text with everything filled in; what is filled in is `escaped`.
  func filled(_ values: PlaceholderValues, escaped: (String) -> String = { $0 }) -> String {
    var text = ""
    var quote: Character?
    for part in values.cursor == nil ? partsWithoutCursor : parts {
      switch part {
      case .literal(let literal):
        text += literal
        quote = Self.lastQuote(in: literal) ?? quote
      case .placeholder(.query): text += escaped(values.query(inside: quote))
      case .placeholder(let placeholder): text += escaped(values.text(placeholder))
      case .variable(let name): text += escaped(values.secrets[name]?.secret ?? "")
      }
    }
    return text
  }

  /// The quote that stands last, be it percent-encoded.
  private static func lastQuote(in literal: String) -> Character? {
    literal.replacing("%22", with: "\"").replacing("%27", with: "'").replacing("%60", with: "`")
      .last { QueryEscape.quotes.contains($0) }
  }

  /// The parameters of its query that hold a secret, `name=value` each.
  func secretParameters(
    _ values: PlaceholderValues, escaped: (String) -> String
  ) -> [String] {
    var parameters: [(text: String, isSecret: Bool)] = []
    for part in parts {
      switch part {
      case .literal(let literal):
        for character in literal.prefix(while: { $0 != "#" }) {
          if character == "&" || (character == "?" && parameters.isEmpty) {
            parameters.append(("", false))
          } else if !parameters.isEmpty {
            parameters[parameters.count - 1].text.append(character)
          }
        }
      case .placeholder(let placeholder):
        if !parameters.isEmpty {
          parameters[parameters.count - 1].text += escaped(values.text(placeholder))
        }
      case .variable(let name):
        guard !parameters.isEmpty else { continue }
        parameters[parameters.count - 1].text += escaped(values.secrets[name]?.secret ?? "")
        parameters[parameters.count - 1].isSecret = true
      }
    }
    return parameters.filter(\.isSecret).map(\.text)
  }

  private static func part(_ name: String) throws(Fault) -> Part {
    if let placeholder = Placeholder(rawValue: name) { return .placeholder(placeholder) }
    guard name.hasPrefix("env:"), name.count > 4 else { throw .unknownName }
    return .variable(String(name.dropFirst(4)))
  }

  /// Leaves out each `name={cursor}` of a query.
  private static func withoutCursor(_ parts: [Part]) -> [Part] {
    var kept: [Part] = []
    var isBehindCursor = false
    for (i, part) in parts.enumerated() {
      if part == .placeholder(.cursor), case .literal(let before)? = kept.last,
        let mark = before.lastIndex(where: { $0 == "?" || $0 == "&" }), before.hasSuffix("="),
        endsParameter(parts.dropFirst(i + 1).first)
      {
        kept[kept.count - 1] = .literal(String(before[..<mark]))
        isBehindCursor = before[mark] == "?"
      } else if isBehindCursor, case .literal(let text) = part {
        kept.append(.literal(text.hasPrefix("&") ? "?" + text.dropFirst() : text))
        isBehindCursor = false
      } else {
        kept.append(part)
      }
    }
    return kept
  }

  private static func endsParameter(_ part: Part?) -> Bool {
    guard let part else { return true }
    guard case .literal(let text) = part else { return false }
    return text.hasPrefix("&") || text.hasPrefix("#")
  }
}

/// What one request is filled in with.
struct PlaceholderValues: Sendable {
  var query = ""
  var escape: QueryEscape?
  /// As the API counts it.
  var page = 1
  var perPage = 30
  var offset = 0
  var cursor: JSONValue?
  /// By the names of their variables.
  var secrets: [String: Token] = [:]

  /// What stands in JSON where a place is all of a string; nil where that is its text.
  func value(_ placeholder: RequestTemplate.Placeholder) -> JSONValue? {
    switch placeholder {
    case .page: JSONValue(page)
    case .perPage: JSONValue(perPage)
    case .offset: JSONValue(offset)
    case .cursor: cursor
    case .query: nil
    }
  }

  /// - Parameter quote: the one that stands last before it.
  func query(inside quote: Character?) -> String {
    escape?.escaped(query, inside: quote) ?? query
  }

  func text(_ placeholder: RequestTemplate.Placeholder) -> String {
    switch placeholder {
    case .query: query(inside: nil)
    case .page, .perPage, .offset, .cursor: value(placeholder)?.writtenText ?? ""
    }
  }
}

extension JSONValue {
  /// A text as it is, anything else as JSON.
  var writtenText: String { stringValue ?? String(decoding: jsonBytes, as: UTF8.self) }
}
