import Secrets
import Catalog
import HTTP

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
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .placeholder(let placeholder): escaped(values.text(placeholder))
      case .variable(let name): escaped(values.secrets[name]?.secret ?? "")
      }
    }.joined()
  }

  private static func part(_ name: String) throws(Fault) -> Part {
    if let placeholder = Placeholder(rawValue: name) { return .placeholder(placeholder) }
    guard name.hasPrefix("env:"), name.count > 4 else { throw .unknownName }
    return .variable(String(name.dropFirst(4)))
  }
}

/// What one request is filled in with.
struct PlaceholderValues: Sendable {
  var query = ""
  var page = 1
  var perPage = 30
  var cursor = ""
  /// By the names of their variables.
  var secrets: [String: Token] = [:]

  func number(_ placeholder: RequestTemplate.Placeholder) -> Int? {
    switch placeholder {
    case .page: page
    case .perPage: perPage
    case .offset: (page - 1) * perPage
    case .query, .cursor: nil
    }
  }

  func text(_ placeholder: RequestTemplate.Placeholder) -> String {
    switch placeholder {
    case .query: query
    case .cursor: cursor
    case .page, .perPage, .offset: number(placeholder).map(String.init) ?? ""
    }
  }
}
