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
struct SettingDefinition<Target>: Sendable {
  let name: String
  let expected: String
  /// Takes the value; false where it is not what was expected.
  private let take: @Sendable (JSONValue, inout Target) -> Bool
  private let definitions: [SettingDefinition<Target>]

  init(
    _ name: String, _ expected: String,
    take: @escaping @Sendable (JSONValue, inout Target) -> Bool
  ) {
    self.name = name
    self.expected = expected
    self.take = take
    definitions = []
  }

  private init(_ name: String, definitions: [SettingDefinition<Target>]) {
    self.name = name
    self.definitions = definitions
    expected = "an object"
    take = { _, _ in false }
  }

  /// Settings inside a member.
  static func group(_ name: String, _ definitions: [SettingDefinition<Target>])
    -> SettingDefinition<Target>
  {
    SettingDefinition(name, definitions: definitions)
  }

  static func integer(
    _ name: String, _ range: ClosedRange<Int>,
    set: @escaping @Sendable (Int, inout Target) -> Void
  ) -> SettingDefinition<Target> {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return SettingDefinition(name, expected) { value, target in
      guard let number = value.intValue, range.contains(number) else { return false }
      set(number, &target)
      return true
    }
  }

  static func milliseconds(
    _ name: String, from minimum: Int = 0,
    set: @escaping @Sendable (Duration, inout Target) -> Void
  ) -> SettingDefinition<Target> {
    integer(name, minimum...600_000) { set(.milliseconds($0), &$1) }
  }

  static func flag(
    _ name: String, set: @escaping @Sendable (Bool, inout Target) -> Void
  ) -> SettingDefinition<Target> {
    SettingDefinition(name, "true or false") { value, target in
      guard let flag = value.boolValue else { return false }
      set(flag, &target)
      return true
    }
  }

  static func text(
    _ name: String, set: @escaping @Sendable (String, inout Target) -> Void
  ) -> SettingDefinition<Target> {
    SettingDefinition(name, "a string") { value, target in
      guard let text = value.stringValue else { return false }
      set(text, &target)
      return true
    }
  }

  /// This definition for a structure that holds the target.
  func inside<Outer>(
    _ path: WritableKeyPath<Outer, Target> & Sendable
  ) -> SettingDefinition<Outer> {
    guard definitions.isEmpty else { return .group(name, definitions.map { $0.inside(path) }) }
    return SettingDefinition<Outer>(name, expected) { [take] value, outer in
      take(value, &outer[keyPath: path])
    }
  }

  /// Applies what `value` names, one after the other; `null` and unknown names change nothing.
  static func apply(
    _ value: JSONValue, definitions: [SettingDefinition<Target>], path: String,
    to target: inout Target
  ) -> [SettingFault] {
    let object: JSONObject
    switch value {
    case .null, .array([]): return []
    case .object(let members): object = members
    case .bool, .integer, .largeInteger, .number, .string, .brokenString, .array:
      let name = path.isEmpty ? "settings" : String(path.dropLast())
      return [SettingFault(name: name, expected: "an object", found: value.typeName)]
    }
    return definitions.flatMap { definition -> [SettingFault] in
      guard let member = object[definition.name], !member.isNull else { return [] }
      guard definition.definitions.isEmpty else {
        return apply(
          member, definitions: definition.definitions, path: path + definition.name + ".",
          to: &target)
      }
      guard !definition.take(member, &target) else { return [] }
      return [
        SettingFault(
          name: path + definition.name, expected: definition.expected, found: member.foundInSetting)
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
