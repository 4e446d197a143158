import Explorer

/// `user/follow`: follows a login; `user/followChanged` tells at once and when it is known.
enum UserFollow {
  static let method = "user/follow"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    try server.setFollowing(true, params)
  }
}

extension Server {
  /// Queues a follow or an unfollow behind those of the same login.
  ///
  /// - Parameter isCommand: whether what came of it is shown to the user.
  func setFollowing(
    _ following: Bool, _ params: Params, isCommand: Bool = false
  ) throws(InvalidParams) -> HandlerOutcome {
    guard let source = sources.first else { return .fails(.unknownSource("default")) }
    let login = try params.login(of: source)
    let (follows, timeout) = (follows, settings.search.requestTimeout)
    return .later(.follow(login: login)) { key in
      follows.add(
        FollowRequest(
          key: key, login: login, following: following, source: source, timeout: timeout,
          isCommand: isCommand))
      return { follows.cancel(key) }
    }
  }
}
