import JSON

/// What names a request: a string or a whole number; `1` and `"1"` differ, `2.0` is `2`.
package enum RequestID: Sendable {
  case number(Int64)
  case string(String)

  /// Nil for what JSON-RPC does not allow, and for numbers outside `Int64`.
  package init?(_ value: JSONValue) {
    switch value {
    case .integer(let number): self = .number(number)
    case .number(let number):
      guard let whole = Int64(exactly: number) else { return nil }
      self = .number(whole)
    case .string(let string): self = .string(string)
    case .null, .bool, .largeInteger, .brokenString, .array, .object: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .number(let number): .integer(number)
    case .string(let string): .string(string)
    }
  }
}

/// Strings are compared by their bytes, so that `é` composed and decomposed are two ids.
extension RequestID: Hashable {
  package static func == (a: RequestID, b: RequestID) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.number, .string), (.string, .number): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let number): hasher.combine(number)
    case .string(let string): for byte in string.utf8 { hasher.combine(byte) }
    }
  }
}
