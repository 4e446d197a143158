import JSON

/// Which fields of records make items.
package struct FieldGuess: Sendable {
  package private(set) var label: String
  package internal(set) var detail: String?
  package private(set) var url: String?
  package private(set) var imageURL: String?
  package private(set) var key: String?
  /// How the label was found.
  private let reason: Reason

  private enum Reason { case none, name, looks }

  /// - Parameter records: the first of them; without any the label is `name`.
  init(_ records: [JSONValue]) {
    let profiles = FieldProfile.all(of: records)
    guard let best = Self.best(profiles, \.labelScore) else {
      (label, reason) = ("name", .none)
      return
    }
    var labelFields = [best]
    if best.labelScore < FieldProfile.nameScore, let pair = Self.firstAndLast(profiles) {
      labelFields = pair
    }
    label = Self.template(labelFields, joinedBy: " ")
    reason = best.labelScore >= FieldProfile.nameScore || labelFields.count > 1 ? .name : .looks
    let others = profiles.filter { other in
      !labelFields.contains { $0.path == other.path || $0.values == other.values }
    }
    let details = others.filter(\.isDetail).sorted {
      ($0.detailRank, $0.order) < ($1.detailRank, $1.order)
    }
    if !details.isEmpty { detail = Self.template(Array(details.prefix(2)), joinedBy: " • ") }
    url = Self.best(others, \.addressScore)?.name
    imageURL = Self.best(others, \.imageScore)?.name
    key = Self.best(others, \.keyScore)?.name
  }

  /// A sentence that says what is shown, and why.
  func words(records: Int) -> String {
    guard records > 0 else {
      return "There is no record in it yet: `label` must be the name of the field that is shown."
    }
    let beside = detail.map { " with `\($0)` beside it" } ?? ""
    switch reason {
    case .name: return "`\(label)` is shown\(beside)."
    case .looks: return "No field is named for what it is; `\(label)` is shown\(beside)."
    case .none: return "No field has anything to show: `label` must be the name of one."
    }
  }

  private static func best(
    _ profiles: [FieldProfile], _ score: (FieldProfile) -> Double
  ) -> FieldProfile? {
    var best: (profile: FieldProfile, score: Double)?
    for profile in profiles {
      let score = score(profile) - Double(profile.order) * 0.01
      if score > 0, score > best?.score ?? 0 { best = (profile, score) }
    }
    return best?.profile
  }

  private static func firstAndLast(_ profiles: [FieldProfile]) -> [FieldProfile]? {
    func field(_ names: Set<String>) -> FieldProfile? {
      profiles.first { $0.presence >= 0.5 && names.contains(FieldNames.plain($0.path.last ?? "")) }
    }
    guard let first = field(FieldNames.firstNames), let last = field(FieldNames.lastNames) else {
      return nil
    }
    return [first, last]
  }

  private static func template(_ fields: [FieldProfile], joinedBy joint: String) -> String {
    fields.count == 1 ? fields[0].name : fields.map { "{\($0.name)}" }.joined(separator: joint)
  }
}

extension FieldProfile {
  /// Above it the name says that it is what a record is called.
  static let nameScore = 50.0

  /// How likely it is what a record is called.
  fileprivate var labelScore: Double {
    guard presence >= 0.5 || path == ["@value"], look != .address, look != .date else { return 0 }
    let named = nameRank - Double(strangeDepth) * 15
    if nameRank > 0, look == .text || look == .code || distinctness > 0.9, averageLength <= 200,
      values.count < 5 || distinctness >= 0.2
    {
      return named
    }
    guard look == .text || look == .code || path.first?.hasPrefix("@") == true else {
      return distinctness * 2
    }
    guard values.count < 5 || distinctness >= 0.7 else { return 2 + distinctness * 4 }
    let isCode =
      (FieldNames.keys.contains(plainName) && path != ["@key"]) || look == .code
      || isAbbreviated
    let base = isCode ? 12.0 : averageLength <= 60 ? 24 : 14
    return max(1, base - Double(strangeDepth) * 3)
  }

  /// How much its name says that; 0 where it does not.
  private var nameRank: Double {
    var steps = path.map(FieldNames.plain)
    var penalty = 0.0
    if steps.count > 1, let form = FieldNames.forms.firstIndex(of: steps[steps.count - 1]) {
      steps.removeLast()
      penalty = 2 + Double(form) * 0.2
    }
    guard let name = steps.last else { return 0 }
    if let rank = FieldNames.labels.firstIndex(of: name) {
      return 100 - Double(rank) * 0.5 - penalty
    }
    guard !FieldNames.otherNames.contains(name) else { return 0 }
    return FieldNames.labelEndings.contains { name.hasSuffix($0) } ? 70 - penalty : 0
  }

  /// How many steps lead into something else than the record.
  private var strangeDepth: Int {
    var steps = path.map(FieldNames.plain)
    if steps.count > 1, FieldNames.forms.contains(steps[steps.count - 1]) { steps.removeLast() }
    return steps.dropLast().count { !FieldNames.holders.contains($0) }
  }

  /// Whether the values are as short as `AW`, in capitals.
  private var isAbbreviated: Bool {
    averageLength <= 3
      && values.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } && $0 == $0.uppercased() }
  }

  fileprivate var plainName: String { FieldNames.plain(path.last ?? "") }

  fileprivate var isDetail: Bool {
    path.first?.hasPrefix("@") != true && look == .text && presence >= 0.4 && !isConstant
      && averageLength <= 80
      && strangeDepth <= 1 && !FieldNames.keys.contains(plainName)
  }

  /// Those that are named for it come first.
  fileprivate var detailRank: Int { FieldNames.details.contains(plainName) ? 0 : 1 }

  private var isImage: Bool {
    if FieldNames.images.contains(where: plainName.contains) { return true }
    let endings = [".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp"]
    return values.first.map { value in endings.contains { value.lowercased().hasSuffix($0) } }
      ?? false
  }

  fileprivate var addressScore: Double {
    guard look == .address, presence >= 0.3, !isConstant, !isImage else { return 0 }
    let isForPrograms = values.first?.contains("://api.") == true
    let rank = FieldNames.addresses.firstIndex(of: plainName) ?? FieldNames.addresses.count
    return (isForPrograms ? 1 : 40) - Double(rank) - Double(strangeDepth) * 5
  }

  fileprivate var imageScore: Double {
    look == .address && isImage && presence >= 0.3 && !isConstant ? 10 - Double(strangeDepth) : 0
  }

  /// What tells records apart: named for it, and never twice the same.
  fileprivate var keyScore: Double {
    guard presence == 1, distinctness == 1, values.count > 1, strangeDepth == 0 else { return 0 }
    if path == ["@key"] { return 10 }
    guard look == .number || look == .code || look == .text else { return 0 }
    if plainName == "id" || plainName == "uuid" { return 9 }
    return FieldNames.keys.contains(plainName) || plainName.hasSuffix("id") && look != .text ? 8 : 0
  }
}
