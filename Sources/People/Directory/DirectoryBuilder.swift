import Explorer

/// Gathers people from commits, newest first: who has the same address or account is one person.
struct DirectoryBuilder: Sendable {
  /// Further people are not taken, so that memory is bounded.
  static let maximumPeople = 100_000
  /// So many pairs of name and address are known by sight.
  private static let maximumIdentities = 400_000

  private(set) var people: [Person] = []
  private(set) var commitCount = 0
  private var byKey: [String: Int] = [:]
  private var byIdentity: [Identity: Int] = [:]
  private let weight: AgeWeight
  private let hosts: AccountHosts

  /// - Parameters:
  ///   - now: in seconds since 1970.
  ///   - hosts: where logins are those of accounts.
  init(now: Int64, hosts: AccountHosts) {
    weight = AgeWeight(now: now)
    self.hosts = hosts
  }

  mutating func add(_ commit: CommitRecord) {
    commitCount += 1
    let weight = weight(commit.time)
    let author = index(of: commit.author)
    if let author { count(author, commit.time, weight) }
    guard !commit.others.isEmpty else { return }
    var counted = Set([author].compactMap { $0 })
    for other in commit.others {
      guard let index = index(of: other), counted.insert(index).inserted else { continue }
      count(index, commit.time, weight)
    }
  }

  private mutating func count(_ index: Int, _ time: Int64, _ weight: Double) {
    people[index].commits += 1
    people[index].weight += weight
    people[index].lastCommit = max(people[index].lastCommit ?? time, time)
  }

  /// Nil for who has no address, and where there are too many people.
  private mutating func index(of identity: Identity) -> Int? {
    if let known = byIdentity[identity] { return known }
    guard !identity.mail.isEmpty else { return nil }
    let person = Person(identity, account: hosts.account(of: identity.mail), relations: [.author])
    guard let index = byKey[person.key] ?? append(person) else { return nil }
    if people[index].accountID == nil { people[index].accountID = person.accountID }
    if byIdentity.count < Self.maximumIdentities { byIdentity[identity] = index }
    return index
  }

  private mutating func append(_ person: Person) -> Int? {
    guard people.count < Self.maximumPeople else { return nil }
    byKey[person.key] = people.count
    people.append(person)
    return people.count - 1
  }
}

/// The hosts whose accounts a source knows: an address of another one names nobody there.
package struct AccountHosts: Sendable, Equatable {
  private let names: Set<String>

  /// - Parameter hosts: as sources name them; their ports are no part of addresses.
  package init(_ hosts: Set<String>) {
    names = Set(hosts.map(Login.withoutPort))
  }

  /// What the address says of an account.
  func account(of mail: String) -> NoReplyAddress? {
    guard let address = NoReplyAddress(mail), names.contains(address.host) else { return nil }
    return address
  }
}
