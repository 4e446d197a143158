import Explorer

extension GitHubSource {
  /// How many of those whom the search finds are looked at.
  private static let candidates = 3

  /// Asks the search, which knows the addresses that people show, and believes it where the profile
  /// shows the same one.
  package func login(ofMail mail: String, timeout: Duration) async throws(SourceError) -> String {
    let mail = mail.lowercased()
    if let login = client.memory.login(ofMail: mail) { return login }
    let start = client.api.now()
    let nobody = SourceError(.notFound(what: "account that shows the address \(mail)"))
    // What the search would take for something else is no address.
    guard !mail.hasPrefix("-"), !mail.contains(where: { "\":\\()".contains($0) }) else {
      throw nobody
    }
    let page = try await search(
      Query("\(mail) in:email", perPage: Self.candidates), continuing: nil, timeout: timeout)
    for item in page.items.prefix(Self.candidates) {
      guard let login = item.data["login"]?.stringValue else { continue }
      let person = try await loadQuietly(
        .user, of: login, freshness: .within(.seconds(60)),
        timeout: timeout - (client.api.now() - start))
      guard person.page.items.first?.data["email"]?.stringValue?.lowercased() == mail else {
        continue
      }
      client.memory.note(login, ofMail: mail)
      return login
    }
    throw nobody
  }
}
