import JSON
import System

/// Something of which fields can be asked.
indirect enum GraphQLEntity: Sendable {
  case query
  case rateLimit
  case account(Int)
  case repository(Repository, owner: Int)
  case language(String)
  case connection(GraphQLConnection)
  case edge(GraphQLEntity, cursor: String)
  case pageInfo(GraphQLConnection)
}

/// What a field has.
enum GraphQLResult: Sendable {
  case scalar(JSONValue)
  case entity(GraphQLEntity)
  case entities([GraphQLEntity])

  static let null = GraphQLResult.scalar(.null)

  static func text(_ text: String?) -> GraphQLResult { .scalar(text.map { .string($0) } ?? .null) }

  static func time(_ seconds: Int) -> GraphQLResult {
    .text(CivilTime(secondsSince1970: seconds).rfc3339)
  }
}

/// Answers fields from the made-up world.
struct GraphQLResolver: Sendable {
  typealias Arguments = [String: JSONValue]

  let inhabitants: API.Inhabitants
  let base: BaseURL
  /// What is left after this request; nil where nothing is limited.
  let budget: RateLimits.Budget?
  let cost: GraphQLCost

  var world: World { inhabitants.world }

  /// The object type of an entity that was found where `declared` was promised.
  func typeName(of entity: GraphQLEntity, declared: String) -> String {
    switch entity {
    case .account(let index): world.accounts[index].kind == .organization ? "Organization" : "User"
    case .repository: "Repository"
    case .query, .rateLimit, .language, .connection, .edge, .pageInfo: declared
    }
  }

  /// The value of one field.
  func result(
    of name: String, _ entity: GraphQLEntity, _ arguments: Arguments
  ) throws(GraphQLError) -> GraphQLResult {
    switch entity {
    case .query: return try query(name, arguments)
    case .account(let index): return try account(name, index, arguments)
    case .repository(let repository, let owner):
      return try self.repository(name, repository, owner, arguments)
    case .rateLimit: return rateLimit(name)
    case .language(let language):
      return name == "color" ? .null : .text(name == "id" ? "LA_" + language : language)
    case .connection(let connection): return self.connection(name, connection)
    case .edge(let node, let cursor): return name == "cursor" ? .text(cursor) : .entity(node)
    case .pageInfo(let page): return pageInfo(name, page)
    }
  }

  private func query(_ name: String, _ arguments: Arguments) throws(GraphQLError) -> GraphQLResult {
    let login = arguments["login"]?.stringValue ?? ""
    switch name {
    case "viewer": return .entity(.account(world.ownIndex))
    case "rateLimit": return budget == nil ? .null : .entity(.rateLimit)
    case "search": return .entity(.connection(try search(arguments)))
    case "repositoryOwner":
      return world.index(login: login).flatMap { owner in
        world.accounts[owner].kind == .bot ? nil : .entity(.account(owner))
      } ?? .null
    case "user", "organization":
      let (kind, words): (Account.Kind, String) =
        name == "user" ? (.user, "a User") : (.organization, "an Organization")
      guard let index = world.index(login: login), world.accounts[index].kind == kind else {
        throw GraphQLError(
          type: "NOT_FOUND", "Could not resolve to \(words) with the login of '\(login)'.")
      }
      return .entity(.account(index))
    default:
      let owner = arguments["owner"]?.stringValue ?? ""
      return try repository(arguments["name"]?.stringValue ?? "", of: owner)
    }
  }

  private func repository(_ name: String, of owner: String) throws(GraphQLError) -> GraphQLResult {
    guard let index = world.index(login: owner), let found = world.repository(name, of: index)
    else {
      throw GraphQLError(
        type: "NOT_FOUND", "Could not resolve to a Repository with the name '\(owner)/\(name)'.")
    }
    return .entity(.repository(found, owner: index))
  }

  /// Only people and organisations are found, and nothing where the query is not understood.
  private func search(_ arguments: Arguments) throws(GraphQLError) -> GraphQLConnection {
    var matches: [Int] = []
    if arguments["type"] == "USER",
      let query = try? SearchQuery(arguments["query"]?.stringValue ?? "")
    {
      matches = inhabitants.index.matches(
        query, sort: query.sort, isAscending: query.isAscending)
      matches.removeAll { world.accounts[$0].kind == .bot }
    }
    return try GraphQLConnection(
      arguments, count: matches.count, reachable: API.reachableResults
    ) { .account(matches[$0]) }
  }

  private func account(
    _ name: String, _ index: Int, _ arguments: Arguments
  ) throws(GraphQLError) -> GraphQLResult {
    let account = world.accounts[index]
    let follows = inhabitants.follows
    switch name {
    case "login": return .text(account.login)
    case "id": return .text(account.nodeID)
    case "databaseId": return .scalar(JSONValue(account.id))
    case "name": return .text(account.name)
    case "bio", "description": return .text(account.bio)
    case "company": return .text(account.company)
    case "location": return .text(account.location)
    case "email": return account.kind == .organization ? .null : .text(account.mail ?? "")
    case "websiteUrl": return .text(account.website)
    case "avatarUrl":
      let size = arguments["size"]?.intValue.map { "&s=\($0)" } ?? ""
      return .text(base.avatar(account.id) + size)
    case "url": return .text(base.html + "/" + account.login)
    case "resourcePath": return .text("/" + account.login)
    case "createdAt": return .time(account.createdAt)
    case "updatedAt": return .time(account.updatedAt)
    case "isViewer": return .scalar(.bool(index == world.ownIndex))
    case "isSiteAdmin": return .scalar(.bool(account.isSiteAdmin))
    case "viewerIsFollowing": return .scalar(.bool(follows.isFollowing(index)))
    case "viewerCanFollow": return .scalar(.bool(index != world.ownIndex))
    case "isFollowingViewer":
      return .scalar(.bool(follows.following(of: index).contains(Int32(world.ownIndex))))
    case "followers":
      return .entity(.connection(try people(follows.followers(of: index), arguments)))
    case "following":
      return .entity(.connection(try people(follows.following(of: index), arguments)))
    case "repositories": return .entity(.connection(try repositories(of: index, arguments)))
    case "repository":
      return try repository(arguments["name"]?.stringValue ?? "", of: account.login)
    default: return .null
    }
  }

  private func people(
    _ indices: [Int32], _ arguments: Arguments
  ) throws(GraphQLError) -> GraphQLConnection {
    try GraphQLConnection(arguments, count: indices.count) { .account(Int(indices[$0])) }
  }

  private func repositories(
    of owner: Int, _ arguments: Arguments
  ) throws(GraphQLError) -> GraphQLConnection {
    var repositories = world.repositories(of: owner)
    let isOwners = arguments["ownerAffiliations"]?.arrayValue?.contains("OWNER") ?? true
    let isPublic = [arguments["privacy"], arguments["visibility"]].allSatisfy {
      $0 == nil || $0 == .null || $0 == "PUBLIC"
    }
    if !isOwners || !isPublic { repositories = [] }
    if let isFork = arguments["isFork"]?.boolValue {
      repositories.removeAll { $0.isFork != isFork }
    }
    if let isArchived = arguments["isArchived"]?.boolValue {
      repositories.removeAll { $0.isArchived != isArchived }
    }
    let order = arguments["orderBy"]?["field"]?.stringValue
      .flatMap { Self.orders[$0] }
    repositories = repositories.sorted(
      by: order ?? .created, isAscending: arguments["orderBy"]?["direction"] != "DESC")
    return try GraphQLConnection(arguments, count: repositories.count) {
      .repository(repositories[$0], owner: owner)
    }
  }

  private static let orders: [String: Repository.Order] = [
    "CREATED_AT": .created, "NAME": .fullName, "PUSHED_AT": .pushed, "STARGAZERS": .stars,
    "UPDATED_AT": .updated,
  ]

  private func repository(
    _ name: String, _ repository: Repository, _ owner: Int, _ arguments: Arguments
  ) throws(GraphQLError) -> GraphQLResult {
    let path = world.accounts[owner].login + "/" + repository.name
    switch name {
    case "name": return .text(repository.name)
    case "nameWithOwner": return .text(path)
    case "owner": return .entity(.account(owner))
    case "id": return .text(repository.nodeID)
    case "databaseId": return .scalar(JSONValue(repository.id))
    case "description": return .text(repository.description)
    case "url": return .text(base.html + "/" + path)
    case "resourcePath": return .text("/" + path)
    case "sshUrl": return .text("git@\(base.host):\(path).git")
    case "stargazerCount": return .scalar(JSONValue(repository.stars))
    case "forkCount": return .scalar(JSONValue(repository.forks))
    case "isFork": return .scalar(.bool(repository.isFork))
    case "isArchived": return .scalar(.bool(repository.isArchived))
    case "isPrivate": return .scalar(false)
    case "visibility": return .text("PUBLIC")
    case "createdAt": return .time(repository.createdAt)
    case "updatedAt": return .time(repository.updatedAt)
    case "pushedAt": return repository.pushedAt.map { .time($0) } ?? .null
    case "primaryLanguage":
      return repository.language.map { .entity(.language($0)) } ?? .null
    case "mentionableUsers":
      let people = world.contributors(to: repository, of: owner).map(\.index)
        .filter { world.accounts[$0].isNamed(arguments["query"]?.stringValue ?? "") }
      return .entity(.connection(try self.people(people.map { Int32($0) }, arguments)))
    default: return .null
    }
  }

  private func rateLimit(_ name: String) -> GraphQLResult {
    switch name {
    case "cost": .scalar(JSONValue(cost.points))
    case "nodeCount": .scalar(JSONValue(Int(cost.nodes)))
    case "limit": .scalar(JSONValue(budget?.limit ?? 0))
    case "remaining": .scalar(JSONValue(budget?.remaining ?? 0))
    case "used": .scalar(JSONValue(budget?.used ?? 0))
    default: .time(budget?.reset ?? 0)
    }
  }

  private func connection(_ name: String, _ connection: GraphQLConnection) -> GraphQLResult {
    switch name {
    case "nodes": .entities(connection.entities)
    case "edges":
      .entities(
        connection.entities.enumerated().map {
          .edge($0.element, cursor: connection.cursor($0.offset))
        })
    case "pageInfo": .entity(.pageInfo(connection))
    case "totalCount", "userCount": .scalar(JSONValue(connection.totalCount))
    default: .scalar(0)
    }
  }

  private func pageInfo(_ name: String, _ page: GraphQLConnection) -> GraphQLResult {
    switch name {
    case "hasNextPage": .scalar(.bool(page.hasNextPage))
    case "hasPreviousPage": .scalar(.bool(page.hasPreviousPage))
    case _ where page.entities.isEmpty: .null
    case "startCursor": .text(page.cursor(0))
    default: .text(page.cursor(page.entities.count - 1))
    }
  }
}
