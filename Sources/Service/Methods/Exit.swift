/// `exit`: the process ends at once, with 0 after `shutdown`, else with 1.
enum Exit {
  static let method = "exit"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    server.stop(exitCode: server.lifecycle.exitCode, flush: .milliseconds(120))
  }
}
