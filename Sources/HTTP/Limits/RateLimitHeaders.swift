/// What the headers of an answer say about the budget.
package struct RateLimitHeaders: Sendable, Equatable {
  /// The name of the budget that the request was charged to.
  package var resource: String?
  /// How much the full budget is.
  package var limit: Int?
  /// How much of it is left.
  package var remaining: Int?
  /// The time until the budget is full again, by the server's own clock.
  package var resetsIn: Duration?
  /// The wait that the server asks for.
  package var retryAfter: Duration?

  /// The longest time to a reset that is believed.
  package static let longestReset: Duration = .seconds(2 * 3600)

  /// Times count from the answer's `Date`, from `wallClock` (seconds since 1970) where it has none.
  package init(_ headers: Headers, wallClock: Int64) {
    let date = headers["Date"].flatMap { HTTPDate.parse($0, now: Int(wallClock)) }
    let now = date ?? Int(wallClock)
    resource = headers["X-RateLimit-Resource"].flatMap { $0.isEmpty ? nil : $0 }
    limit = Self.number(headers["X-RateLimit-Limit"])
    remaining = Self.number(headers["X-RateLimit-Remaining"]).map { max(0, $0) }
    retryAfter = headers["Retry-After"].flatMap { RetryAfter.parse($0, now: now) }
    if let reset = Self.number(headers["X-RateLimit-Reset"]) {
      let (seconds, isTooFar) = reset.subtractingReportingOverflow(now)
      let wait: Duration = isTooFar ? (reset > now ? Self.longestReset : .zero) : .seconds(seconds)
      resetsIn = min(max(wait, .zero), Self.longestReset)
    }
  }

  /// Whether nothing is left.
  package var isUsedUp: Bool { remaining == 0 }

  private static func number(_ text: String?) -> Int? {
    guard let text else { return nil }
    return Int(text.filter { $0 != " " && $0 != "\t" })
  }
}
