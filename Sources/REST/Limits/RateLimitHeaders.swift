import HTTP

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

  /// What an answer says in other ways; a reset is believed within bounds.
  package init(resource: String?, limit: Int?, remaining: Int, resetsIn: Duration?) {
    (self.resource, self.limit, self.remaining) = (resource, limit, remaining)
    self.resetsIn = resetsIn.map { min(max($0, .zero), Self.longestReset) }
  }

  /// Reads `Retry-After` and either `X-RateLimit-…`, whose reset is a time or some seconds from now, or
  /// the fields of the IETF's drafts (`RateLimit`, `RateLimit-Remaining`, …), whose resets are seconds.
  ///
  /// Times count from the answer's `Date`, from `wallClock` (seconds since 1970) where it has none. A
  /// field that was sent again counts once.
  package init(_ headers: Headers, wallClock: Int64) {
    let date = headers.single("Date").flatMap { HTTPDate.parse($0, now: Int(wallClock)) }
    let now = date ?? Int(wallClock)
    func field(_ name: String) -> String? {
      headers.single("X-RateLimit-\(name)") ?? headers.single("X-Rate-Limit-\(name)")
    }
    resource = field("Resource").flatMap { $0.isEmpty ? nil : $0 }
    limit = Self.number(field("Limit"))
    remaining = Self.number(field("Remaining")).map { max(0, $0) }
    retryAfter = headers.single("Retry-After").flatMap { RetryAfter.parse($0, now: now) }
    resetsIn = field("Reset").flatMap { Self.reset($0, now: now) }
    if remaining == nil { takeDraft(RateLimitDraft(headers)) }
  }

  /// Whether nothing is left.
  package var isUsedUp: Bool { remaining == 0 }

  private mutating func takeDraft(_ draft: RateLimitDraft?) {
    guard let draft else { return }
    limit = draft.limit
    remaining = draft.remaining.map { max(0, $0) }
    resetsIn = draft.reset.map(Self.believed) ?? resetsIn
  }

  /// Numbers below this are seconds from now, those above the other milliseconds since 1970.
  private static let firstTime = 1_000_000_000
  private static let firstMilliseconds = 1_500_000_000_000

  private static func reset(_ text: String, now: Int) -> Duration? {
    guard let number = number(text) else {
      return HTTPDate.parse(text, now: now).map { believed($0 - now) }
    }
    guard number >= firstTime else { return believed(number) }
    return believed((number < firstMilliseconds ? number : number / 1000) - now)
  }

  private static func believed(_ seconds: Int) -> Duration {
    min(max(.seconds(seconds), .zero), longestReset)
  }

  /// A whole number; a proxy may have joined a field that was sent twice.
  private static func number(_ text: String?) -> Int? {
    let first = text?.prefix { $0 != "," }
    return first.flatMap { Int($0.filter { $0 != " " && $0 != "\t" }) }
  }
}
