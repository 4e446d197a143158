#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A descriptor that text for people is written to, and what its terminal can show.
struct Terminal: Sendable {
  static let standardOutput = Terminal(descriptor: 1)
  static let standardError = Terminal(descriptor: 2)

  let descriptor: Int32

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  var isTerminal: Bool { Terminal.isTerminal(descriptor) }

  /// Whether the cursor can be moved: on a terminal that is not a dumb one.
  var isAddressable: Bool {
    guard isTerminal, let name = environmentVariable("TERM") else { return false }
    return !name.isEmpty && name != "dumb"
  }

  /// Whether escape sequences are wanted: unless `NO_COLOR` is set (no-color.org).
  var hasColor: Bool { isAddressable && (environmentVariable("NO_COLOR") ?? "").isEmpty }

  /// Whether links (OSC 8) are taken, or at least skipped: by all but a few terminals.
  var hasHyperlinks: Bool {
    guard hasColor else { return false }
    let isConsole = ["linux", "cons25", "vt100", "screen"].contains(environmentVariable("TERM"))
    return !isConsole && environmentVariable("TERM_PROGRAM") != "Apple_Terminal"
  }

  /// The columns of the window; nil where this is no terminal.
  var width: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes everything.
  ///
  /// - Throws: a failure where it cannot be written; silent where nobody reads any more.
  func print(_ text: String) throws(CommandError) {
    guard let code = write(text), code != EPIPE else { return }
    throw .failed("the output cannot be written: \(errorText(code))")
  }

  /// Writes a line for people, with nothing in it that a terminal would obey.
  func complain(_ message: String) { write("gitexplorer: \(message.printable)\n") }

  /// Writes everything; returns the number of the error that ended it, nil where none did.
  @discardableResult
  func write(_ text: String) -> Int32? {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno != EINTR {
        guard errno == EAGAIN else { return errno }
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&poller, 1, -1)
      }
    }
    return nil
  }
}

/// The value of a variable of the environment; nil where it is unset.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
