import HTTP
import REST
import Testing

@Suite("The rate budget")
struct RateBudgetTests {
  private func headers(_ remaining: Int?, reset: Int? = nil, resource: String? = nil) -> Headers {
    var headers: Headers = ["Date": "Wed, 07 Jan 2026 10:31:03 GMT", "X-RateLimit-Limit": "30"]
    if let remaining { headers.append(name: "x-ratelimit-remaining", value: "\(remaining)") }
    if let reset {
      headers.append(name: "x-ratelimit-reset", value: "\(Int(1_767_781_863) + reset)")
    }
    if let resource { headers.append(name: "x-ratelimit-resource", value: resource) }
    return headers
  }

  private func budget(_ steps: (Headers, at: Duration)...) -> RateBudget {
    var budget = RateBudget()
    for (headers, time) in steps {
      budget.record(RateLimitHeaders(headers, wallClock: 0), fallback: "core", now: time)
    }
    return budget
  }

  @Test func `nothing is known at first, and everything may be sent`() {
    #expect(RateBudget().hold(on: "core", now: .zero)?.wait == nil)
    #expect(budget((headers(nil), at: .zero)).hold(on: "core", now: .zero)?.wait == nil)
  }

  @Test func `used up, it waits for the reset`() {
    let budget = budget((headers(0, reset: 42), at: .seconds(100)))
    #expect(budget.hold(on: "core", now: .seconds(100))?.wait == .seconds(42))
    #expect(budget.hold(on: "core", now: .seconds(141))?.wait == .seconds(1))
    #expect(budget.hold(on: "core", now: .seconds(142))?.wait == nil)
  }

  @Test func `search and core are apart, and the header wins`() {
    let budget = budget((headers(0, reset: 42, resource: "search"), at: .zero))
    #expect(budget.hold(on: "core", now: .zero)?.wait == nil)
    #expect(budget.hold(on: "search", now: .zero)?.wait == .seconds(42))
  }

  @Test(arguments: [(-700_000_000, nil), (0, nil), (1 << 40, Duration.seconds(7200))])
  func `an absurd reset is cut to what is sensible`(reset: Int, wait: Duration?) {
    #expect(
      budget((headers(0, reset: reset), at: .zero)).hold(on: "core", now: .zero)?.wait == wait)
  }

  @Test(arguments: ["9999999999999999999999", "-9223372036854775808", "soon", ""])
  func `a reset that is no number is none`(reset: String) {
    var all = headers(0)
    all.append(name: "x-ratelimit-reset", value: reset)
    let wait = budget((all, at: .zero)).hold(on: "core", now: .zero)?.wait
    #expect(wait == .seconds(60) || wait == nil)
  }

  @Test func `without a reset it waits a minute`() {
    #expect(budget((headers(0), at: .zero)).hold(on: "core", now: .zero)?.wait == .seconds(60))
  }

  @Test func `within one window what remains only shrinks`() {
    let budget = budget(
      (headers(0, reset: 42), at: .zero), (headers(1, reset: 41), at: .seconds(1)))
    #expect(budget.hold(on: "core", now: .seconds(1))?.wait == .seconds(41))
  }

  @Test func `a new window starts afresh`() {
    let budget = budget(
      (headers(0, reset: 42), at: .zero), (headers(29, reset: 60), at: .seconds(43)))
    #expect(budget.hold(on: "core", now: .seconds(43))?.wait == nil)
    #expect(budget.readings(now: .seconds(43)).map(\.remaining) == [29])
  }

  @Test func `a block holds for its time, and a shorter one does not shorten it`() {
    var budget = RateBudget()
    budget.block("search", for: .seconds(60), because: .limit, now: .zero)
    budget.block("search", for: .seconds(5), because: .limit, now: .seconds(1))
    #expect(budget.hold(on: "search", now: .seconds(1))?.wait == .seconds(59))
    #expect(budget.hold(on: "search", now: .seconds(60))?.wait == nil)
    #expect(budget.hold(on: "core", now: .zero)?.wait == nil)
  }

  @Test func `where a reset has passed and nothing is left the waits grow`() {
    var budget = budget((headers(0, reset: -5), at: .zero))
    var waits: [Duration] = []
    for _ in 0..<8 { waits.append(budget.blockAfterVainReset("core", now: .zero)) }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    budget.record(
      RateLimitHeaders(headers(29, reset: 60), wallClock: 0), fallback: "core", now: .seconds(90))
    #expect(budget.blockAfterVainReset("core", now: .seconds(90)) == .seconds(1))
  }

  @Test func `of many budgets those that say nothing any more are forgotten`() {
    var budget = RateBudget()
    for i in 0..<1000 {
      budget.record(
        RateLimitHeaders(headers(5, reset: 1, resource: "r\(i)"), wallClock: 0), fallback: "core",
        now: .seconds(i * 2))
    }
    #expect(budget.readings(now: .seconds(2000)).count <= 64)
  }

  @Test(
    arguments: [
      ["RateLimit": #""default";r=0;t=30"#], ["RateLimit": "limit=10, remaining=0, reset=30"],
      ["RateLimit-Limit": "10", "RateLimit-Remaining": "0", "RateLimit-Reset": "30"],
      ["RateLimit": #""burst";r=5;t=1, "daily";q=100;r=0;t=30"#],
    ] as [Headers])
  func `the drafts' fields are read too, the tightest policy first`(headers: Headers) {
    let limits = RateLimitHeaders(headers, wallClock: 0)
    #expect(limits.isUsedUp && limits.resetsIn == .seconds(30))
  }

  @Test func `a field that was sent twice counts once`() {
    var twice = headers(0, reset: 42, resource: "search")
    for field in twice.fields { twice.append(name: field.name, value: field.value) }
    twice.append(name: "Retry-After", value: "120")
    twice.append(name: "Retry-After", value: "120")
    let limits = RateLimitHeaders(twice, wallClock: 0)
    #expect(limits.resource == "search" && limits.remaining == 0 && limits.limit == 30)
    #expect(limits.resetsIn == .seconds(42) && limits.retryAfter == .seconds(120))
  }

  @Test func `the readings tell where it stands`() {
    let budget = budget(
      (headers(7, reset: 30, resource: "search"), at: .zero),
      (headers(0, reset: 10, resource: "core"), at: .zero))
    #expect(
      budget.readings(now: .seconds(20)) == [
        RateBudget.Reading(resource: "core", limit: 30, remaining: 30, resetsIn: .zero),
        RateBudget.Reading(
          resource: "search", limit: 30, remaining: 7, resetsIn: .seconds(10)),
      ])
  }
}
