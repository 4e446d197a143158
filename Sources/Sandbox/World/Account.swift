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

extension Account {
  /// The address of mail that the profile shows; most people show none.
  var mail: String? {
    kind == .user && id % 4 == 1 ? "\(login.lowercased())@example.com" : nil
  }

  /// The address of the web site with a scheme; nil where there is none.
  var website: String? {
    guard !blog.isEmpty else { return nil }
    return blog.contains("://") ? blog : "http://" + blog
  }

  /// Whether the login, or a word of the name, begins with `text` in any case.
  func isNamed(_ text: String) -> Bool {
    let wanted = text.lowercased()
    let words = (name ?? "").lowercased().split(separator: " ")
    return login.lowercased().hasPrefix(wanted) || words.contains { $0.hasPrefix(wanted) }
  }
}

private let nodeAlphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

/// The number that `nodeText` made `text` of; nil where it did not.
func number(ofNode text: some StringProtocol) -> Int? {
  var bits = 0
  guard text.utf8.count == 6 else { return nil }
  for byte in text.utf8 {
    guard let digit = nodeAlphabet.firstIndex(of: byte) else { return nil }
    bits = bits << 6 | digit
  }
  return bits >> 4
}

/// The four low bytes of `number` in base64url.
func nodeText(_ number: Int) -> String {
  let bits = UInt64(UInt32(truncatingIfNeeded: number)) << 4
  let shifts: [UInt64] = [30, 24, 18, 12, 6, 0]
  return String(decoding: shifts.map { nodeAlphabet[Int((bits >> $0) & 63)] }, as: UTF8.self)
}
