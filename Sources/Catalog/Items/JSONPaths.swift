import JSON

extension JSONValue {
  /// The value at a path of member names and positions; `-1` is the last element, and a name with
  /// dots in it is found too.
  package func value(at path: some Collection<String>) -> JSONValue? {
    guard let name = path.first else { return self }
    switch self {
    case .object(let object):
      if let member = object[name] { return member.value(at: path.dropFirst()) }
      guard path.count > 1 else { return nil }
      for length in 2...path.count {
        guard let member = object[path.prefix(length).joined(separator: ".")] else { continue }
        return member.value(at: path.dropFirst(length))
      }
      return nil
    case .array(let elements):
      guard let number = Int(name) else { return nil }
      let i = number < 0 ? elements.count + number : number
      guard elements.indices.contains(i) else { return nil }
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
