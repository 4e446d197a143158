import JSON

/// A member of `params` that is missing or not what was expected.
package struct InvalidParams: Error, Sendable, Equatable {
  package var member: String
  package var expected: String
  /// Nil where the member is missing.
  package var found: String?
}

/// Reads the members of `params`; absent, `null`, `{}` and `[]` are the same.
package struct Params: Sendable {
  private let object: JSONObject
  private let path: String

  package init(_ value: JSONValue, path: String = "params") throws(InvalidParams) {
    switch value {
    case .null, .array([]): object = JSONObject()
    case .object(let object): self.object = object
    case .bool, .integer, .largeInteger, .number, .string, .brokenString, .array:
      throw InvalidParams(member: path, expected: "an object", found: value.typeName)
    }
    self.path = path
  }

  /// The member as it is; nil where it is absent or `null`.
  package subscript(name: String) -> JSONValue? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// All members, as they were given.
  package var json: JSONValue { .object(object) }

  package func string(_ name: String) throws(InvalidParams) -> String {
    try required(name, try optionalString(name), "a string")
  }

  package func optionalString(_ name: String) throws(InvalidParams) -> String? {
    try optional(name, "a string", \.stringValue)
  }

  package func optionalInt(
    _ name: String, in range: ClosedRange<Int> = Int.min...Int.max
  ) throws(InvalidParams) -> Int? {
    try optional(name, wholeNumber(in: range)) { value in
      value.intValue.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private func wholeNumber(in range: ClosedRange<Int>) -> String {
    range == Int.min...Int.max
      ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  package func int(_ name: String) throws(InvalidParams) -> Int {
    try required(name, try optionalInt(name), "a whole number")
  }

  package func optionalBool(_ name: String) throws(InvalidParams) -> Bool? {
    try optional(name, "true or false", \.boolValue)
  }

  /// The member as params of their own; empty where it is absent.
  package func nested(_ name: String) throws(InvalidParams) -> Params {
    try Params(self[name] ?? .null, path: name)
  }

  package func optionalArray(_ name: String) throws(InvalidParams) -> [JSONValue]? {
    try optional(name, "an array", \.listValue)
  }

  func required<Value>(
    _ name: String, _ value: Value?, _ expected: String
  ) throws(InvalidParams) -> Value {
    guard let value else { throw InvalidParams(member: name, expected: expected, found: nil) }
    return value
  }

  func optional<Value>(
    _ name: String, _ expected: @autoclosure () -> String, _ read: (JSONValue) -> Value?
  ) throws(InvalidParams) -> Value? {
    guard let member = self[name] else { return nil }
    guard let value = read(member) else {
      throw InvalidParams(member: name, expected: expected(), found: member.description)
    }
    return value
  }
}

extension JSONValue {
  /// What this is in a message to a person: small numbers as they are, all else by its type.
  fileprivate var description: String {
    guard case .integer(let value) = self else { return typeName }
    return String(value)
  }
}
