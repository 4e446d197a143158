import Explorer

/// `user/follow`: follows a login; `user/followChanged` tells at once and when it is known.
enum UserFollow {
  static let method = "user/follow"

  static func handle(
    _ server: Server, _ params: Params, _ call: RequestCall
  ) throws(InvalidParams) {
    try server.wish(true, params, call)
  }
}

extension Server {
  /// Queues a follow or an unfollow behind those of the same login.
  func wish(_ following: Bool, _ params: Params, _ call: RequestCall) throws(InvalidParams) {
    guard let source = sources.first else { return call.reply.send(.unknownSource("default")) }
    let login = try params.login(of: source)
    inFlight.add(call.key, call.reply, during: .follow(login: login)) { [follows] in
      follows.cancel(call.key)
    }
    follows.add(
      FollowQueue.Wish(
        key: call.key, login: login, following: following, source: source,
        timeout: settings.search.requestTimeout))
  }
}
