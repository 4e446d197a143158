/// `search/didChange`: one keystroke, as incremental changes or as the whole text.
enum SearchDidChange {
  static let method = "search/didChange"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    try server.withSearch(params) { session throws(InvalidParams) in
      try session.edit(try LiveText.Change(params))
    }
  }
}
