/// `search/didSubmit`: Enter; no wait, and the same query is asked again.
enum SearchDidSubmit {
  static let method = "search/didSubmit"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    try server.withSearch(params) { session in session.handle(.submitted) }
  }
}
