/// Where the session stands (LSP 3.17, Server lifecycle).
struct Lifecycle: Sendable {
  enum State: Sendable { case uninitialized, running, shutDown }

  var state = State.uninitialized

  /// What the process ends with: 0 after `shutdown`, else 1.
  var exitCode: Int32 { state == .shutDown ? 0 : 1 }
}
