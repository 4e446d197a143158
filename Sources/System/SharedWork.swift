import Synchronization

/// Work that all who need it wait for together.
///
/// It runs on threads of our own, also where it blocks. Who is cancelled leaves at once. The work ends
/// when nobody has waited for it for a moment: typing cancels and asks again.
package final class SharedWork<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value?, Never>

  private struct State {
    var nextID = 0
    var waiters: [Int: Waiter] = [:]
    /// Who was cancelled before it began to wait.
    var left: Set<Int> = []
    var work: Task<Void, Never>?
    /// The work under way was cancelled; those who came since want it anew.
    var isBrokenOff = false
    var ending: Task<Void, Never>?
    /// What is to be done, in the words of who came last.
    var body: (@Sendable () async -> Value)?
  }

  private let state = Mutex(State())
  private let sleep: @Sendable () async -> Void

  /// - Parameter sleep: returns after the moment for which nobody may wait.
  package init(sleep: @escaping @Sendable () async -> Void) { self.sleep = sleep }

  deinit {
    state.withLock { state in
      state.work?.cancel()
      state.ending?.cancel()
    }
  }

  /// What the work comes to, which is begun where none is under way; nil where the waiting task was
  /// cancelled.
  package func value(of body: @escaping @Sendable () async -> Value) async -> Value? {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    defer { state.withLock { _ = $0.left.remove(id) } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isWaiting = state.withLock { state in
          guard !state.left.contains(id) else { return false }
          state.waiters[id] = waiter
          state.body = body
          state.ending?.cancel()
          state.ending = nil
          if state.work == nil { state.work = start(body) }
          return true
        }
        if !isWaiting { waiter.resume(returning: nil) }
      }
    } onCancel: {
      leave(id)
    }
  }

  private func start(_ body: @escaping @Sendable () async -> Value) -> Task<Void, Never> {
    Task(executorPreference: ThreadPool.shared) { [weak self] in
      let value = await body()
      self?.finish(value)
    }
  }

  private func finish(_ value: Value) {
    let waiters = state.withLock { state -> [Waiter] in
      state.work = nil
      guard !state.isBrokenOff else {
        state.isBrokenOff = false
        if !state.waiters.isEmpty, let body = state.body { state.work = start(body) }
        return []
      }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: value) }
  }

  private func leave(_ id: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let waiter = state.waiters.removeValue(forKey: id) else {
        state.left.insert(id)
        return nil
      }
      if state.waiters.isEmpty, state.work != nil, !state.isBrokenOff {
        state.ending = Task(executorPreference: ThreadPool.shared) { [weak self] in
          await self?.sleep()
          if !Task.isCancelled { self?.endUnlessWaitedFor() }
        }
      }
      return waiter
    }
    waiter?.resume(returning: nil)
  }

  private func endUnlessWaitedFor() {
    let work = state.withLock { state -> Task<Void, Never>? in
      guard state.waiters.isEmpty, state.work != nil else { return nil }
      state.isBrokenOff = true
      return state.work
    }
    work?.cancel()
  }
}
