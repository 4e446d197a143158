/// `search/loadMore`: the next page; ignored while one is on its way or when there is none.
enum SearchLoadMore {
  static let method = "search/loadMore"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    try server.withSearch(params) { session in session.handle(.loadMore) }
  }
}
