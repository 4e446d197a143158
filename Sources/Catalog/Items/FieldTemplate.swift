import JSON

/// A text made of a record's fields: a path (`team.name`) or a template (`{record} • {country}`).
///
/// What stands between two fields is left out where one of them is empty. `{{` is one brace.
package struct FieldTemplate: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case literal(String)
    case field([String])
  }

  private let parts: [Part]

  /// Reads a template; nil where a brace is not closed.
  package init?(_ text: String) {
    guard text.contains("{") || text.contains("://") else {
      parts = [.field(text.split(separator: ".").map(String.init))]
      return
    }
    guard let template = try? Template(text) else { return nil }
    parts = template.parts.map { part in
      switch part {
      case .literal(let text): .literal(text)
      case .placeholder(let path): .field(path.split(separator: ".").map(String.init))
      }
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
}

extension JSONValue {
  /// The value at a path of member names and positions; a name with dots in it is found too.
  package func value(at path: some Collection<String>) -> JSONValue? {
    guard let name = path.first else { return self }
    switch self {
    case .object(let object):
      if let member = object[name] { return member.value(at: path.dropFirst()) }
      return path.count > 1 ? object[path.joined(separator: ".")] : nil
    case .array(let elements):
      guard let i = Int(name), elements.indices.contains(i) else { return nil }
      return elements[i].value(at: path.dropFirst())
    case .null, .bool, .integer, .largeInteger, .number, .string, .brokenString: return nil
    }
  }

  /// The value as a person reads it; nil where there is nothing to read.
  package var readableText: String? {
    switch self {
    case .brokenString: return stringValue
    case .string(let text):
      guard text.utf8.contains(0) else { return text }
      return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }))
    case .integer(let value): return String(value)
    case .largeInteger(let text): return text
    case .number(let value): return value.isFinite ? value.description : nil
    case .bool(let value): return value ? "true" : "false"
    case .array(let elements):
      let texts = elements.compactMap(\.readableText)
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    case .null, .object: return nil
    }
  }
}
