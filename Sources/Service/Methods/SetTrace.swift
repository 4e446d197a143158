/// `$/setTrace`: how much `$/logTrace` tells from now on.
enum SetTrace {
  static let method = "$/setTrace"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    let value = try params.string("value")
    guard let trace = Trace(rawValue: value) else {
      throw InvalidParams(
        member: "value", expected: "off, messages or verbose", found: "another word")
    }
    server.context.trace = trace
  }
}
