import Synchronization

/// Virtual time that moves by hand and never by itself.
///
/// Time goes from one sleeper's deadline to the next, so that whoever is woken early may sleep again
/// before it goes on.
package final class TestClock: Sendable {
  private struct Sleeper {
    let number: Int
    let deadline: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: Duration = .zero
    var lastNumber = 0
    var sleepers: [Sleeper] = []
    /// Cancelled before they slept.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Counted from the start of the clock.
  package var now: Duration { state.withLock(\.now) }

  /// How many are asleep.
  package var sleeperCount: Int { state.withLock(\.sleepers.count) }

  /// Returns at that time, or as soon as the task is cancelled.
  package func sleep(until deadline: Duration) async {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.cancelled.remove(number) != nil || deadline <= state.now { return true }
          state.sleepers.append(
            Sleeper(number: number, deadline: deadline, continuation: continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      cancel(number)
    }
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  /// Moves time forward and wakes whose deadline has come, earliest first.
  ///
  /// - Parameter settle: called after each step, to let those who were woken run.
  package func advance(by duration: Duration, settle: () -> Void = {}) {
    let end = now + duration
    while let next = earliestDeadline(upTo: end) {
      wake(at: next)
      settle()
    }
    wake(at: end)
    settle()
  }

  private func earliestDeadline(upTo end: Duration) -> Duration? {
    state.withLock { state in
      state.sleepers.map(\.deadline).filter { $0 <= end }.min()
    }
  }

  private func wake(at time: Duration) {
    let woken = state.withLock { state in
      state.now = max(state.now, time)
      let now = state.now
      let woken = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return woken.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume()
  }
}
