import JSON

/// The largest whole number that every client reads exactly, 2^53.
private let largestInteger: Int64 = 1 << 53

extension JSONValue {
  /// This value without what the strict form forbids: members that are null or cannot be said are
  /// left out, elements of arrays become null, U+0000 is removed.
  package var strict: JSONValue { isStrict ? self : (strictened ?? .null) }

  private var isStrict: Bool {
    switch self {
    case .null, .bool: true
    case .integer(let value): value.magnitude <= largestInteger.magnitude
    case .largeInteger: false
    case .number(let value): value.isFinite
    case .string(let text): !text.hasNull
    case .array(let elements): elements.allSatisfy(\.isStrict)
    case .object(let object):
      object.members.allSatisfy { member in
        !member.value.isNull && member.value.isStrict && !member.key.hasNull
      }
    }
  }

  /// Nil where nothing can be said.
  private var strictened: JSONValue? {
    switch self {
    case .null: return nil
    case .bool: return self
    case .integer, .largeInteger, .number: return isStrict ? self : nil
    case .string(let text): return .string(withoutNull(text))
    case .array(let elements): return .array(elements.map { $0.strictened ?? .null })
    case .object(let object):
      return .object(
        JSONObject(
          lastWins: object.members.compactMap { member in
            member.value.strictened.map { (key: withoutNull(member.key), value: $0) }
          }))
    }
  }
}

extension String {
  fileprivate var hasNull: Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
  }
}

func withoutNull(_ text: String) -> String {
  guard text.hasNull else { return text }
  var scalars = text.unicodeScalars
  scalars.removeAll { $0 == "\0" }
  return String(scalars)
}
