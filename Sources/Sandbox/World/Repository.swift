/// A made-up repository.
struct Repository: Sendable, Equatable {
  var id: Int
  var name: String
  var description: String?
  var language: String?
  var stars: Int
  var forks: Int
  var isFork: Bool
  var isArchived: Bool
  /// Seconds since 1970, as the two below.
  var createdAt: Int
  var updatedAt: Int
  var pushedAt: Int?
}

extension Repository {
  /// One that every sandbox has, with many contributors; it belongs to the first account.
  static let helloWorld = "hello-world"

  var nodeID: String { "R_kgDO" + nodeText(id) }

  /// What a list of repositories can be sorted by.
  enum Order: String {
    case created, updated, pushed, stars
    case fullName = "full_name"
  }

  /// The repositories of one account, made up from the seed alone, in the order of their names.
  static func all(of account: Account, seed: UInt64) -> [Repository] {
    var random = SplitMix64(seed: seed ^ 0x7265_706F, stream: account.id)
    var taken: Set<String> = []
    let made = (0..<account.publicRepositories).map { number in
      one(number, of: account, &random, &taken)
    }
    return made.sorted { $0.name < $1.name }
  }

  private static func one(
    _ number: Int, of account: Account, _ random: inout SplitMix64, _ taken: inout Set<String>
  ) -> Repository {
    let stem = "\(random.pick(Phrases.adjectives))-\(random.pick(Phrases.nouns))"
    var name = random.chance(15) ? random.pick(Phrases.nouns) : stem
    if number == 0, account.id == FixedAccounts.all[0].id { name = helloWorld }
    while !taken.insert(name).inserted { name = "\(stem)-\(number)" }
    let age = max(1, lastDay - account.createdAt)
    let createdAt = account.createdAt + random.below(age)
    let pushedAt = createdAt + random.below(max(1, lastDay - createdAt))
    return Repository(
      id: 10_000_000 + account.id * 100 + number, name: name, description: purpose(&random),
      language: language(of: account, number, &random), stars: random.skewed(below: 4_000) / 7,
      forks: random.skewed(below: 300) / 5, isFork: random.chance(15),
      isArchived: random.chance(7), createdAt: createdAt,
      updatedAt: min(lastDay, pushedAt + random.below(90 * 86_400)),
      pushedAt: random.chance(3) ? nil : pushedAt)
  }

  private static func purpose(_ random: inout SplitMix64) -> String? {
    guard random.chance(80) else { return nil }
    let words = "\(random.pick(Phrases.adjectives)) \(random.pick(Phrases.nouns))"
    let line = "A \(words) for \(random.pick(Phrases.things))"
    return random.chance(12) ? line + " " + random.pick(Phrases.asides) : line
  }

  /// The first is in the main language, so that a search by language finds its owner rightly.
  private static func language(
    of account: Account, _ number: Int, _ random: inout SplitMix64
  ) -> String? {
    switch random.below(10) {
    case _ where number == 0: account.mainLanguage
    case 0..<2: random.pick(Phrases.languages)
    case 2: nil
    default: account.mainLanguage
    }
  }
}

extension [Repository] {
  /// In another order than that of their names.
  func sorted(by order: Repository.Order, isAscending: Bool) -> [Repository] {
    if order == .fullName { return isAscending ? self : reversed() }
    func key(_ repository: Repository) -> Int {
      switch order {
      case .created: repository.createdAt
      case .updated: repository.updatedAt
      case .pushed: repository.pushedAt ?? 0
      case .stars: repository.stars
      case .fullName: 0
      }
    }
    return sorted { isAscending ? key($0) < key($1) : key($0) > key($1) }
  }
}
