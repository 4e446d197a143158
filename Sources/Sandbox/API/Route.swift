/// What a path asks for.
enum Route: Sendable, Equatable {
  enum Who: Sendable, Equatable {
    case login(String)
    case id(Int)
    case token
  }

  enum List: String, Sendable { case repos, followers, following, orgs }

  enum RepositoryPart: Sendable { case itself, contributors, codeOwnersErrors }

  case root
  case meta
  case versions
  case rateLimit
  case search
  case graphQL
  case repository(owner: String, name: String, RepositoryPart)
  case avatar(id: Int)
  case hospitals
  case account(Who)
  case list(Who, List)
  case follows(Who, login: String)
  case faults
  case requests
  case unknown

  /// Reads a path as it was written; each segment is decoded by itself.
  init(path: Substring) {
    guard path != "/" else {
      self = .root
      return
    }
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { percentDecoded($0, plusIsBlank: false) }
    self = Self.matching(segments)
  }

  private static func matching(_ segments: [String]) -> Route {
    guard !segments.contains("") else { return .unknown }
    switch (segments.count, segments.first) {
    case (1, "meta"): return .meta
    case (1, "versions"): return .versions
    case (1, "hospitals"): return .hospitals
    case (1, "rate_limit"): return .rateLimit
    case (1, "user"): return .account(.token)
    case (1, "graphql"): return .graphQL
    case (3, "avatars") where segments[1] == "u":
      return Int(segments[2]).map { .avatar(id: $0) } ?? .unknown
    case (3..., "repos"): return repository(segments[1], segments[2], segments.dropFirst(3))
    case (2, "search") where segments[1] == "users": return .search
    case (2, "_sandbox") where segments[1] == "faults": return .faults
    case (2, "_sandbox") where segments[1] == "requests": return .requests
    case (2..., "users"): return below(.login(segments[1]), segments.dropFirst(2))
    case (2..., "user"):
      if let id = Int(segments[1]), id > 0 { return below(.id(id), segments.dropFirst(2)) }
      return below(.token, segments.dropFirst())
    default: return .unknown
    }
  }

  private static func repository(
    _ owner: String, _ name: String, _ rest: ArraySlice<String>
  ) -> Route {
    switch Array(rest) {
    case []: .repository(owner: owner, name: name, .itself)
    case ["contributors"]: .repository(owner: owner, name: name, .contributors)
    case ["codeowners", "errors"]: .repository(owner: owner, name: name, .codeOwnersErrors)
    default: .unknown
    }
  }

  private static func below(_ who: Who, _ rest: ArraySlice<String>) -> Route {
    guard let name = rest.first else { return .account(who) }
    switch (rest.count, List(rawValue: name)) {
    case (1, let list?): return .list(who, list)
    case (2, .following): return .follows(who, login: rest[rest.startIndex + 1])
    default: return .unknown
    }
  }
}

extension Route {
  /// The endpoints that a fault can name; nil for the others.
  var place: Faults.Place? {
    switch self {
    case .search: .search
    case .graphQL: .graphql
    case .repository(_, _, .contributors): .contributors
    case .repository(_, _, .codeOwnersErrors): .codeowners
    case .avatar: .avatar
    case .account(.token): .me
    case .account: .user
    case .list(_, .repos): .repos
    case .list(_, .followers): .followers
    case .list(_, .following), .follows(.login, _), .follows(.id, _): .following
    case .follows(.token, _): .follow
    case .rateLimit: .rate
    case .root, .meta, .versions, .list(_, .orgs), .hospitals, .unknown, .faults,
      .requests, .repository(_, _, .itself):
      nil
    }
  }

  /// Whether this is the sandbox's own, which neither faults nor limits touch.
  var isControl: Bool { self == .faults || self == .requests }

  var resource: RateLimits.Resource {
    switch self {
    case .search: .search
    case .graphQL: .graphql
    default: .core
    }
  }

  /// Whether no budget is touched, nor told of.
  var isUnlimited: Bool { if case .avatar = self { true } else { false } }
}
