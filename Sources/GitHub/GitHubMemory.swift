import Explorer
import REST
import Secrets
import Synchronization

/// What is remembered of one host, whatever the settings with which it is asked: the rate budget of
/// each token, and the answers.
package final class GitHubMemory: Sendable {
  /// What an answer answers, and whom.
  package enum Key: Hashable, Sendable {
    case search(Query, Token?)
    case list(url: String, Token?)
  }

  /// So many tokens are told apart; more are not used in one session.
  private static let maximumTokens = 64

  let answers: ResponseCache<Key>
  private let budgets = Mutex<[Token?: Budget]>([:])

  package init(answers: ResponseCache<Key> = ResponseCache()) { self.answers = answers }

  /// The budget of that token, or of those who have none.
  func budget(of token: Token?) -> Budget {
    budgets.withLock { budgets in
      if let budget = budgets[token] { return budget }
      if budgets.count >= GitHubMemory.maximumTokens, let other = budgets.keys.first {
        budgets[other] = nil
      }
      let budget = Budget()
      budgets[token] = budget
      return budget
    }
  }
}
