import JSON

extension Server {
  /// Answers a request with what `body` returns, unless it is cancelled before.
  func answerLater(
    during feature: Feature, _ body: @escaping @Sendable () async -> JSONValue
  ) -> HandlerOutcome {
    .later(feature) { [context] key in
      let inbox = context.inbox
      let task = context.environment.start {
        let result = await body()
        inbox.post(.finished(key, Completion(outcome: .success(result))))
      }
      return { task.cancel() }
    }
  }
}

extension Environment {
  /// What `body` returns, or nil where that takes longer; `body` is cancelled then.
  func within<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async -> Value?
  ) async -> Value? {
    let deadline = now() + limit
    return await withTaskGroup(of: Value?.self) { group in
      group.addTask(executorPreference: executor) { await body() }
      group.addTask(executorPreference: executor) {
        await sleep(deadline)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
