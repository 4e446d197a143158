/// `user/unfollow`: unfollows a login; `user/followChanged` tells at once and when it is known.
enum UserUnfollow {
  static let method = "user/unfollow"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    try server.setFollowing(false, params)
  }
}
