import Explorer
import HTTP
import Synchronization
import System

/// Who asks; found out at the first request, once.
///
/// The lookup has a thread of its own, so that a command that hangs holds up nobody but those who
/// wait for it. It goes on when they stop waiting.
package final class Credentials: Sendable {
  private enum State {
    case unasked
    case looking([Int: CheckedContinuation<Void, Never>])
    case found(Credential)
  }

  private let lookup: TokenLookup
  private let sleep: @Sendable (Duration) async -> Void
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let state = Mutex(State.unasked)
  private let waiterCount = Atomic(0)

  /// - Parameters:
  ///   - environment: the value of a variable of the environment.
  ///   - sleep: returns after that time, or as soon as the task is cancelled.
  ///   - start: runs a body on a thread that may block; false where there is none.
  package init(
    settings: GitHubSettings, environment: @escaping @Sendable (String) -> String?,
    launcher: any Launcher, report: @escaping Report,
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = { body in
      (try? startThread(body)) != nil
    }
  ) {
    lookup = TokenLookup(
      settings: settings, environment: environment, launcher: launcher, report: report)
    self.sleep = sleep
    self.start = start
  }

  /// What was found; nil before a lookup has ended.
  package var found: Credential? {
    state.withLock { state in
      guard case .found(let credential) = state else { return nil }
      return credential
    }
  }

  /// Returns who asks, looking it up the first time.
  ///
  /// Throws `.timeout` where that takes longer than `limit`, `.cancelled` as soon as the task is.
  package func credential(within limit: Duration) async throws(SourceError) -> Credential {
    if let found { return found }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.waitUntilFound() }
      group.addTask { await self.sleep(limit) }
      await group.next()
      group.cancelAll()
    }
    if let found { return found }
    throw SourceError(Task.isCancelled ? .cancelled : .timeout)
  }

  /// Returns once the lookup has ended, or the task is cancelled.
  private func waitUntilFound() async {
    let id = waiterCount.add(1, ordering: .relaxed).newValue
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        switch enter(id, continuation) {
        case .waits: break
        case .isFirst: look()
        case .needNotWait: continuation.resume()
        }
      }
    } onCancel: {
      leave(id)?.resume()
    }
  }

  private enum Entry { case waits, isFirst, needNotWait }

  private func enter(_ id: Int, _ continuation: CheckedContinuation<Void, Never>) -> Entry {
    state.withLock { state in
      // Asked under the lock: a cancellation after this finds the waiter in its place.
      guard !Task.isCancelled else { return .needNotWait }
      switch state {
      case .unasked:
        state = .looking([id: continuation])
        return .isFirst
      case .looking(var waiters):
        waiters[id] = continuation
        state = .looking(waiters)
        return .waits
      case .found: return .needNotWait
      }
    }
  }

  private func leave(_ id: Int) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      guard case .looking(var waiters) = state else { return nil }
      let continuation = waiters.removeValue(forKey: id)
      state = .looking(waiters)
      return continuation
    }
  }

  private func look() {
    let started = start { self.settle(self.lookup.find()) }
    if !started { settle(.anonymous) }
  }

  private func settle(_ credential: Credential) {
    let waiters = state.withLock { state in
      defer { state = .found(credential) }
      guard case .looking(let waiters) = state else { return [CheckedContinuation<Void, Never>]() }
      return Array(waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }
}
