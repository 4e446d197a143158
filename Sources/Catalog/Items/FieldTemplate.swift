import JSON

/// A text made of a record's fields: a path (`team.name`) or a template (`{record} • {country}`).
///
/// What stands between two fields is left out where one of them is empty. `{{` is one brace.
/// `@key` is the name that a record has in its list, `@value` a record that is no object, and
/// `@parent.name` a field of what holds the list.
package struct FieldTemplate: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case literal(String)
    case field([String])
  }

  private let parts: [Part]

  /// Reads a template; nil where a brace is not closed.
  package init?(_ text: String) {
    guard text.contains("{") || text.contains("://") else {
      parts = [.field(Self.path(text))]
      return
    }
    guard let template = try? Template(text) else { return nil }
    parts = template.parts.map { part in
      switch part {
      case .literal(let text): .literal(text)
      case .placeholder(let path): .field(Self.path(path))
      }
    }
  }

  /// The paths of its fields.
  package var paths: [[String]] {
    parts.compactMap { part in
      guard case .field(let path) = part else { return nil }
      return path
    }
  }

  /// The name of the one member that the text is; nil where it takes more than that.
  var memberName: String? {
    guard parts.count == 1, case .field(let path) = parts[0], path.count == 1 else { return nil }
    return path[0]
  }

  /// The text for a record; nil where it would be empty.
  package func text(in record: JSONValue) -> String? {
    var text = ""
    var pending = ""
    var lastWasEmpty = false
    for (i, part) in parts.enumerated() {
      switch part {
      case .literal(let literal):
        if i == 0 || !text.isEmpty { pending = literal }
      case .field(let path):
        let value = record.value(at: path)?.readableText ?? ""
        lastWasEmpty = value.isEmpty
        guard !value.isEmpty else { continue }
        text += pending + value
        pending = ""
      }
    }
    if !lastWasEmpty { text += pending }
    return text.isEmpty ? nil : text
  }

  /// The URL for a record, what its fields say percent-encoded for their place; nil where a field
  /// is empty, or what comes of it is no address of the web.
  package func url(in record: JSONValue) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .field(let path):
        guard let value = record.value(at: path)?.readableText, !value.isEmpty else { return nil }
        text += text.isEmpty ? value : WebAddress.escaped(value, behind: text)
      }
    }
    return WebAddress.normalized(text)
  }

  private static func path(_ text: String) -> [String] {
    text.split(separator: ".").map(String.init)
  }
}
