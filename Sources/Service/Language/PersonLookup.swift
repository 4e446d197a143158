import Explorer

/// Finds one person for an action: near at hand, else by asking the source.
struct PersonLookup: Sendable {
  let source: any Source
  let environment: Environment
  let settings: SearchSettings

  /// The person of a login, with what the repository knows.
  func person(login: String, within limit: Duration) async -> Person? {
    let near = near(login: login)
    let (source, cacheAge) = (source, settings.cacheAge)
    let item = await environment.within(limit) {
      let part = try? await source.load(
        .user, of: login, freshness: .within(cacheAge), timeout: limit)
      return part?.page.items.first
    }
    return item.map { Person(item: $0.joining(near?.item)) } ?? near
  }

  /// Whoever is best described by a name, a login or the start of one.
  func person(called text: String, within limit: Duration) async -> Person? {
    if let near = source.nearby(Query(text)).first { return Person(item: near) }
    let (source, query) = (source, Query(text, perPage: settings.perPage))
    let found = await environment.within(limit) {
      let page = try? await source.search(query, continuing: nil, timeout: limit)
      return page?.items.first.map(Person.init)
    }
    guard let login = found?.login else { return nil }
    return await person(login: login, within: limit)
  }

  func near(login: String) -> Person? {
    source.nearby(Query(login)).lazy.map(Person.init)
      .first { $0.login?.lowercased() == login.lowercased() }
  }
}
