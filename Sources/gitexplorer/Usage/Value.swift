/// What stands behind an option, or alone as an operand: its name in usage lines, and what can stand
/// there.
struct Value: Equatable {
  enum Kind: Equatable {
    case text
    case file
    /// The id of a source; which there are is known when the settings are.
    case source
    case words([String])
  }

  /// As usage lines name it: `FILE`, `asc|desc`.
  let name: String
  let kind: Kind
  /// Whether an operand may be left out; the value of an option may not.
  private(set) var isOptional = false

  static func text(_ name: String) -> Value { Value(name: name, kind: .text) }

  static func file(_ name: String = "FILE") -> Value { Value(name: name, kind: .file) }

  static let number = Value(name: "N", kind: .text)

  static let source = Value(name: "ID", kind: .source)

  /// One of these words.
  static func words(_ words: [String], name: String? = nil) -> Value {
    Value(name: name ?? words.joined(separator: "|"), kind: .words(words))
  }

  /// One of the words of an enumeration.
  static func words<Word: RawRepresentable & CaseIterable>(
    of: Word.Type
  ) -> Value where Word.RawValue == String {
    words(Word.allCases.map(\.rawValue))
  }

  /// As an operand stands in a usage line.
  var usage: String { isOptional ? "[\(name)]" : name }

  /// The same, for an operand that may be left out.
  var optional: Value {
    var value = self
    value.isOptional = true
    return value
  }
}
