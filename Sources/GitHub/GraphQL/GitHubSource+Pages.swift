import Explorer
import JSON
import REST

/// What GraphQL is asked for, as pages.
extension GitHubSource {
  private static let ownerField = "repositoryOwner"

  /// Asks for a page of a search; nil where that is to be done by REST.
  func searchByGraphQL(
    _ query: Query, after cursor: String?, timeout: Duration
  ) async throws(SourceError) -> Page? {
    let question = GraphQLQuery.search(query, after: cursor)
    guard let reply = try await ask(question, about: "search", timeout: timeout) else {
      return nil
    }
    guard let list = reply.graphQL.data["search"], list.objectValue != nil else {
      throw error(of: reply, at: ["search"])
    }
    // An error of one field makes the whole row null: REST has the row without that field.
    let nodes = list["nodes"]?.arrayValue ?? []
    guard reply.graphQL.problems.isEmpty || !nodes.contains(.null) else { return nil }
    var page = try page(of: list, .followers, number: query.page, reply)
    page.totalCount = count(list["userCount"]) ?? page.items.count
    if QueryLimits.isLast(page: query.page, perPage: query.perPage) { page.next = nil }
    if cursor == nil {
      let entry = CachedPage(page: page, storedAt: client.api.now())
      cache.store(
        entry, for: .search(query, reply.answer.token), bytes: size(reply.answer))
    }
    return page
  }

  /// Asks for parts of a profile at once; leaves out what is to be had by REST.
  func profileByGraphQL(
    _ parts: [ProfilePart], of login: String, timeout: Duration
  ) async throws(SourceError) -> LoadedParts {
    let question = GraphQLQuery.profile(of: login, with: parts.compactMap(\.section))
    guard let reply = try await ask(question, about: what(login), timeout: timeout) else {
      return [:]
    }
    guard let owner = reply.graphQL.data[Self.ownerField], owner.objectValue != nil else {
      guard reply.graphQL.problems.contains(where: { !$0.concernsAll }) else {
        throw error(of: reply, at: [Self.ownerField])
      }
      return failedSections(of: reply, among: parts)
    }
    let isOrganization = owner["__typename"]?.stringValue == "Organization"
    var loaded: LoadedParts = [:]
    for part in parts {
      // Of an organisation only REST tells who follows it.
      if isOrganization, part == .section(.followers) || part == .section(.following) { continue }
      do throws(SourceError) {
        let page = try page(of: part, in: owner, reply)
        let entry = CachedPage(page: page, storedAt: client.api.now())
        cache.store(
          entry, for: key(part.endpoint(login), reply.answer.token),
          bytes: size(reply.answer) / parts.count)
        loaded[part] = .success(LoadedPart(page: page, origin: .network))
      } catch {
        loaded[part] = .failure(error)
      }
    }
    return loaded
  }

  /// The sections that an answer without anything else blames; REST has the others.
  ///
  /// A list that there must be takes the person with it when it fails.
  private func failedSections(of reply: Reply, among parts: [ProfilePart]) -> LoadedParts {
    var loaded: LoadedParts = [:]
    for section in parts.compactMap(\.section) {
      let place = [Self.ownerField, section.graphQLName]
      guard reply.graphQL.problems.contains(where: { $0.path.starts(with: place) }) else {
        continue
      }
      loaded[.section(section)] = .failure(error(of: reply, at: place))
    }
    return loaded
  }

  /// Asks for a further page of a section; nil where that is to be done by REST.
  func sectionByGraphQL(
    _ section: ProfilePart.Section, of login: String, after cursor: String, number: Int,
    timeout: Duration
  ) async throws(SourceError) -> LoadedPart? {
    let question = GraphQLQuery.section(section, of: login, after: cursor)
    guard let reply = try await ask(question, about: what(login), timeout: timeout) else {
      return nil
    }
    let place = [Self.ownerField, section.graphQLName]
    guard let list = reply.graphQL.data[place[0]]?[place[1]], list.objectValue != nil else {
      throw error(of: reply, at: place)
    }
    let page = try page(of: list, section, number: number, reply)
    return LoadedPart(page: page, origin: .network)
  }

  // MARK: reading

  private func page(
    of part: ProfilePart, in owner: JSONValue, _ reply: Reply
  ) throws(SourceError) -> Page {
    guard let section = part.section else {
      return try page(of: reply.answer) { _ throws(SourceError) in
        try responses.account(GraphQLNodes.account(owner))
      }
    }
    guard let list = owner[section.graphQLName], list.objectValue != nil else {
      throw error(of: reply, at: [Self.ownerField, section.graphQLName])
    }
    var page = try page(of: list, section, number: 1, reply)
    page.totalCount = count(list["totalCount"])
    return page
  }

  func page(
    of list: JSONValue, _ section: ProfilePart.Section, number: Int, _ reply: Reply
  ) throws(SourceError) -> Page {
    // What whoever asks may not see is null.
    let nodes = (list["nodes"]?.arrayValue ?? []).filter { !$0.isNull }
    var page = try page(of: reply.answer) { _ throws(SourceError) in
      switch section {
      case .repos: try responses.repositories(nodes.map(GraphQLNodes.repository), number: number)
      case .followers, .following:
        try responses.accounts(nodes.map(GraphQLNodes.account), number: number)
      }
    }
    let cursor = list["pageInfo"]?["endCursor"]?.stringValue ?? ""
    let hasNext = list["pageInfo"]?["hasNextPage"]?.boolValue ?? false
    page.next = hasNext && !cursor.isEmpty ? Self.cursorPrefix + cursor : nil
    return page
  }

  /// A number that every client can hold.
  private func count(_ value: JSONValue?) -> Int? {
    value?.intValue.flatMap { (0...1 << 53).contains($0) ? $0 : nil }
  }
}
