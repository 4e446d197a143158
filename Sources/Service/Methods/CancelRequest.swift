import Wire

/// `$/cancelRequest`: the request is answered -32800 at once and its work ends.
enum CancelRequest {
  static let method = "$/cancelRequest"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    guard let id = params["id"].flatMap(RequestID.init) else { return }
    server.inFlight.cancel(id)
  }
}
