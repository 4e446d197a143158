/// A JSON value (RFC 8259).
///
/// Whole numbers are exact: those that fit `Int64` are `integer`, larger ones keep their text.
/// A number with a fraction or an exponent is an IEEE 754 double, infinite where it is too large.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A whole number outside `Int64`, as it was written.
  case largeInteger(String)
  case number(Double)
  case string(String)
  /// A string with half a surrogate pair in it, in UTF-16; comes only from a parser that keeps those.
  case brokenString([UInt16])
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  package var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The whole number this is: `2`, and `2.0` and `2e0` too; nil where it does not fit.
  package var intValue: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  package var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .largeInteger(let text): Double(text)
    default: nil
    }
  }

  /// The text; half a surrogate pair is U+FFFD in it.
  package var stringValue: String? {
    switch self {
    case .string(let value): value
    case .brokenString(let units): String(decoding: units, as: UTF16.self)
    default: nil
    }
  }

  package var arrayValue: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The elements, where an array is due: an empty object is one too, since Lua writes its empty table
  /// as `{}`.
  package var listValue: [JSONValue]? {
    if case .object(let object) = self, object.members.isEmpty { return [] }
    return arrayValue
  }

  package var objectValue: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The member of that name; nil where this is no object or has none.
  package subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// What this is, in the words of a message to a person: `a string`, `an object`.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .largeInteger: "a whole number"
    case .number: "a number"
    case .string, .brokenString: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

// There is no `nil` literal: in `isKnown ? value : nil` it would be taken for the JSON null.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
  package init(_ value: Int) { self = .integer(Int64(value)) }
}
