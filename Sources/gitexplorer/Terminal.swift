import System

/// A descriptor that text for people is written to.
struct Terminal: Sendable {
  static let standardOutput = Terminal(descriptor: .standardOutput)
  static let standardError = Terminal(descriptor: .standardError)

  let descriptor: Descriptor

  var isTerminal: Bool { descriptor.isTerminal }

  /// Whether colour is wanted: on a terminal, unless `NO_COLOR` is set (no-color.org).
  var hasColor: Bool { isTerminal && environmentVariable("NO_COLOR") == nil }

  /// The columns of the window; nil where this is no terminal.
  var width: Int? { isTerminal ? descriptor.columns ?? 80 : nil }

  /// Writes everything, or gives up silently where nobody reads.
  func write(_ text: String) { try? descriptor.write(text.utf8) }
}
