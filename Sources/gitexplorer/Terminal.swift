#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A descriptor that text for people is written to.
struct Terminal: Sendable {
  static let standardOutput = Terminal(descriptor: 1)
  static let standardError = Terminal(descriptor: 2)

  let descriptor: Int32

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  var isTerminal: Bool { Terminal.isTerminal(descriptor) }

  /// Whether colour is wanted: on a terminal, unless `NO_COLOR` is set (no-color.org).
  var hasColor: Bool { isTerminal && (environmentVariable("NO_COLOR") ?? "").isEmpty }

  /// The columns of the window; nil where this is no terminal.
  var width: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes everything, or gives up silently where nobody reads.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno != EINTR {
        guard errno == EAGAIN else { return }
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&poller, 1, -1)
      }
    }
  }
}

/// The value of a variable of the environment; nil where it is unset.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
