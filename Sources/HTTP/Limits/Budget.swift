import Synchronization

/// The rate budget that all requests share.
package final class Budget: Sendable {
  private let state = Mutex(RateBudget())

  package init() {}

  /// Notes what an answer said; `fallback` is the budget where the answer names none.
  package func record(_ headers: RateLimitHeaders, fallback: String, now: Duration) {
    state.withLock { $0.record(headers, fallback: fallback, now: now) }
  }

  /// Lets nothing through for that time.
  package func block(_ resource: String, for time: Duration, now: Duration) {
    state.withLock { $0.block(resource, for: time, now: now) }
  }

  /// The time until something may be sent; nil when it may be now.
  package func wait(for resource: String, now: Duration) -> Duration? {
    state.withLock { $0.wait(for: resource, now: now) }
  }

  /// Every budget that was heard of, by name.
  package func readings(now: Duration) -> [RateBudget.Reading] {
    state.withLock { $0.readings(now: now) }
  }
}
