import JSON

/// Somebody whom the user has inserted, opened or followed: an account, or an address.
package struct RecentPerson: Sendable, Equatable {
  package var login: String?
  package var name: String?
  package var mail: String?

  /// Nil where there is neither an account nor an address.
  package init?(login: String? = nil, name: String? = nil, mail: String? = nil) {
    let identity = Identity(name: name ?? "", mail: mail ?? "")
    let plainLogin = Identity(name: "", mail: login ?? "").mail
    self.login = plainLogin.isEmpty ? nil : plainLogin
    self.name = identity.name.isEmpty ? nil : identity.name
    self.mail = identity.mail.isEmpty ? nil : identity.mail
    guard self.login != nil || self.mail != nil else { return nil }
  }

  init?(_ json: JSONValue) {
    self.init(
      login: json["login"]?.stringValue, name: json["name"]?.stringValue,
      mail: json["mail"]?.stringValue)
  }

  var json: JSONValue {
    var object = JSONObject()
    object["login"] = login.map { .string($0) }
    object["name"] = name.map { .string($0) }
    object["mail"] = mail.map { .string($0) }
    return .object(object)
  }

  /// This person in a directory.
  func person(_ hosts: AccountHosts) -> Person {
    let identity = Identity(name: name ?? "", mail: mail ?? "")
    let account = mail.flatMap(hosts.account)
    return Person(
      identity, login: login ?? account?.login, accountID: account?.accountID,
      relations: [.recent])
  }
}
