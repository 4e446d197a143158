import Synchronization

/// The rate budget that all requests share.
final class Budget: Sendable {
  private let state = Mutex(RateBudget())

  func record(_ headers: RateLimitHeaders, fallback: String, now: Duration) {
    state.withLock { $0.record(headers, fallback: fallback, now: now) }
  }

  func block(_ resource: String, for time: Duration, now: Duration) {
    state.withLock { $0.block(resource, for: time, now: now) }
  }

  func wait(for resource: String, now: Duration) -> Duration? {
    state.withLock { $0.wait(for: resource, now: now) }
  }

  func readings(now: Duration) -> [RateBudget.Reading] {
    state.withLock { $0.readings(now: now) }
  }
}
