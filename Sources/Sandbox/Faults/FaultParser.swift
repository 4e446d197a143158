extension Faults {
  /// Reads the words described above; blanks around them do not matter.
  ///
  /// - Throws: an error that names the first word that is not understood.
  package init(parsing text: String) throws(FaultError) {
    var parser = FaultParser()
    let words = text.split { $0 == "," || $0.isNewline }.map { $0.trimmed }
    for word in words where !word.isEmpty { try parser.read(word) }
    if let setting = parser.pendingSetting { throw .nothingFollows(setting) }
    self.init(
      text: words.filter { !$0.isEmpty }.joined(separator: ","), rules: parser.rules,
      limits: parser.limits, seed: parser.seed)
  }
}

/// Collects rules and settings, word by word.
private struct FaultParser {
  var rules: [Faults.Rule] = []
  var limits = Faults.Limits.generous
  var seed: UInt64?
  /// An `on=` or `first=` after which no rule has come yet.
  var pendingSetting: String?
  private var places: Set<Faults.Place> = []
  private var first: Int?

  mutating func read(_ word: String) throws(FaultError) {
    var segments = word.split(separator: ":", omittingEmptySubsequences: false).map { $0.trimmed }
    var rulePlaces = places
    if segments.count > 1, !segments[0].contains("="), !isFault(segments[0]) {
      rulePlaces = try placesNamed(segments.removeFirst())
    }
    guard let head = segments.first else { throw .unknownWord(word) }
    let (name, value) = parts(head)
    if segments.count == 1, try readSetting(name, value, word) { return }
    var rule = Faults.Rule(
      fault: .drop, places: rulePlaces, share: 1, first: first)
    rule.fault = try fault(name, value, word, &rule)
    for segment in segments.dropFirst() { try modify(&rule, segment, word) }
    rules.append(rule)
    pendingSetting = nil
  }

  private func isFault(_ name: String) -> Bool {
    Faults.knownNames.contains(name) && Faults.Place(rawValue: name) == nil
  }

  private func parts(_ text: String) -> (name: String, value: String?) {
    guard let sign = text.firstIndex(of: "=") else { return (text.lowercased(), nil) }
    return (text[..<sign].trimmed.lowercased(), text[text.index(after: sign)...].trimmed)
  }

  private func placesNamed(_ text: String) throws(FaultError) -> Set<Faults.Place> {
    var result: Set<Faults.Place> = []
    for name in text.split(separator: "+", omittingEmptySubsequences: false) {
      if name == "all" { return [] }
      guard let place = Faults.Place(rawValue: name.trimmed) else {
        throw .unknownWord(String(name))
      }
      result.insert(place)
    }
    return result
  }

  private mutating func readSetting(
    _ name: String, _ value: String?, _ word: String
  ) throws(FaultError) -> Bool {
    switch name {
    case "on":
      guard let value else { throw .badValue(word: word, expected: "on=PLACE") }
      places = try placesNamed(value)
      pendingSetting = places.isEmpty ? pendingSetting : word
    case "first":
      first = try count(value, word)
      pendingSetting = first == nil ? pendingSetting : word
    case "limits": limits = try limits(value, word)
    case "seed":
      guard let number = value.flatMap({ UInt64($0) }) else {
        throw .badValue(word: word, expected: "a whole number, as in seed=7")
      }
      seed = number
    default: return false
    }
    return true
  }

  private func modify(
    _ rule: inout Faults.Rule, _ segment: String, _ word: String
  ) throws(FaultError) {
    let (name, value) = parts(segment)
    switch name {
    case "on": rule.places = try placesNamed(value ?? "")
    case "first": rule.first = try count(value, word)
    default:
      guard value == nil, let share = FaultValue.share(segment) else {
        throw .badValue(word: word, expected: "a share such as 20% or first=N after the colon")
      }
      rule.share = share
    }
  }

  /// A count, or nil for `all`.
  private func count(_ value: String?, _ word: String) throws(FaultError) -> Int? {
    if value == "all" { return nil }
    guard let value, let count = Int(value), count >= 0 else {
      throw .badValue(word: word, expected: "a count, as in first=3")
    }
    return count
  }

  private func limits(_ value: String?, _ word: String) throws(FaultError) -> Faults.Limits {
    switch value {
    case "real": return .real
    case "generous": return .generous
    case "none": return .none
    default:
      let numbers = (value ?? "").split(separator: "/").compactMap { Int($0) }
      guard numbers.count == 2, numbers.allSatisfy({ (0...1_000_000_000).contains($0) }) else {
        throw .badValue(word: word, expected: "real, generous, none or SEARCH/CORE such as 30/5000")
      }
      return .exactly(search: numbers[0], core: numbers[1])
    }
  }
}
