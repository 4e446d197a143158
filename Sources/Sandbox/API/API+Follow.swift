import JSON

extension API {
  private static let documentation = "/users/followers#follow-a-user"

  /// Asks, follows or stops following, for the person behind the token.
  func follow(_ exchange: Exchange, _ login: String) -> Response {
    guard exchange.caller.hasToken else { return requiresToken(Self.documentation) }
    let follows = inhabitants.follows
    let target = inhabitants.world.index(login: login)
    switch exchange.method {
    case "GET":
      return target.map { follows.isFollowing($0) } ?? false
        ? .bare(204) : .notFound(documentation: Self.documentation)
    case "PUT", "DELETE":
      if let refusal = refusal(exchange, target) { return refusal }
      guard let target else { return .notFound(documentation: Self.documentation) }
      exchange.method == "PUT" ? follows.follow(target) : follows.unfollow(target)
      return .bare(204)
    default: return .notFound()
    }
  }

  /// Whether one account follows another.
  func follows(_ exchange: Exchange, _ who: Route.Who, _ login: String) -> Response {
    guard case .account(let index) = find(who, exchange),
      let target = inhabitants.world.index(login: login),
      inhabitants.follows.following(of: index).contains(Int32(target))
    else { return .notFound(documentation: Self.documentation) }
    return .bare(204)
  }

  private func refusal(_ exchange: Exchange, _ target: Int?) -> Response? {
    switch exchange.caller.kind {
    case .withoutScope: return .notFound(documentation: Self.documentation)
    case .fineGrained:
      var response = Response.failure(
        403, "Resource not accessible by personal access token",
        documentation: Self.documentation)
      response.headers.append((name: "X-Accepted-GitHub-Permissions", value: "followers=write"))
      return response
    case .anonymous, .rejected, .classic: break
    }
    if exchange.method == "PUT", exchange.request.header("content-length") == nil {
      return .failure(411, "Say Content-Length: 0.", documentation: Self.documentation)
    }
    guard target == inhabitants.world.ownIndex else { return nil }
    return .failure(
      422, "Validation Failed", documentation: Self.documentation,
      errors: [["resource": "User", "code": "unprocessable"]])
  }
}
