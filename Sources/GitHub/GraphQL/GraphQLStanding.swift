/// Whether a host answers a token by GraphQL, as far as its answers have told.
struct GraphQLStanding: Sendable {
  /// So many timeouts in a row end it.
  private static let maximumTimeouts = 2

  private(set) var isRefused = false
  private var timeouts = 0

  mutating func answered() { timeouts = 0 }

  /// Returns whether that was news.
  mutating func refused() -> Bool {
    defer { isRefused = true }
    return !isRefused
  }

  /// Returns whether that was one too many.
  mutating func timedOut() -> Bool {
    timeouts += 1
    return timeouts >= Self.maximumTimeouts
  }
}
