/// Finds and ranks accounts; made once for a world.
struct SearchIndex: Sendable {
  /// What results can be sorted by, apart from the best match.
  enum Sort: String { case followers, repositories, joined }

  private struct Entry {
    var login: [UInt8]
    var name: [UInt8]
    var mail: [UInt8]
    var folded: String
    var location: [UInt8]
    var language: String?
  }

  private let world: World
  private let entries: [Entry]

  init(world: World) {
    self.world = world
    entries = world.accounts.map { account in
      let folded = account.name?.lowercased() ?? ""
      return Entry(
        login: Array(account.login.lowercased().utf8), name: Array(folded.utf8),
        mail: Array((account.mail ?? "").utf8), folded: folded,
        location: Array((account.location?.lowercased() ?? "").utf8),
        language: account.mainLanguage?.lowercased())
    }
  }

  /// The indices of all accounts that match, best first.
  ///
  /// The best match is the exact login, then what the login begins with, then the start of a word
  /// in the name, then anywhere; among equals the account with more followers.
  func matches(_ query: SearchQuery, sort: Sort?, isAscending: Bool) -> [Int] {
    var found: [(index: Int, rank: Int)] = []
    for index in entries.indices {
      if let rank = rank(of: index, in: query) { found.append((index, rank)) }
    }
    found.sort { a, b in
      let (first, second) = sortKeys(a, b, sort)
      if first != second { return isAscending ? first < second : first > second }
      return a.index < b.index
    }
    return found.map(\.index)
  }

  private func sortKeys(
    _ a: (index: Int, rank: Int), _ b: (index: Int, rank: Int), _ sort: Sort?
  ) -> (Int, Int) {
    func followers(_ index: Int) -> Int { world.graph.followers[index].count }
    switch sort {
    case .followers: return (followers(a.index), followers(b.index))
    case .repositories:
      return (
        world.accounts[a.index].publicRepositories, world.accounts[b.index].publicRepositories
      )
    case .joined: return (world.accounts[a.index].createdAt, world.accounts[b.index].createdAt)
    case nil:
      return a.rank != b.rank
        ? (-a.rank, -b.rank) : (followers(a.index), followers(b.index))
    }
  }

  /// How good the best alternative is, 0 being best; nil where none matches.
  private func rank(of index: Int, in query: SearchQuery) -> Int? {
    query.alternatives.compactMap { rank(of: index, in: $0, query.fields) }.min()
  }

  private func rank(
    of index: Int, in conditions: [SearchQuery.Condition], _ fields: SearchQuery.Fields
  ) -> Int? {
    guard !conditions.isEmpty else { return nil }
    var sum = 0
    for condition in conditions {
      let rank = rank(of: index, condition.term, fields)
      guard (rank != nil) != condition.isExcluded else { return nil }
      sum += rank ?? 0
    }
    return sum
  }

  private func rank(
    of index: Int, _ term: SearchQuery.Term, _ fields: SearchQuery.Fields
  ) -> Int? {
    let account = world.accounts[index]
    let holds: Bool
    switch term {
    case .text(let needle): return textRank(entries[index], needle, fields)
    case .kind(let isOrganization): holds = (account.kind == .organization) == isOrganization
    case .followers(let range): holds = range.contains(world.graph.followers[index].count)
    case .repositories(let range): holds = range.contains(account.publicRepositories)
    case .created(let range): holds = range.contains(account.createdAt)
    case .location(let needle):
      holds = firstPlace(entries[index].location, needle.bytes) != nil
    case .language(let language): holds = entries[index].language == language
    case .login(let login): holds = account.login.lowercased() == login
    }
    return holds ? 0 : nil
  }

  private func textRank(
    _ entry: Entry, _ needle: SearchQuery.Needle, _ fields: SearchQuery.Fields
  ) -> Int? {
    let bytes = needle.bytes
    var best: Int?
    if fields.contains(.login), let place = firstPlace(entry.login, bytes) {
      best = place > 0 ? 3 : entry.login.count == bytes.count ? 0 : 1
    }
    if fields.contains(.email), firstPlace(entry.mail, bytes) == 0 { best = min(best ?? 9, 1) }
    guard best ?? 9 > 2, fields.contains(.name) else { return best }
    if let place = firstPlace(entry.name, bytes) {
      let isWordStart = place == 0 || entry.name[place - 1] == UInt8(ascii: " ")
      return min(best ?? 9, isWordStart ? 2 : 4)
    }
    // Typed in another Unicode form than the name's: compare what a person sees.
    if best == nil, bytes.contains(where: { $0 >= 0x80 }), entry.name.count != entry.folded.count,
      entry.folded.firstRange(of: needle.text) != nil
    {
      return 4
    }
    return best
  }
}

/// Where `needle` first occurs; an empty one occurs at the start.
private func firstPlace(_ haystack: [UInt8], _ needle: [UInt8]) -> Int? {
  guard let first = needle.first else { return 0 }
  guard needle.count <= haystack.count else { return nil }
  for start in 0...(haystack.count - needle.count) where haystack[start] == first {
    if haystack[start..<(start + needle.count)].elementsEqual(needle) { return start }
  }
  return nil
}
