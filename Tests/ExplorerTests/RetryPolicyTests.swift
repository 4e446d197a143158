import Explorer
import Testing

@Suite("When a failed attempt is worth another")
struct RetryPolicyTests {
  @Test func `waits are 200 and 400 ms, give or take a quarter`() {
    var (shortest, longest): ([Duration], [Duration]) = ([], [])
    for seed in UInt64(1)...400 {
      let waits = waits(Attempts(policy: policy(), now: .zero, seed: seed))
      #expect(waits.count == 2)
      shortest = shortest.isEmpty ? waits : zip(shortest, waits).map(min)
      longest = longest.isEmpty ? waits : zip(longest, waits).map(max)
    }
    for (k, base) in [200.0, 400.0].enumerated() {
      #expect(shortest[k] >= .milliseconds(base * 0.75))
      #expect(longest[k] <= .milliseconds(base * 1.25))
      // The whole range is used.
      #expect(shortest[k] < .milliseconds(base * 0.8))
      #expect(longest[k] > .milliseconds(base * 1.2))
    }
  }

  @Test(arguments: 0...10)
  func `there are so many retries and no more`(maximum: Int) {
    let waits = waits(
      Attempts(policy: policy(retries: maximum, deadline: .seconds(10_000)), now: .zero, seed: 7))
    #expect(waits.count == maximum)
  }

  @Test(
    arguments: [
      (.offline(.lost), true), (.offline(.refused(host: "h")), true), (.timeout, true),
      (.serverError, true), (.badResponse(.undecodable(place: "items")), true),
      (.badResponse(.malformed(reason: "cut")), true), (.badResponse(.unusableItems), true),
      (.badResponse(.tooLarge(limit: 1)), false), (.badResponse(.redirect), false),
      (.badResponse(.nextLinkElsewhere), false), (.badResponse(.status), false),
      (.tls(reason: "x"), false), (.unauthorized(.noToken), false),
      (.forbidden(.plain(message: nil)), false),
      (.notFound(what: "x"), false), (.invalidQuery(.empty), false), (.cancelled, false),
      (.notSupported(feature: "x"), false), (.misconfigured(reason: "x"), false),
    ] as [(SourceError.Cause, Bool)])
  func `what cannot get better is not repeated`(cause: SourceError.Cause, isRepeated: Bool) {
    let error = SourceError(cause, httpStatus: 400)
    #expect(error.mayPass == isRepeated)
    var attempts = Attempts(policy: policy(), now: .zero, seed: 1)
    let decision = attempts.failed(error, now: .zero)
    #expect((wait(decision) != nil) == isRepeated)
    if !isRepeated { #expect(decision == .giveUp(Failure(error, attempts: attempts.last))) }
  }

  @Test func `a 408 is the one client error that is repeated`() {
    #expect(SourceError(.badResponse(.status), httpStatus: 408).mayPass)
    #expect(!SourceError(.badResponse(.status), httpStatus: 410).mayPass)
  }

  @Test(arguments: [61, 3600])
  func `who asks for more than a minute is not asked again before that`(seconds: Int) {
    let error = SourceError(.serverError, httpStatus: 503, retryAfter: .seconds(seconds))
    var attempts = Attempts(policy: policy(deadline: .seconds(9999)), now: .zero, seed: 1)
    #expect(attempts.failed(error, now: .zero) == .giveUp(Failure(error, attempts: 1)))
  }

  @Test func `what was held back was no attempt`() {
    let error = SourceError(.serverError, retryAfter: .seconds(2))
    var attempts = Attempts(policy: policy(retries: 0), now: .zero, seed: 1)
    #expect(wait(attempts.failed(error, now: .zero)) == .seconds(2))
    #expect(attempts.last == 0)
  }

  @Test(
    arguments: [
      (.refused(status: 407), false), (.refused(status: 403), false), (.misspelt, false),
      (.refused(status: 503), true), (.unresolved(host: "p"), true),
      (.unreachable(host: "p"), true),
    ] as [(SourceError.Proxy, Bool)])
  func `a proxy that refuses is not asked again`(proxy: SourceError.Proxy, mayPass: Bool) {
    #expect(SourceError(.offline(.proxy(proxy))).mayPass == mayPass)
  }

  @Test func `all attempts together keep to the deadline`() {
    var attempts = Attempts(policy: policy(retries: 10, deadline: .seconds(9)), now: .zero, seed: 3)
    #expect(attempts.timeout(now: .zero) == .seconds(8))
    #expect(wait(attempts.failed(SourceError(.timeout), now: .seconds(8))) != nil)
    #expect(attempts.timeout(now: .milliseconds(8_250)) == .milliseconds(750))
    #expect(wait(attempts.failed(SourceError(.timeout), now: .seconds(9))) == nil)
  }

  @Test func `the deadline counts from the start of this request, not of the process`() {
    let start: Duration = .seconds(1_000)
    var attempts = Attempts(policy: policy(), now: start, seed: 3)
    #expect(attempts.timeout(now: start) == .seconds(8))
    #expect(wait(attempts.failed(SourceError(.serverError), now: start + .seconds(1))) != nil)
  }

  @Test func `each request that was sent is counted, also one after a wait that was asked for`() {
    var attempts = Attempts(policy: policy(retries: 1), now: .zero, seed: 3)
    let error = SourceError(.serverError, httpStatus: 503, retryAfter: .seconds(2))
    for count in 1...3 {
      _ = attempts.failed(error, now: .zero)
      #expect(attempts.last == count)
    }
  }

  @Test func `a server's own wait uses up no attempt, but the deadline holds`() {
    var attempts = Attempts(policy: policy(retries: 1), now: .zero, seed: 3)
    let error = SourceError(.serverError, httpStatus: 503, retryAfter: .seconds(2))
    var now: Duration = .zero
    var count = 0
    while let wait = wait(attempts.failed(error, now: now)) {
      #expect(wait == .seconds(2))
      now += wait
      count += 1
      guard count < 100 else { break }
    }
    #expect(count == 4)
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `a server's wait of nothing or in the past is a second`(asked: Duration) {
    for cause in [SourceError.Cause.serverError, limit] {
      var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
      let decision = attempts.failed(
        SourceError(cause, httpStatus: 429, retryAfter: asked), now: .zero)
      #expect(wait(decision) == .seconds(1))
    }
  }

  @Test func `a limit waits up to 60 s, and the deadline does not count it`() {
    var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
    let error = SourceError(limit, httpStatus: 403, retryAfter: .seconds(60))
    #expect(wait(attempts.failed(error, now: .seconds(1))) == .seconds(60))
    #expect(attempts.timeout(now: .seconds(61)) == .seconds(8))
    #expect(wait(attempts.failed(SourceError(.serverError), now: .seconds(62))) != nil)
  }

  @Test func `a limit of more than 60 s fails at once, with its time`() {
    var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
    let error = SourceError(limit, httpStatus: 403, retryAfter: .seconds(61))
    #expect(attempts.failed(error, now: .zero) == .giveUp(Failure(error, attempts: 1)))
  }

  @Test func `a limit without a time fails at once and says 60 s`() {
    var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
    guard
      case .giveUp(let failure) = attempts.failed(SourceError(limit, httpStatus: 429), now: .zero)
    else {
      Issue.record("it is repeated")
      return
    }
    #expect(failure.error.retryAfter == .seconds(60))
  }

  @Test func `a budget that is used up before anything was sent counts no attempt`() {
    var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
    let error = SourceError(limit, retryAfter: .seconds(90))
    #expect(attempts.failed(error, now: .zero) == .giveUp(Failure(error, attempts: 0)))
  }

  @Test func `no query waits for limits for ever`() {
    var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
    let error = SourceError(limit, httpStatus: 429, retryAfter: .seconds(30))
    var now: Duration = .zero
    var count = 0
    while let wait = wait(attempts.failed(error, now: now)), count < 1_000 {
      now += wait
      count += 1
    }
    #expect(count < 1_000)
  }

  @Test func `a limit that is told again and again ends by the deadline`() {
    var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
    let error = SourceError(limit, httpStatus: 429, retryAfter: .seconds(2))
    var now: Duration = .zero
    while let wait = wait(attempts.failed(error, now: now)), now < .seconds(1_000) { now += wait }
    #expect(now == .seconds(10))
    #expect(attempts.last == 1)
  }

  @Test func `an attempt is numbered as it fails`() {
    var attempts = Attempts(policy: policy(), now: .zero, seed: 3)
    #expect(attempts.last == 0)
    for number in 1...3 {
      _ = attempts.failed(SourceError(.serverError), now: .zero)
      #expect(attempts.last == number)
    }
  }

  private let limit = SourceError.Cause.rateLimited(
    SourceError.Limit(resource: "search", hasToken: false))

  private func policy(retries: Int = 2, deadline: Duration = .seconds(9)) -> RetryPolicy {
    RetryPolicy(maximumRetries: retries, deadline: deadline, requestTimeout: .seconds(8))
  }

  private func wait(_ decision: Attempts.Decision) -> Duration? {
    guard case .retry(let wait) = decision else { return nil }
    return wait
  }

  /// The waits after failure upon failure, each at once.
  private func waits(_ attempts: Attempts) -> [Duration] {
    var attempts = attempts
    var waits: [Duration] = []
    while let wait = wait(attempts.failed(SourceError(.serverError), now: .zero)),
      waits.count < 50
    {
      waits.append(wait)
    }
    return waits
  }
}
