/// `search/didClose`: cancels everything, and nothing more is pushed for it.
///
/// Silent where none is open.
enum SearchDidClose {
  static let method = "search/didClose"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    server.searches.removeValue(forKey: try params.string("searchId"))?.close()
  }
}
