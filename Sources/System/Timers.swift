import Synchronization

/// Wakes tasks at their times, from one thread that sleeps until the next of them.
///
/// The thread is started by the first who sleeps, and stays.
final class Timers: Sendable {
  private struct Sleeper {
    let deadline: ContinuousClock.Instant
    let number: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    /// The latest first.
    var sleepers: [Sleeper] = []
    var lastNumber = 0
    /// Cancelled before they slept.
    var cancelled: Set<Int> = []
    var hasThread = false

    /// Where a sleeper is or belongs.
    func place(of deadline: ContinuousClock.Instant, _ number: Int) -> Int {
      var (low, high) = (0, sleepers.count)
      while low < high {
        let middle = (low + high) / 2
        let other = sleepers[middle]
        if (other.deadline, other.number) > (deadline, number) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }

    mutating func takeDue(at now: ContinuousClock.Instant) -> [Sleeper] {
      var due: [Sleeper] = []
      while let next = sleepers.last, next.deadline <= now { due.append(sleepers.removeLast()) }
      return due
    }
  }

  private let state = Mutex(State())
  private let changes = ConditionVariable()

  /// Returns at that time, or as soon as the task is cancelled.
  func sleep(until deadline: ContinuousClock.Instant) async {
    guard hasThread() else {
      try? await Task.sleep(until: deadline, clock: .continuous)
      return
    }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let sleeper = Sleeper(deadline: deadline, number: number, continuation: continuation)
        if !add(sleeper) { continuation.resume() }
      }
    } onCancel: {
      cancel(deadline, number)
    }
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  /// Whether the thread runs; starts it where it does not.
  private func hasThread() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard isFirst else { return true }
    do throws(SystemError) {
      try startThread { [self] in run() }
      return true
    } catch {
      state.withLock { $0.hasThread = false }
      return false
    }
  }

  /// False where the sleeper has been cancelled already.
  private func add(_ sleeper: Sleeper) -> Bool {
    let isNext = state.withLock { state -> Bool? in
      if state.cancelled.remove(sleeper.number) != nil { return nil }
      let place = state.place(of: sleeper.deadline, sleeper.number)
      state.sleepers.insert(sleeper, at: place)
      return place == state.sleepers.count - 1
    }
    if isNext == true { changes.signal() }
    return isNext != nil
  }

  private func cancel(_ deadline: ContinuousClock.Instant, _ number: Int) {
    let (sleeper, isLast) = state.withLock { state -> (Sleeper?, Bool) in
      let place = state.place(of: deadline, number)
      guard place < state.sleepers.count, state.sleepers[place].number == number else {
        state.cancelled.insert(number)
        return (nil, false)
      }
      return (state.sleepers.remove(at: place), state.sleepers.isEmpty)
    }
    // With nobody to wake, the thread need not wake up later.
    if isLast { changes.signal() }
    sleeper?.continuation.resume()
  }

  private func run() -> Never {
    while true {
      let due = state.withLock { $0.takeDue(at: .now) }
      for sleeper in due { sleeper.continuation.resume() }
      let next = state.withLock { $0.sleepers.last?.deadline }
      changes.wait(until: next) { state.withLock { $0.sleepers.last?.deadline } != next }
    }
  }
}
