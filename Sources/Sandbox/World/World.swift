/// Everyone in the sandbox: a pure function of the seed and the number of accounts.
final class World: Sendable {
  let seed: UInt64
  let accounts: [Account]
  let graph: FollowGraph
  /// The index of the person behind every token.
  let ownIndex: Int
  private let indexOfLogin: [String: Int]
  private let indexOfID: [Int: Int]

  init(seed: UInt64, userCount: Int) {
    self.seed = seed
    var accounts = FixedAccounts.all
    let wanted = max(0, min(userCount, 100_000) - accounts.count)
    accounts.reserveCapacity(accounts.count + wanted)
    let taken = Set(accounts.map { $0.login.lowercased() } + FixedAccounts.renamed.keys)
    var maker = AccountMaker(seed: seed, count: wanted, taken: taken)
    for _ in 0..<wanted { accounts.append(maker.next()) }
    var indexOfLogin: [String: Int] = [:]
    var indexOfID: [Int: Int] = [:]
    for (index, account) in accounts.enumerated() {
      indexOfLogin[account.login.lowercased()] = index
      indexOfID[account.id] = index
    }
    self.accounts = accounts
    self.indexOfLogin = indexOfLogin
    self.indexOfID = indexOfID
    ownIndex = indexOfLogin[FixedAccounts.ownLogin] ?? 0
    graph = FollowGraph(accounts: accounts, seed: seed)
  }

  /// The index of the account of that login, in any case.
  func index(login: String) -> Int? { indexOfLogin[login.lowercased()] }

  func index(id: Int) -> Int? { indexOfID[id] }

  /// Who had that login before, and has another now.
  func index(renamedFrom login: String) -> Int? {
    FixedAccounts.renamed[login.lowercased()].flatMap { index(login: $0) }
  }

  func repositories(of index: Int) -> [Repository] {
    Repository.all(of: accounts[index], seed: seed)
  }

  /// The repository of that name, in any case.
  func repository(_ name: String, of owner: Int) -> Repository? {
    let name = name.lowercased()
    return repositories(of: owner).first { $0.name.lowercased() == name }
  }

  /// Who has worked on a repository, those with the most commits first.
  func contributors(to repository: Repository, of owner: Int) -> [(index: Int, commits: Int)] {
    var random = SplitMix64(seed: seed ^ 0x636F_6E74, stream: repository.id)
    var commits: [Int: Int] = [:]
    if accounts[owner].kind == .user { commits[owner] = 40 + random.below(400) }
    for _ in 0..<(repository.name == Repository.helloWorld ? 120 : random.skewed(below: 60)) {
      let index = random.below(accounts.count)
      if accounts[index].kind == .user, commits[index] == nil {
        commits[index] = 1 + random.skewed(below: 300)
      }
    }
    return commits.map { (index: $0.key, commits: $0.value) }
      .sorted { ($1.commits, $0.index) < ($0.commits, $1.index) }
  }
}
