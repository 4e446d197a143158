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

extension ServerContext {
  /// Asks a source one question, again and again by the policy, and posts what `then` makes of the
  /// outcome; the caller owns the task.
  func ask<Value: Sendable>(
    _ source: any Source, during feature: Feature, _ policy: RetryPolicy,
    isWorthwhile: @escaping @Sendable (SourceError) -> Bool = { _ in true },
    _ question: @escaping @Sendable (_ timeout: Duration) async throws(SourceError) -> Value,
    then: @escaping @Sendable (Result<Value, ErrorReport>) -> LoopWork.Work
  ) -> Task<Void, Never> {
    let (environment, inbox, seed) = (environment, inbox, nextSeed())
    let descriptor = source.descriptor
    return environment.start {
      let answer = await environment.attempt(
        policy, seed: seed, isWorthwhile: isWorthwhile,
        waiting: { inbox.post(.waiting(ErrorReport($0, during: feature, of: descriptor))) }
      ) { timeout in
        await Result { () async throws(SourceError) in try await question(timeout) }
      }
      let outcome = answer.mapError { ErrorReport($0, during: feature, of: descriptor) }
      inbox.post(then(outcome))
    }
  }
}
