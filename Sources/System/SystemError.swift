#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why the system refused something: the number that it gave, `errno`.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// The system's words for it.
  package var description: String { String(cString: strerror(code)) }

  package static let notFound = SystemError(code: ENOENT)
  package static let notADirectory = SystemError(code: ENOTDIR)
  package static let nameTooLong = SystemError(code: ENAMETOOLONG)
  package static let accessDenied = SystemError(code: EACCES)
  package static let notPermitted = SystemError(code: EPERM)
  package static let addressInUse = SystemError(code: EADDRINUSE)
  /// A connection that went away before it was accepted.
  package static let connectionAborted = SystemError(code: ECONNABORTED)
  /// It would have to wait.
  package static let wouldBlock = SystemError(code: EAGAIN)

  /// What the last call on this thread has left.
  static var last: SystemError { SystemError(code: errno) }

  /// Whether nobody reads what was written: a pipe that is closed, a connection that was reset.
  package var meansClosedByPeer: Bool { code == EPIPE || code == ECONNRESET }

  /// Whether this process, or the system, may open nothing further.
  package var meansTooManyOpenFiles: Bool { code == EMFILE || code == ENFILE }

  var isInterruption: Bool { code == EINTR }
  var meansWait: Bool { code == EAGAIN || code == EWOULDBLOCK }
}
