/// `initialized`: the client has read the answer to `initialize`; nothing follows from it.
enum Initialized {
  static let method = "initialized"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {}
}
