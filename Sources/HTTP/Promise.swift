import Synchronization

/// The promise of one result: the first one counts, and whoever waits is resumed exactly once.
final class Promise: Sendable {
  typealias Result = Swift.Result<TimedResponse, HTTPError>

  /// A response and how long it took to come.
  struct TimedResponse: Sendable {
    var response: Response
    var elapsed: Duration
  }

  private enum State {
    case pending
    case awaited(CheckedContinuation<Result, Never>)
    case fulfilled(Result)
  }

  private let state = Mutex(State.pending)

  var isFulfilled: Bool {
    state.withLock { if case .fulfilled = $0 { true } else { false } }
  }

  /// Resumes `continuation` with the result, at once where there is one already.
  ///
  /// Returns whether the result is still to come. To be called once.
  func await(_ continuation: CheckedContinuation<Result, Never>) -> Bool {
    let early = state.withLock { state -> Result? in
      if case .fulfilled(let result) = state { return result }
      state = .awaited(continuation)
      return nil
    }
    if let early { continuation.resume(returning: early) }
    return early == nil
  }

  /// Gives the result; a later one is dropped.
  func fulfil(_ result: Result) {
    let waiting = state.withLock { state -> CheckedContinuation<Result, Never>? in
      defer { if case .fulfilled = state {} else { state = .fulfilled(result) } }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: result)
  }
}
