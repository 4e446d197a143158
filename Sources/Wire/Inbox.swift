import Synchronization

/// The one place where the loop awaits its input, in the order it was posted.
package final class Inbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var weight = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let onTake: @Sendable () -> Void

  /// - Parameter onTake: called when the loop has taken all there was.
  package init(onTake: @escaping @Sendable () -> Void = {}) { self.onTake = onTake }

  /// Adds an event; `weight` (bytes) is what `weight` below sums up until it is taken.
  package func post(_ event: Event, weight: Int = 0) {
    let waiter = state.withLock { state in
      state.events.append(event)
      state.weight += weight
      let waiter = state.waiter
      state.waiter = nil
      return waiter
    }
    waiter?.resume()
  }

  /// What has been posted and not been taken, in bytes.
  package var weight: Int { state.withLock { $0.weight } }

  /// Waits until there is something and returns all of it; for one caller at a time.
  package func next() async -> [Event] {
    while true {
      let events = take()
      if !events.isEmpty { return events }
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          guard state.events.isEmpty else { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }

  /// Removes and returns what there is, without waiting.
  package func take() -> [Event] {
    let events = state.withLock { state in
      let events = state.events
      state.events = []
      state.weight = 0
      return events
    }
    if !events.isEmpty { onTake() }
    return events
  }
}
