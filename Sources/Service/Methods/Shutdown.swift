/// `shutdown`: everything is cancelled; nothing but `exit` is taken afterwards.
enum Shutdown {
  static let method = "shutdown"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    server.cancelEverything()
    server.lifecycle.state = .shutDown
    return .now(.null)
  }
}
