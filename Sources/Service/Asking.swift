import Explorer

extension Environment {
  /// Makes attempts at one thing until one succeeds or the policy gives up.
  ///
  /// For requests that are answered once; a live search does the same in its core.
  package func attempt<Value: Sendable>(
    _ policy: RetryPolicy, seed: UInt64,
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
      case .retry(let wait):
        await sleep(now() + wait)
        guard !Task.isCancelled else {
          return .failure(Failure(SourceError(.cancelled), attempts: attempts.last))
        }
      }
    }
  }
}
