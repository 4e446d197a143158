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
      guard let login = Login("https://\(named)/\(login)", host: host) else { return nil }
      self.login = login.text
    case .mail(let mail):
      if let login = Login.hidden(in: mail, host: host) {
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
