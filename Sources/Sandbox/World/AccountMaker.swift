/// Makes up accounts one after another, no two with the same login.
struct AccountMaker {
  private var random: SplitMix64
  private var taken: Set<String>
  private let count: Int
  private var made = 0

  /// - Parameter count: how many will be made; their joining dates are spread over the years.
  init(seed: UInt64, count: Int, taken: Set<String>) {
    random = SplitMix64(seed: seed, stream: 1)
    self.taken = taken
    self.count = max(count, 1)
  }

  /// The next account; of a hundred about eight are organisations and three are bots.
  mutating func next() -> Account {
    defer { made += 1 }
    let kind: Account.Kind
    switch random.below(100) {
    case ..<3: kind = .bot
    case ..<11: kind = .organization
    default: kind = .user
    }
    let script = random.chance(50) ? Script.latin : random.pick(Script.others)
    let name = script.name(&random)
    let createdAt = joiningDate()
    let repositories = kind == .bot ? 0 : random.skewed(below: 81)
    return Account(
      login: login(kind, name.given, name.family), id: 1_000_000 + made * 97 + random.below(97),
      kind: kind, name: displayName(kind, name.native),
      company: kind == .user && random.chance(40) ? random.pick(Phrases.companies) : nil,
      blog: blog(name.given), location: random.chance(65) ? random.pick(Phrases.places) : nil,
      bio: kind == .bot ? nil : Phrases.biography(&random), isSiteAdmin: random.chance(1),
      mainLanguage: repositories > 0 ? random.pick(Phrases.languages) : nil,
      publicRepositories: repositories, createdAt: createdAt,
      updatedAt: createdAt + random.below(max(1, lastDay - createdAt)))
  }

  private mutating func joiningDate() -> Int {
    let years = lastDay - firstDay
    return firstDay + years / count * made + random.below(max(1, years / count))
  }

  private mutating func displayName(_ kind: Account.Kind, _ native: String) -> String? {
    switch kind {
    case .bot: return nil
    case .organization: return random.chance(90) ? native + " " + random.pick(workshops) : nil
    case .user:
      let shape = random.below(100)
      if shape < 14 { return nil }
      return shape < 20 ? native + " " + random.pick(Phrases.emoji) : native
    }
  }

  private mutating func blog(_ word: String) -> String {
    switch random.below(10) {
    case 0..<5: ""
    case 5..<7: "\(word).example.com"
    case 7: "http://\(word).example.org/~\(word)?a=1&b=2"
    default: "https://\(word).example.net"
    }
  }

  private mutating func login(_ kind: Account.Kind, _ given: String, _ family: String) -> String {
    let stem: String
    switch kind {
    case .bot: stem = "\(given)-\(random.pick(Phrases.nouns))"
    case .organization: stem = "\(given)-\(random.pick(workshops).lowercased())"
    case .user: stem = personLogin(given, family)
    }
    var login = stem
    while !taken.insert(login.lowercased()).inserted { login = stem + String(random.below(10_000)) }
    return kind == .bot ? login + "[bot]" : login
  }

  private mutating func personLogin(_ given: String, _ family: String) -> String {
    switch random.below(10) {
    case 0..<3: "\(given)-\(family)"
    case 3..<5: given + family
    case 5: given.prefix(1) + family + String(random.below(100))
    case 6: given.capitalizedFirst + family.capitalizedFirst
    case 7: "\(given)_\(random.pick(["kettle", "nimbus", "loom"]))"
    case 8: given + String(random.below(1000))
    default: "the-\(given)"
    }
  }
}

/// 1 February 2011.
private let firstDay = 1_296_518_400
/// 1 January 2026: nothing in the made-up world is younger.
let lastDay = 1_767_225_600
private let workshops = ["Works", "Labs", "Collective", "Foundry", "Tools"]

extension String {
  /// This word with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
