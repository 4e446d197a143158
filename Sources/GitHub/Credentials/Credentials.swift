import Explorer
import HTTP
import REST
import Secrets
import Synchronization
import System

/// Who asks; found out at the first request, and again where that was no lasting answer.
///
/// A token is kept until a server refuses it or the settings are sent again; that none was found is
/// not kept at all. The lookup has a thread of its own, so that a command that hangs holds up nobody
/// but those who wait for it. It goes on when they stop waiting.
package final class Credentials: Sendable {
  private struct State {
    /// What was found last; nil before the first lookup has ended.
    var found: Credential?
    /// Whether `found` has a token that nothing speaks against.
    var isSettled = false
    var isLooking = false
    /// Whether what is being looked up was asked for before the settings were sent again.
    var isOutdated = false
    var isWaitTold = false
    var waiters: [Int: CheckedContinuation<Credential?, Never>] = [:]
  }

  /// How long a lookup goes on before whoever waits is told.
  private static let quietWait: Duration = .seconds(1)

  private let lookup: TokenLookup
  private let said: Said
  private let redactor: Redactor
  private let sleep: @Sendable (Duration) async -> Void
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let waiting: @Sendable (SourceProgress.Stage) -> Void
  private let state = Mutex(State())
  private let waiterCount = Atomic(0)

  /// - Parameters:
  ///   - environment: the value of a variable of the environment.
  ///   - redactor: is told of every token that is found.
  ///   - sleep: returns after that time, or as soon as the task is cancelled.
  ///   - start: runs a body on a thread that may block; false where there is none.
  ///   - waiting: is told when a lookup takes long, and when it has ended.
  package init(
    settings: GitHubSettings, environment: @escaping @Sendable (String) -> String?,
    launcher: any Launcher, redactor: Redactor = Redactor(), report: @escaping Report,
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = { body in
      (try? startThread(body)) != nil
    },
    waiting: @escaping @Sendable (SourceProgress.Stage) -> Void = { _ in }
  ) {
    let said = Said()
    lookup = TokenLookup(
      settings: settings, environment: environment, launcher: launcher,
      report: { if said.isNews($1) { report($0, $1) } })
    self.said = said
    (self.redactor, self.sleep, self.start, self.waiting) = (redactor, sleep, start, waiting)
  }

  /// What was found last; nil before a lookup has ended.
  package var found: Credential? { state.withLock(\.found) }

  /// Returns who asks, looking it up where that is not known for good.
  ///
  /// Waits for as long as the lookup takes; throws `.cancelled` as soon as the task is, and nothing
  /// else.
  package func credential() async throws(SourceError) -> Credential {
    let known = state.withLock { $0.isSettled ? $0.found : nil }
    if let known { return known }
    return try await lookedUp()
  }

  /// Returns who asks instead, after a server has refused `token`; nil where whatever gave it gives
  /// it again, or nothing.
  package func credential(replacing token: Token) async throws(SourceError) -> Credential? {
    let other = state.withLock { state in
      guard state.isSettled, state.found?.token == token else {
        return state.isSettled ? state.found : nil
      }
      state.isSettled = false
      return nil
    }
    if let other { return other }
    let credential = try await lookedUp()
    return credential.token == nil || credential.token == token ? nil : credential
  }

  /// Whether there is a token, as far as that is known within `limit`.
  func hasToken(within limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await self.credential())?.token != nil }
      group.addTask {
        await self.sleep(limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  /// Has the token looked up anew at the next request: what says where it is was said again.
  package func lookAgain() {
    state.withLock { state in
      state.isSettled = false
      state.isOutdated = state.isLooking
    }
  }

  // MARK: waiting

  private func lookedUp() async throws(SourceError) -> Credential {
    let credential = await withTaskGroup(of: Credential?.self) { group in
      group.addTask { await self.next() }
      group.addTask {
        await self.sleep(Self.quietWait)
        if !Task.isCancelled { self.tellWait() }
        return nil
      }
      var credential: Credential?
      for await found in group where found != nil || Task.isCancelled {
        credential = found
        break
      }
      group.cancelAll()
      return credential
    }
    guard let credential else { throw SourceError(.cancelled) }
    return credential
  }

  private enum Entry { case needNotWait(Credential?), isFirst, waits }

  /// Returns what the lookup finds; nil as soon as the task is cancelled.
  private func next() async -> Credential? {
    let id = waiterCount.add(1, ordering: .relaxed).newValue
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let entry = state.withLock { state -> Entry in
          // Asked under the lock: a cancellation after this finds the waiter in its place.
          guard !Task.isCancelled else { return .needNotWait(nil) }
          if state.isSettled, let found = state.found { return .needNotWait(found) }
          state.waiters[id] = continuation
          defer { state.isLooking = true }
          return state.isLooking ? .waits : .isFirst
        }
        switch entry {
        case .needNotWait(let credential): continuation.resume(returning: credential)
        case .isFirst: look()
        case .waits: break
        }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: nil)
    }
  }

  /// Says once that a lookup takes long.
  private func tellWait() {
    let isNews = state.withLock { state in
      guard state.isLooking, !state.isWaitTold else { return false }
      state.isWaitTold = true
      return true
    }
    guard isNews else { return }
    let place = lookup.slowPlace
    lookup.report(.info, "Waiting for a token: \(place) has not ended yet.")
    waiting(.began(title: "Waiting for \(place)"))
  }

  // MARK: looking

  private func look() {
    if !start({ self.finish(self.lookup.find()) }) { finish(.anonymous) }
  }

  private func finish(_ credential: Credential) {
    if let token = credential.token {
      redactor.remember(token)
      said.forget()
    }
    let isAgain = state.withLock { state in
      defer { state.isOutdated = false }
      return state.isOutdated
    }
    if isAgain { return look() }
    let (waiters, wasTold) = state.withLock { state in
      state.found = credential
      state.isSettled = credential.token != nil
      state.isLooking = false
      defer { (state.waiters, state.isWaitTold) = ([:], false) }
      return (Array(state.waiters.values), state.isWaitTold)
    }
    if wasTold { waiting(.ended) }
    for waiter in waiters { waiter.resume(returning: credential) }
  }
}

/// What was reported since a token was found last: a lookup that fails the same way again says nothing.
private final class Said: Sendable {
  private let lines = Mutex<Set<String>>([])

  func isNews(_ line: String) -> Bool { lines.withLock { $0.insert(line).inserted } }
  func forget() { lines.withLock { $0 = [] } }
}
