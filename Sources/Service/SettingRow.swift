import JSON

/// A setting that was refused; its value is never repeated.
package struct SettingFault: Error, Sendable, Equatable {
  package var name: String
  package var expected: String
  package var found: String

  package init(name: String, expected: String, found: String) {
    (self.name, self.expected, self.found) = (name, expected, found)
  }

  /// What is wrong, naming the setting.
  package var problem: String { "the setting `\(name)` must be \(expected), but is \(found)" }

  /// One sentence for whoever changed it at run time.
  package var message: String {
    let consequence =
      name == "github.baseUrl" || name == "github"
      ? "GitHub is not asked until it is right" : "it was left as it is"
    return "T\(problem.dropFirst()); \(consequence)."
  }
}

/// One setting: its name, what it must be, and where it goes.
struct SettingRow<Target>: Sendable {
  let name: String
  let expected: String
  /// Takes the value; false where it is not what was expected.
  private let take: @Sendable (JSONValue, inout Target) -> Bool
  private let rows: [SettingRow<Target>]

  init(
    _ name: String, _ expected: String,
    take: @escaping @Sendable (JSONValue, inout Target) -> Bool
  ) {
    self.name = name
    self.expected = expected
    self.take = take
    rows = []
  }

  private init(_ name: String, rows: [SettingRow<Target>]) {
    self.name = name
    self.rows = rows
    expected = "an object"
    take = { _, _ in false }
  }

  /// Settings inside a member.
  static func group(_ name: String, _ rows: [SettingRow<Target>]) -> SettingRow<Target> {
    SettingRow(name, rows: rows)
  }

  static func integer(
    _ name: String, _ range: ClosedRange<Int>,
    set: @escaping @Sendable (Int, inout Target) -> Void
  ) -> SettingRow<Target> {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return SettingRow(name, expected) { value, target in
      guard let number = value.intValue, range.contains(number) else { return false }
      set(number, &target)
      return true
    }
  }

  static func milliseconds(
    _ name: String, from minimum: Int = 0,
    set: @escaping @Sendable (Duration, inout Target) -> Void
  ) -> SettingRow<Target> {
    integer(name, minimum...600_000) { set(.milliseconds($0), &$1) }
  }

  static func flag(
    _ name: String, set: @escaping @Sendable (Bool, inout Target) -> Void
  ) -> SettingRow<Target> {
    SettingRow(name, "true or false") { value, target in
      guard let flag = value.boolValue else { return false }
      set(flag, &target)
      return true
    }
  }

  static func text(
    _ name: String, set: @escaping @Sendable (String, inout Target) -> Void
  ) -> SettingRow<Target> {
    SettingRow(name, "a string") { value, target in
      guard let text = value.stringValue else { return false }
      set(text, &target)
      return true
    }
  }

  /// This row for a structure that holds the target.
  func inside<Outer>(
    _ path: WritableKeyPath<Outer, Target> & Sendable
  ) -> SettingRow<Outer> {
    guard rows.isEmpty else { return .group(name, rows.map { $0.inside(path) }) }
    return SettingRow<Outer>(name, expected) { [take] value, outer in
      take(value, &outer[keyPath: path])
    }
  }

  /// Applies what `value` names, row by row; `null` and unknown names change nothing.
  static func apply(
    _ value: JSONValue, rows: [SettingRow<Target>], path: String, to target: inout Target
  ) -> [SettingFault] {
    let object: JSONObject
    switch value {
    case .null, .array([]): return []
    case .object(let members): object = members
    case .bool, .integer, .largeInteger, .number, .string, .brokenString, .array:
      let name = path.isEmpty ? "settings" : String(path.dropLast())
      return [SettingFault(name: name, expected: "an object", found: value.typeName)]
    }
    return rows.flatMap { row -> [SettingFault] in
      guard let member = object[row.name], !member.isNull else { return [] }
      guard row.rows.isEmpty else {
        return apply(member, rows: row.rows, path: path + row.name + ".", to: &target)
      }
      guard !row.take(member, &target) else { return [] }
      return [
        SettingFault(name: path + row.name, expected: row.expected, found: member.foundInSetting)
      ]
    }
  }
}

extension JSONValue {
  /// What was given, without its text: a number as it is, all else by its type.
  fileprivate var foundInSetting: String {
    switch self {
    case .integer(let value): String(value)
    case .null, .string, .brokenString, .bool, .largeInteger, .number, .array, .object: typeName
    }
  }
}
