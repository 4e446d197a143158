import Explorer
import JSON
import System

extension Person {
  /// This person as a row.
  ///
  /// - Parameters:
  ///   - host: of the accounts.
  ///   - webURL: where pages of accounts are.
  package func item(host: String, webURL: String?) -> Item {
    var data = JSONObject()
    data["id"] = accountID.map { .integer($0) }
    data["login"] = login.map { .string($0) }
    data["name"] = identity.name.isEmpty ? nil : .string(identity.name)
    let url = login.flatMap { login in webURL.map { "\($0)/\(login)" } }
    data["htmlUrl"] = url.map { .string($0) }
    data["type"] = login.map { _ in isBot ? "Bot" : "User" }
    data["mention"] = login.map { .string("@\($0)") }
    if let login, let url { data["markdownLink"] = .string("[\(Self.escaped(login))](\(url))") }
    if !identity.mail.isEmpty {
      data["signature"] = .string(identity.signature)
      data["coAuthor"] = .string("Co-authored-by: \(identity.signature)")
    }
    add(to: &data)

    let id = accountID.map { "\(host):\($0)" } ?? "git:\(Self.hash(key))"
    guard let login else {
      return Item(
        id: id, kind: .author, label: identity.name.isEmpty ? identity.mail : identity.name,
        detail: identity.mail, data: data)
    }
    return Item(
      id: id, kind: isBot ? .bot : .user, label: login,
      detail: identity.name.isEmpty || identity.name == login ? nil : identity.name, url: url,
      data: data)
  }

  /// Adds what the history knows of somebody whom a source has found.
  package func adding(to item: Item) -> Item {
    var item = item
    if !identity.mail.isEmpty || item.detail == nil { sign(&item.data) }
    if item.detail == nil, !identity.name.isEmpty, identity.name != item.label {
      item.detail = identity.name
      item.data["name"] = .string(identity.name)
    }
    add(to: &item.data)
    return item
  }

  /// Puts the name that the history knows into what stands behind the key of a trailer, and its
  /// address where there is one.
  private func sign(_ data: inout JSONObject) {
    let told = data["signature"]?.stringValue?.split(separator: "<").last?.dropLast() ?? ""
    let mail = identity.mail.isEmpty ? String(told) : identity.mail
    guard !identity.name.isEmpty, !mail.isEmpty else { return }
    let signature = Identity(name: identity.name, mail: mail).signature
    data["signature"] = .string(signature)
    data["coAuthor"] = .string("Co-authored-by: \(signature)")
  }

  private func add(to data: inout JSONObject) {
    data["relation"] = .array(relations.map { .string($0.rawValue) })
    if commits > 0 { data["commits"] = .integer(Int64(commits)) }
    data["lastCommit"] = lastCommit.map {
      .string(CivilTime(secondsSince1970: Int($0)).rfc3339)
    }
    if !identity.mail.isEmpty { data["mail"] = .string(identity.mail) }
  }

  /// A login as Markdown shows it.
  private static func escaped(_ login: String) -> String {
    login.reduce(into: "") { result, character in
      if "[]_".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// The same for the same text (FNV-1a, 64 bits).
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
