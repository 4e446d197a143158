import Secrets
import System

/// A descriptor that text for people is written to, and what its terminal can show.
struct Terminal: Sendable {
  static let standardOutput = Terminal(descriptor: .standardOutput)
  static let standardError = Terminal(descriptor: .standardError)

  let descriptor: Descriptor

  var isTerminal: Bool { descriptor.isTerminal }

  /// Whether the cursor can be moved: on a terminal that is not a dumb one.
  var isAddressable: Bool {
    guard isTerminal, let name = environmentVariable("TERM") else { return false }
    return name != "dumb"
  }

  /// Whether escape sequences are wanted: unless `NO_COLOR` is set (no-color.org).
  var hasColor: Bool { isAddressable && environmentVariable("NO_COLOR") == nil }

  /// Whether links (OSC 8) are taken, or at least skipped: by all but a few terminals.
  var hasHyperlinks: Bool {
    guard hasColor else { return false }
    let isConsole = ["linux", "cons25", "vt100", "screen"].contains(environmentVariable("TERM"))
    return !isConsole && environmentVariable("TERM_PROGRAM") != "Apple_Terminal"
  }

  /// The columns of the window; nil where this is no terminal.
  var width: Int? { isTerminal ? descriptor.columns ?? 80 : nil }

  /// Writes everything.
  ///
  /// - Throws: a failure where it cannot be written; silent where nobody reads any more.
  func print(_ text: String) throws(CommandError) {
    do throws(SystemError) {
      try descriptor.write(text.utf8)
    } catch {
      guard !error.meansClosedByPeer else { return }
      throw .unwritable(error)
    }
  }

  /// Writes a line for people, with nothing in it that a terminal would obey.
  func complain(_ message: String) {
    write("gitexplorer: \(Redactor().redacted(message).printable)\n")
  }

  /// Writes everything, or gives up silently.
  func write(_ text: String) { try? descriptor.write(text.utf8) }
}
