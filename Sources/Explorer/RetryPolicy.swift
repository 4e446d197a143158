/// When a failed attempt is worth another one.
package struct RetryPolicy: Sendable, Equatable {
  package var maximumRetries: Int
  /// For all attempts together; of waits for a rate limit that was told again and again the first is
  /// left out.
  package var deadline: Duration
  /// For one attempt.
  package var requestTimeout: Duration

  /// The longest wait that a server may ask for; a longer one is a failure at once.
  package static let longestServerWait: Duration = .seconds(60)
  /// All waits for a limit that one query may spend, so that none waits for ever.
  static let longestLimitWait: Duration = .seconds(180)
  private static let firstBackoff: Duration = .milliseconds(200)

  package init(maximumRetries: Int, deadline: Duration, requestTimeout: Duration) {
    self.maximumRetries = maximumRetries
    self.deadline = deadline
    self.requestTimeout = requestTimeout
  }

  /// 200 ms·2^(retry−1), give or take a quarter; `jitter` is uniform in 0…1.
  static func backoff(retry: Int, jitter: Double) -> Duration {
    firstBackoff * (1 << min(retry - 1, 20)) * (0.75 + jitter / 2)
  }
}

/// The attempts at one thing, and what follows from each failure.
package struct Attempts: Sendable, Equatable {
  package enum Decision: Sendable, Equatable {
    case retry(after: Duration)
    case giveUp(Failure)
  }

  private let policy: RetryPolicy
  private var startedAt: Duration
  private var used = 0
  private var made = 0
  private var limitWait: Duration = .zero
  /// How many answers in a row told of a rate limit.
  private var limitAnswers = 0
  private var random: SplitMix64

  package init(policy: RetryPolicy, now: Duration, seed: UInt64) {
    self.policy = policy
    startedAt = now
    random = SplitMix64(seed: seed)
  }

  /// How many requests were sent, each of which has failed.
  package var last: Int { made }

  /// The time that the next attempt may take.
  package func timeout(now: Duration) -> Duration {
    min(policy.requestTimeout, max(.milliseconds(1), policy.deadline - spent(now)))
  }

  /// The failure where nobody waits any longer; an attempt that is under way counts as sent.
  package func expired(lastError: SourceError?, isWaiting: Bool) -> Failure {
    Failure(lastError ?? SourceError(.timeout), attempts: made + (isWaiting ? 0 : 1))
  }

  /// Decides what follows from `error`, which ended the attempt under way at `now`.
  package mutating func failed(_ error: SourceError, now: Duration) -> Decision {
    if error.hasMadeProgress {
      (used, made, startedAt, limitWait, limitAnswers) = (0, 0, now, .zero, 0)
    }
    made += error.earlierRequests
    if error.wasSent {
      used += 1
      made += 1
    }
    guard error.mayPass else { return giveUp(error) }
    if case .rateLimited = error.cause { return waitForLimit(error, now) }

    limitAnswers = 0
    let wait: Duration
    if let asked = error.retryAfter {
      // Nobody is asked sooner than they said, and a wait that they asked for costs no attempt.
      wait = max(asked, .seconds(1))
      guard wait <= RetryPolicy.longestServerWait else { return giveUp(error) }
      if error.wasSent { used -= 1 }
    } else {
      guard used <= policy.maximumRetries else { return giveUp(error) }
      wait = RetryPolicy.backoff(retry: used, jitter: random.unit())
    }
    guard spent(now) + wait < policy.deadline else { return giveUp(error) }
    return .retry(after: wait)
  }

  private mutating func waitForLimit(_ error: SourceError, _ now: Duration) -> Decision {
    guard let asked = error.retryAfter else {
      var error = error
      error.retryAfter = RetryPolicy.longestServerWait
      return giveUp(error)
    }
    let wait = asked > .zero ? asked : .seconds(1)
    guard wait <= RetryPolicy.longestServerWait, limitWait + wait <= RetryPolicy.longestLimitWait
    else { return giveUp(error) }
    if error.wasSent {
      used -= 1
      limitAnswers += 1
    }
    guard limitAnswers < 2 || spent(now) + wait < policy.deadline else { return giveUp(error) }
    if limitAnswers < 2 { limitWait += wait }
    return .retry(after: wait)
  }

  private func giveUp(_ error: SourceError) -> Decision {
    .giveUp(Failure(error, attempts: made))
  }

  /// The time that counts against the deadline.
  private func spent(_ now: Duration) -> Duration { now - startedAt - limitWait }
}

extension SourceError {
  /// Whether the same request may succeed later: what cannot get better is not repeated.
  package var mayPass: Bool {
    switch cause {
    case .offline(.proxy(let proxy)): proxy.mayPass
    case .offline, .timeout, .rateLimited, .serverError: true
    case .badResponse(let reason):
      switch reason {
      case .undecodable, .unusableItems, .malformed: true
      case .status: httpStatus == 408
      case .brokenFile, .tooLarge, .redirect, .nextLinkElsewhere, .saysItFailed: false
      }
    case .tls, .unauthorized, .forbidden, .notFound, .invalidQuery, .cancelled, .notSupported,
      .cannotSort, .misconfigured:
      false
    }
  }

  /// Whether a request left at all; an exhausted budget, a server that asked to be left alone or a
  /// bad query keeps it back.
  var wasSent: Bool {
    switch cause {
    case .rateLimited, .invalidQuery, .unauthorized, .misconfigured: httpStatus != nil
    case .serverError: httpStatus != nil || retryAfter == nil
    case .notSupported, .cannotSort: false
    case .offline, .timeout, .tls, .forbidden, .notFound, .badResponse, .cancelled:
      true
    }
  }
}

extension SourceError.Proxy {
  /// A wrong password, a refusal and a misspelt variable stay what they are.
  fileprivate var mayPass: Bool {
    switch self {
    case .unresolved, .unreachable, .failed: true
    case .refused(let status): status >= 500
    case .misspelt: false
    }
  }
}

/// A small seeded generator (SplitMix64): the same seed gives the same numbers.
package struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0…1.
  package mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
