import JSON

extension API {
  /// Where a path leads: to an account, to its new name, or nowhere.
  enum Found {
    case account(Int)
    case moved(Int)
    case nobody
    /// The token's own account, without a token.
    case needsToken
  }

  func find(_ who: Route.Who, _ exchange: Exchange) -> Found {
    let world = inhabitants.world
    switch who {
    case .token: return exchange.caller.hasToken ? .account(world.ownIndex) : .needsToken
    case .id(let id): return world.index(id: id).map { .account($0) } ?? .nobody
    case .login(let login):
      if let index = world.index(login: login) { return .account(index) }
      return world.index(renamedFrom: login).map { .moved($0) } ?? .nobody
    }
  }

  func account(_ exchange: Exchange, _ who: Route.Who) -> Response {
    let documentation = "/users/users#get-a-user"
    switch find(who, exchange) {
    case .needsToken: return requiresToken("/users/users#get-the-authenticated-user")
    case .nobody: return .notFound(documentation: documentation)
    case .moved(let index): return moved(to: index, "", exchange)
    case .account(let index):
      let (world, follows) = (inhabitants.world, inhabitants.follows)
      var writer = JSONWriter(reservingCapacity: 2_048)
      AccountJSON(account: world.accounts[index], base: exchange.base).write(
        to: &writer, followers: follows.followers(of: index).count,
        following: follows.following(of: index).count)
      return Response(status: 200, body: writer.bytes, isTagged: true)
    }
  }

  func list(_ exchange: Exchange, _ who: Route.Who, _ list: Route.List) -> Response {
    switch find(who, exchange) {
    case .needsToken: return requiresToken("/users")
    case .nobody: return .notFound(documentation: "/users")
    case .moved(let index): return moved(to: index, "/" + list.rawValue, exchange)
    case .account(let index):
      switch list {
      case .orgs: return .json([], isTagged: true)
      case .repos: return repositories(of: index, exchange)
      case .followers:
        return people(inhabitants.follows.followers(of: index), index, list, exchange)
      case .following:
        return people(inhabitants.follows.following(of: index), index, list, exchange)
      }
    }
  }

  func requiresToken(_ documentation: String) -> Response {
    .failure(401, "Requires authentication", documentation: documentation)
  }

  private func people(
    _ indices: [Int32], _ owner: Int, _ list: Route.List, _ exchange: Exchange
  ) -> Response {
    let accounts = inhabitants.world.accounts
    let paging = Paging(
      page: exchange.request.page, length: exchange.request.pageLength, count: indices.count)
    var writer = JSONWriter(reservingCapacity: 1_024 * paging.range.count + 2)
    writer.array(indices[paging.range]) { writer, index in
      writer.beginObject()
      AccountJSON(account: accounts[Int(index)], base: exchange.base).writeSummary(to: &writer)
      writer.endObject()
    }
    return listed(writer.bytes, accounts[owner], list, paging, exchange)
  }

  private func repositories(of owner: Int, _ exchange: Exchange) -> Response {
    let world = inhabitants.world
    let request = exchange.request
    let order = request.query("sort").flatMap { Repository.Order(rawValue: $0) } ?? .fullName
    // Names rise and dates fall unless the direction says otherwise.
    let isAscending = request.query("direction").map { $0 == "asc" } ?? (order == .fullName)
    let repositories = world.repositories(of: owner).sorted(by: order, isAscending: isAscending)
    let paging = Paging(page: request.page, length: request.pageLength, count: repositories.count)
    let ownerJSON = AccountJSON(account: world.accounts[owner], base: exchange.base)
    var writer = JSONWriter(reservingCapacity: 2_048 * paging.range.count + 2)
    writer.array(repositories[paging.range]) { writer, repository in
      RepositoryJSON(repository: repository, owner: ownerJSON).write(to: &writer)
    }
    return listed(writer.bytes, world.accounts[owner], .repos, paging, exchange)
  }

  private func listed(
    _ body: [UInt8], _ owner: Account, _ list: Route.List, _ paging: Paging, _ exchange: Exchange
  ) -> Response {
    var response = Response(status: 200, body: body, isTagged: true)
    let address = "\(exchange.base.api)/user/\(owner.id)/\(list.rawValue)"
    if let link = paging.link(address: address, rawQuery: exchange.request.rawQuery) {
      response.headers.append((name: "Link", value: link))
    }
    return response
  }

  private func moved(to index: Int, _ rest: String, _ exchange: Exchange) -> Response {
    let query = exchange.request.target.dropFirst(exchange.request.path.count)
    let id = inhabitants.world.accounts[index].id
    let address = "\(exchange.base.api)/user/\(id)\(rest)\(query)"
    var response = Response.json(
      [
        "message": "Moved Permanently", "url": .string(address),
        "documentation_url":
          "https://docs.github.com/rest/using-the-rest-api/best-practices#follow-redirects",
      ], status: 301)
    response.headers.append((name: "Location", value: address))
    return response
  }
}
