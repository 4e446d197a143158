import Synchronization

/// The events of one loop, in the order they were posted, and whose turn it is to handle them.
///
/// Whoever posts an event to an idle loop handles it, on its own thread, together with all that is
/// posted meanwhile; whoever posts to a busy one leaves it there. So events are handled one after the
/// other although the loop has no thread. No lock is held while one is handled: handlers may post.
package final class Inbox<Event: Sendable>: Sendable {
  /// Handles events in their order; false where it wants no more.
  package typealias Handler = @Sendable ([Event]) -> Bool

  private struct State {
    var events: [Event] = []
    var weight = 0
    var handler: Handler?
    /// Whether a turn is being taken.
    var isBusy = false
    var isClosed = false
    var waiter: CheckedContinuation<Void, Never>?

    mutating func add(_ event: Event, _ weight: Int) {
      guard !isClosed else { return }
      events.append(event)
      self.weight += weight
    }

    /// Takes the turn and all events; nil where somebody has it, or there is nothing to do.
    mutating func begin() -> (events: [Event], handler: Handler)? {
      guard !isBusy, !events.isEmpty, let handler else { return nil }
      defer { (events, weight, isBusy) = ([], 0, true) }
      return (events, handler)
    }

    mutating func end(wantsMore: Bool) -> CheckedContinuation<Void, Never>? {
      isBusy = false
      if wantsMore { return nil }
      (handler, events, weight, isClosed) = (nil, [], 0, true)
      return takeWaiter()
    }

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let state = Mutex(State())
  private let onTake: @Sendable () -> Void

  /// - Parameter onTake: called when all there was has been taken, before it is handled.
  package init(onTake: @escaping @Sendable () -> Void = {}) { self.onTake = onTake }

  /// What has been posted and not been taken, in bytes.
  package var weight: Int { state.withLock { $0.weight } }

  /// Adds an event, and handles what there is unless somebody does already.
  ///
  /// - Parameter weight: its bytes, which `weight` sums up until it is taken.
  package func post(_ event: Event, weight: Int = 0) {
    state.withLock { $0.add(event, weight) }
    takeTurns()
  }

  /// Adds an event that is handled elsewhere: by `serve`, or by whoever handles events now.
  ///
  /// For callers that have more to do, or hold a lock.
  package func handOver(_ event: Event, weight: Int = 0) {
    let waiter = state.withLock { state in
      state.add(event, weight)
      return state.isBusy ? nil : state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Lets `handler` take what was posted and what will be, and returns when it wants no more.
  ///
  /// What is handed over is handled on the calling task. An inbox is served once: a second call is a
  /// programming error and traps.
  package func serve(_ handler: @escaping Handler) async {
    let isFirst = state.withLock { state in
      guard state.handler == nil, !state.isClosed else { return false }
      state.handler = handler
      return true
    }
    precondition(isFirst, "an inbox is served once")
    while true {
      takeTurns()
      if state.withLock(\.isClosed) { return }
      await waitForHandover()
    }
  }

  /// Returns when there is something that nobody handles, or nothing more is wanted.
  private func waitForHandover() async {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.isClosed || !state.isBusy && !state.events.isEmpty { return true }
        state.waiter = continuation
        return false
      }
      if isDue { continuation.resume() }
    }
  }

  private func takeTurns() {
    while let (events, handler) = state.withLock({ $0.begin() }) {
      onTake()
      let wantsMore = handler(events)
      let waiter = state.withLock { $0.end(wantsMore: wantsMore) }
      waiter?.resume()
    }
  }
}
