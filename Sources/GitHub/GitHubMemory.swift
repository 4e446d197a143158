import Explorer
import REST
import Secrets
import Synchronization

/// What is remembered of one host, whatever the settings with which it is asked: the answers, and for
/// each token the rate budget and whether it may ask by GraphQL.
package final class GitHubMemory: Sendable {
  /// What an answer answers, and whom.
  package enum Key: Hashable, Sendable {
    case search(Query, Token?)
    case list(url: String, Token?)
  }

  /// So many tokens are told apart; more are not used in one session.
  private static let maximumTokens = 64
  private static let maximumMails = 64

  let answers: ResponseCache<Key>
  private let budgets = Mutex<[Token?: Budget]>([:])
  private let standings = Mutex<[Token: GraphQLStanding]>([:])
  private let lookups = Mutex<Duration?>(nil)
  private let logins = Mutex<[String: String]>([:])

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

  /// Reads or changes what is known of GraphQL for that token; `body` must not wait.
  func graphQL<Value>(of token: Token, _ body: (inout GraphQLStanding) -> Value) -> Value {
    standings.withLock { standings in
      if standings[token] == nil, standings.count >= Self.maximumTokens,
        let other = standings.keys.first
      {
        standings[other] = nil
      }
      return body(&standings[token, default: GraphQLStanding()])
    }
  }

  /// - Parameter mail: in lower case.
  func login(ofMail mail: String) -> String? { logins.withLock { $0[mail] } }

  /// Notes whose address that is.
  func note(_ login: String, ofMail mail: String) {
    logins.withLock { logins in
      if logins.count >= Self.maximumMails, let other = logins.keys.first { logins[other] = nil }
      logins[mail] = login
    }
  }

  /// How long a person who was looked up is known by name in rows; nil before anybody was.
  var lookupAge: Duration? { lookups.withLock { $0 } }

  /// Notes that a person was looked up, as fresh as that.
  func noteLookup(_ freshness: Freshness) {
    guard case .within(let age) = freshness else { return }
    lookups.withLock { $0 = age }
  }
}
