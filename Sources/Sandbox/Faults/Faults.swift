/// What goes wrong in the sandbox, and how often.
///
/// Written as words split by commas, each a fault with what it takes:
///
///     [PLACE:]FAULT[=VALUE][:SHARE%][:first=N]
///
/// `search:error=500:20%` lets a fifth of the searches fail; `repos+followers:drop:first=2` drops
/// the first two requests for either list. `on=PLACE` and `first=N` standing alone hold for all
/// words after them. Delays add up; of the other faults the first that hits decides.
package struct Faults: Sendable, Equatable {
  /// The words as they were given, without the blanks around them.
  package let text: String
  let rules: [Rule]
  let limits: Limits
  /// Where the draws start; nil leaves that to the sandbox's own seed.
  let seed: UInt64?

  /// Nothing goes wrong.
  package static let none = Faults()

  private init() {
    (text, rules, limits, seed) = ("", [], .generous, nil)
  }

  init(text: String, rules: [Rule], limits: Limits, seed: UInt64?) {
    (self.text, self.rules, self.limits, self.seed) = (text, rules, limits, seed)
  }
}

extension Faults {
  /// One fault, where it strikes and how often.
  struct Rule: Sendable, Equatable {
    var fault: Fault
    /// Empty means everywhere.
    var places: Set<Place>
    /// From 0 to 1.
    var share: Double
    /// Only that many of the requests that concern the rule; nil means all.
    var first: Int?
  }

  /// The endpoints that a rule can be restricted to.
  enum Place: String, Sendable, CaseIterable {
    case search, user, repos, followers, following, follow, me, rate
    case graphql, contributors, codeowners, avatar
  }

  /// The budgets: requests a minute for search, an hour for the rest.
  enum Limits: Sendable, Equatable {
    case generous
    /// GitHub's own: less without a token.
    case real
    case exactly(search: Int, core: Int)
    /// No budgets, no headers about them and no `/rate_limit`, as on an Enterprise server.
    case none
  }
}
