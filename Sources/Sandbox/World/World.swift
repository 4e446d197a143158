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
}
