/// `profile/didClose`: cancels everything, and nothing more is pushed for it.
///
/// Silent where none is open.
enum ProfileDidClose {
  static let method = "profile/didClose"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    server.profiles.removeValue(forKey: try params.string("profileId"))?.close()
  }
}
