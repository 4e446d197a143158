import Synchronization

/// The rate budget that all requests with one token to one host share.
package final class Budget: Sendable {
  private let state = Mutex(RateBudget())

  package init() {}

  /// Reads or changes the budget; `body` must not wait.
  func withLock<Value: Sendable>(_ body: (inout RateBudget) -> Value) -> Value {
    state.withLock { body(&$0) }
  }

  /// Every budget that was heard of, by name.
  package func readings(now: Duration) -> [RateBudget.Reading] {
    withLock { $0.readings(now: now) }
  }
}
