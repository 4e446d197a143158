import Explorer

extension Environment {
  /// Makes attempts at one thing until one succeeds or the policy gives up.
  ///
  /// For requests that are answered once; a live search does the same in its core.
  ///
  /// - Parameters:
  ///   - isWorthwhile: whether an error that may pass deserves another attempt.
  ///   - waiting: is told of a rate limit that is waited for.
  package func attempt<Value: Sendable>(
    _ policy: RetryPolicy, seed: UInt64,
    isWorthwhile: @Sendable (SourceError) -> Bool = { _ in true },
    waiting: @Sendable (Failure) -> Void = { _ in },
    _ body: @Sendable (_ timeout: Duration) async -> Result<Value, SourceError>
  ) async -> Result<Value, Failure> {
    var attempts = Attempts(policy: policy, now: now(), seed: seed)
    while true {
      let error: SourceError
      switch await body(attempts.timeout(now: now())) {
      case .success(let value): return .success(value)
      case .failure(let failure): error = failure
      }
      switch attempts.failed(error, now: now()) {
      case .giveUp(let failure): return .failure(failure)
      case .retry where !isWorthwhile(error):
        return .failure(Failure(error, attempts: attempts.last))
      case .retry(let wait):
        if case .rateLimited = error.cause { waiting(Failure(error, attempts: attempts.last)) }
        await sleep(now() + wait)
        guard !Task.isCancelled else {
          return .failure(Failure(SourceError(.cancelled), attempts: attempts.last))
        }
      }
    }
  }
}
