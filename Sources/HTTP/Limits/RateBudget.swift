/// What may still be sent, by the name of the budget; of one host and one token.
///
/// Times are monotonic, so that setting the clock moves no reset.
package struct RateBudget: Sendable {
  /// One budget as it stands.
  package struct Reading: Sendable, Equatable {
    /// The budget's name.
    package var resource: String
    /// How much the full budget is.
    package var limit: Int?
    /// How much of it is left.
    package var remaining: Int?
    /// The time until it is full again.
    package var resetsIn: Duration?

    package init(resource: String, limit: Int?, remaining: Int?, resetsIn: Duration?) {
      self.resource = resource
      self.limit = limit
      self.remaining = remaining
      self.resetsIn = resetsIn
    }
  }

  private struct Entry {
    var limit: Int?
    var remaining: Int?
    var resetAt: Duration?
    /// Nothing is sent before this time, whatever remains.
    var blockedUntil: Duration?
  }

  /// The wait where a limit names none.
  package static let unnamedWait: Duration = .seconds(60)
  /// Two resets no further apart are the same one: servers tell them in whole seconds.
  private static let resetTolerance: Duration = .seconds(2)

  private var entries: [String: Entry] = [:]

  package init() {}

  /// Notes what an answer said; `fallback` is the budget where the answer names none.
  package mutating func record(_ headers: RateLimitHeaders, fallback: String, now: Duration) {
    guard let remaining = headers.remaining else { return }
    var entry = entries[headers.resource ?? fallback] ?? Entry()
    let resetsIn = headers.resetsIn ?? (remaining == 0 ? Self.unnamedWait : nil)
    let resetAt = resetsIn.map { now + $0 }
    if let known = entry.remaining, entry.resetAt.map({ $0 > now }) ?? false,
      Self.isSame(entry.resetAt, resetAt)
    {
      // Answers overtake one another: within one window what remains only shrinks.
      entry.remaining = min(known, remaining)
    } else {
      entry.remaining = remaining
      entry.resetAt = resetAt
    }
    entry.limit = headers.limit
    entries[headers.resource ?? fallback] = entry
  }

  /// Lets nothing through for that time: a limit was hit that is not counted in the headers.
  package mutating func block(_ resource: String, for time: Duration, now: Duration) {
    let until = now + time
    if until > entries[resource]?.blockedUntil ?? now {
      entries[resource, default: Entry()].blockedUntil = until
    }
  }

  /// The time until something may be sent; nil when it may be now.
  package func wait(for resource: String, now: Duration) -> Duration? {
    guard let entry = entries[resource] else { return nil }
    let reset = entry.remaining == 0 ? entry.resetAt : nil
    guard let until = [reset, entry.blockedUntil].compactMap(\.self).max(), until > now else {
      return nil
    }
    return until - now
  }

  /// Every budget that was heard of, by name.
  package func readings(now: Duration) -> [Reading] {
    entries.sorted { $0.key < $1.key }.map { name, entry in
      let isOver = entry.resetAt.map { $0 <= now } ?? false
      return Reading(
        resource: name, limit: entry.limit, remaining: isOver ? entry.limit : entry.remaining,
        resetsIn: entry.resetAt.map { max($0 - now, .zero) })
    }
  }

  private static func isSame(_ a: Duration?, _ b: Duration?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a - b <= resetTolerance && b - a <= resetTolerance
  }
}
