import Documents
import Explorer

/// Whom a reference in a document means: a login, somebody near at hand, or both.
struct NamedPerson: Sendable {
  let login: String?
  let near: Person?

  /// Nil where that is nobody the source can know: a team, a profile elsewhere, an unknown address.
  init?(_ target: Reference.Target, in source: any Source) {
    let host = source.descriptor.host ?? ""
    switch target {
    case .team: return nil
    case .login(let login): self.login = login
    case .profile(let named, let login):
      guard named == host || named == "www.\(host)" else { return nil }
      self.login = login
    case .mail(let mail):
      if let login = NoReplyAddress.login(of: mail, host: host) {
        self.login = login
        break
      }
      let near = source.nearby(Query(mail)).map(Person.init)
        .first { $0.mail?.lowercased() == mail.lowercased() }
      guard let near else { return nil }
      login = near.login
      self.near = near
      return
    }
    let name = login?.lowercased()
    near = source.nearby(Query(login ?? "")).map(Person.init)
      .first { $0.login?.lowercased() == name }
  }
}

/// The addresses that GitHub gives to those who show none (GitHub docs, "Setting your commit email
/// address"): `ID+login@users.noreply.HOST`, and without the number in older accounts; the host without
/// its port.
enum NoReplyAddress {
  static func login(of mail: String, host: String) -> String? {
    let name = host.hasPrefix("[") ? Substring(host) : host.prefix { $0 != ":" }
    let suffix = "@users.noreply.\(name)"
    guard !host.isEmpty, mail.lowercased().hasSuffix(suffix.lowercased()) else { return nil }
    let local = mail.dropLast(suffix.count)
    guard let plus = local.firstIndex(of: "+") else { return local.isEmpty ? nil : String(local) }
    let login = local[local.index(after: plus)...]
    return login.isEmpty || !local[..<plus].allSatisfy(\.isNumber) ? nil : String(login)
  }
}

extension Item {
  /// This item with what only the other one knows: what the repository's history says.
  func joining(_ other: Item?) -> Item {
    guard let other else { return self }
    var item = self
    for (name, value) in other.data.members where item.data[name] == nil {
      item.data[name] = value
    }
    return item
  }
}
