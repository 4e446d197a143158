import Explorer

/// Somebody of a repository's history, or whom its user has dealt with lately.
package struct Person: Sendable, Equatable {
  /// Why somebody is near at hand, the nearest first.
  package enum Relation: String, Sendable, Comparable {
    case recent, author, mentionable

    package static func < (a: Relation, b: Relation) -> Bool { a.rank < b.rank }

    var rank: Int {
      switch self {
      case .recent: 0
      case .author: 1
      case .mentionable: 2
      }
    }
  }

  /// As the newest commit has them.
  package var identity: Identity
  package let login: String?
  package var accountID: Int64?
  /// In order, without repetition; never empty.
  package var relations: [Relation]
  package var commits = 0
  /// Of the newest commit, in seconds since 1970.
  package var lastCommit: Int64?
  /// The sum of commits, each weighted by its age.
  package var weight = 0.0

  package init(
    _ identity: Identity, login: String?, accountID: Int64?, relations: [Relation]
  ) {
    (self.identity, self.login, self.accountID) = (identity, login, accountID)
    self.relations = relations
    isBot = [login ?? "", identity.name].contains { $0.lowercased().hasSuffix("[bot]") }
  }

  /// - Parameter account: what the address says of an account, where it does.
  package init(_ identity: Identity, account: NoReplyAddress?, relations: [Relation]) {
    self.init(
      identity, login: account?.login, accountID: account?.accountID, relations: relations)
  }

  /// Programs come behind people.
  package let isBot: Bool

  /// What makes somebody one person: the login, else the address, whatever their case.
  package var key: String {
    login.map { "@" + $0.lowercased() } ?? identity.mail.lowercased()
  }
}
