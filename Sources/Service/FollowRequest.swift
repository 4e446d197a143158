import Explorer

/// What somebody has asked for: to follow a login, or no longer to.
struct FollowRequest {
  let key: RequestKey
  let login: String
  let following: Bool
  let source: any Source
  let timeout: Duration
  /// Whether it is a command of an editor, which shows nothing of it by itself.
  let isCommand: Bool

  /// One repetition after a lost answer, which is safe: both requests are idempotent.
  var policy: RetryPolicy {
    RetryPolicy(maximumRetries: 1, deadline: timeout * 2 + .seconds(1), requestTimeout: timeout)
  }
}
