/// Who follows whom: for each account the others, both ways, so that counts and lists agree.
struct FollowGraph: Sendable {
  private(set) var following: [[Int32]]
  private(set) var followers: [[Int32]]

  /// Draws for each person up to 120 others, the popular far more often.
  ///
  /// The account at index 0 is the most popular. Organisations and bots follow nobody, and nobody
  /// follows a bot.
  init(accounts: [Account], seed: UInt64) {
    let count = accounts.count
    var random = SplitMix64(seed: seed, stream: 2)
    let ranking = Self.popularity(count, &random)
    following = Array(repeating: [], count: count)
    followers = Array(repeating: [], count: count)
    var lastFollower = Array(repeating: -1, count: count)
    for follower in 0..<count where accounts[follower].kind == .user {
      let wanted = follower == 0 ? 9 : random.skewed(below: min(121, count))
      for _ in 0..<wanted {
        let target = ranking[random.skewed(below: count)]
        guard target != follower, accounts[target].kind != .bot, lastFollower[target] != follower
        else { continue }
        lastFollower[target] = follower
        following[follower].append(Int32(target))
        followers[target].append(Int32(follower))
      }
    }
  }

  /// All accounts, the fixed ones well in front, the others in a drawn order.
  private static func popularity(_ count: Int, _ random: inout SplitMix64) -> [Int] {
    var ranking = Array(0..<count)
    for i in stride(from: count - 1, to: FixedAccounts.all.count, by: -1) {
      let range = i - FixedAccounts.all.count + 1
      ranking.swapAt(i, FixedAccounts.all.count + random.below(range))
    }
    return ranking
  }
}
