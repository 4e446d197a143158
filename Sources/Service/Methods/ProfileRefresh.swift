/// `profile/refresh`: loads the profile again, past the cache.
enum ProfileRefresh {
  static let method = "profile/refresh"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    try server.withProfile(params) { view in view.handle(.refreshed) }
  }
}
