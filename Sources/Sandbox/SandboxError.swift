/// Why a sandbox could not start.
package enum SandboxError: Error, Equatable, Sendable {
  /// Another program listens on that port.
  case portTaken(UInt16)
  /// The system refused; `code` is its error number.
  case cannotListen(port: UInt16, code: Int32)
}

extension SandboxError: CustomStringConvertible {
  /// One sentence that names the port.
  package var description: String {
    switch self {
    case .portTaken(let port): "port \(port) is taken by another program"
    case .cannotListen(let port, let code): "cannot listen on port \(port): system error \(code)"
    }
  }
}
