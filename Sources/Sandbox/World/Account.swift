/// A made-up person, organisation or bot.
struct Account: Sendable, Equatable {
  enum Kind: Sendable { case user, organization, bot }

  var login: String
  var id: Int
  var kind: Kind
  var name: String?
  var company: String?
  /// As GitHub has it: never null, often empty, sometimes without a scheme.
  var blog: String
  var location: String?
  var bio: String?
  var isSiteAdmin: Bool
  /// What most of the repositories are written in; nil where there are none.
  var mainLanguage: String?
  var publicRepositories: Int
  /// Seconds since 1970.
  var createdAt: Int
  /// Seconds since 1970.
  var updatedAt: Int
}

extension Account.Kind {
  /// The word of the `type` member.
  var typeName: String {
    switch self {
    case .user: "User"
    case .organization: "Organization"
    case .bot: "Bot"
    }
  }
}

extension Account {
  /// The opaque id of the other API, made from the number as GitHub's newer ones are in spirit.
  var nodeID: String {
    let prefix: String
    switch kind {
    case .user: prefix = "U_kgDO"
    case .organization: prefix = "O_kgDO"
    case .bot: prefix = "BOT_kgDO"
    }
    return prefix + nodeText(id)
  }
}

/// The four low bytes of `number` in base64url.
func nodeText(_ number: Int) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  let bits = UInt64(UInt32(truncatingIfNeeded: number)) << 4
  let shifts: [UInt64] = [30, 24, 18, 12, 6, 0]
  return String(decoding: shifts.map { alphabet[Int((bits >> $0) & 63)] }, as: UTF8.self)
}
