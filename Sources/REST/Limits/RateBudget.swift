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

  fileprivate struct Entry {
    var limit: Int?
    var remaining: Int?
    var resetAt: Duration?
    /// Nothing is sent before this time, whatever remains, and why.
    var blockedUntil: Duration?
    var reason = Hold.Reason.limit
    /// Refusals in a row that named a reset which had passed.
    var vainResets = 0
  }

  /// Why nothing may be sent just now, and for how long.
  package struct Hold: Sendable, Equatable {
    /// What keeps requests back.
    package enum Reason: Sendable, Equatable {
      case limit
      /// The server has a problem of its own and asked to be left alone.
      case serverError
    }

    /// The time until something may be sent.
    package var wait: Duration
    package var reason: Reason
  }

  /// The wait where a limit names none.
  package static let unnamedWait: Duration = .seconds(60)
  /// Two resets no further apart are the same one: servers tell them in whole seconds.
  private static let resetTolerance: Duration = .seconds(2)

  /// So many budgets are told apart; servers name a handful.
  private static let maximumEntries = 64

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
    if remaining > 0 { entry.vainResets = 0 }
    if entries.count >= Self.maximumEntries { entries = entries.filter { $0.value.isInForce(now) } }
    entries[headers.resource ?? fallback] = entry
  }

  /// Lets nothing through for that time: what was said is not in the numbers of the headers.
  package mutating func block(
    _ resource: String, for time: Duration, because reason: Hold.Reason, now: Duration
  ) {
    let until = now + time
    guard until > entries[resource]?.blockedUntil ?? now else { return }
    entries[resource, default: Entry()].blockedUntil = until
    entries[resource, default: Entry()].reason = reason
  }

  /// Lets nothing through for longer each time: nothing is left, and the reset that was named has
  /// passed.
  ///
  /// - Returns: the wait: 1 s, 2 s, 4 s and so on, a minute at most.
  package mutating func blockAfterVainReset(_ resource: String, now: Duration) -> Duration {
    let count = entries[resource]?.vainResets ?? 0
    let wait = min(.seconds(1 << min(count, 6)), Self.unnamedWait)
    entries[resource, default: Entry()].vainResets = count + 1
    block(resource, for: wait, because: .limit, now: now)
    return wait
  }

  /// What keeps requests back; nil when something may be sent now.
  package func hold(on resource: String, now: Duration) -> Hold? {
    guard let entry = entries[resource] else { return nil }
    let reset = entry.remaining == 0 ? entry.resetAt : nil
    guard let until = [reset, entry.blockedUntil].compactMap(\.self).max(), until > now else {
      return nil
    }
    return Hold(wait: until - now, reason: until == reset ? .limit : entry.reason)
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

extension RateBudget.Entry {
  /// Whether it still says something that a new one would not.
  fileprivate func isInForce(_ now: Duration) -> Bool {
    resetAt ?? now > now || blockedUntil ?? now > now
  }
}
