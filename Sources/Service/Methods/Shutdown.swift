/// `shutdown`: everything is cancelled; nothing but `exit` is taken afterwards.
enum Shutdown {
  static let method = "shutdown"

  static func handle(
    _ server: Server, _ params: Params, _ call: RequestCall
  ) throws(InvalidParams) {
    server.cancelEverything()
    server.lifecycle.state = .shutDown
    call.reply.send(.null)
  }
}
