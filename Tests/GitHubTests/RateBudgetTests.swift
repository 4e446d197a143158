import GitHub
import HTTP
import Testing

@Suite("The rate budget")
struct RateBudgetTests {
  private func headers(_ remaining: Int?, reset: Int? = nil, resource: String? = nil) -> Headers {
    var headers: Headers = ["Date": "Wed, 07 Jan 2026 10:31:03 GMT", "X-RateLimit-Limit": "30"]
    if let remaining { headers.append(name: "x-ratelimit-remaining", value: "\(remaining)") }
    if let reset {
      headers.append(name: "x-ratelimit-reset", value: "\(Int(Bench.wallClock) + reset)")
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
    #expect(RateBudget().wait(for: "core", now: .zero) == nil)
    #expect(budget((headers(nil), at: .zero)).wait(for: "core", now: .zero) == nil)
  }

  @Test func `used up, it waits for the reset`() {
    let budget = budget((headers(0, reset: 42), at: .seconds(100)))
    #expect(budget.wait(for: "core", now: .seconds(100)) == .seconds(42))
    #expect(budget.wait(for: "core", now: .seconds(141)) == .seconds(1))
    #expect(budget.wait(for: "core", now: .seconds(142)) == nil)
  }

  @Test func `search and core are apart, and the header wins`() {
    let budget = budget((headers(0, reset: 42, resource: "search"), at: .zero))
    #expect(budget.wait(for: "core", now: .zero) == nil)
    #expect(budget.wait(for: "search", now: .zero) == .seconds(42))
  }

  @Test(arguments: [(-1_767_781_000, nil), (0, nil), (1 << 40, Duration.seconds(7200))])
  func `an absurd reset is cut to what is sensible`(reset: Int, wait: Duration?) {
    #expect(budget((headers(0, reset: reset), at: .zero)).wait(for: "core", now: .zero) == wait)
  }

  @Test(arguments: ["9999999999999999999999", "-9223372036854775808", "soon", ""])
  func `a reset that is no number is none`(reset: String) {
    var all = headers(0)
    all.append(name: "x-ratelimit-reset", value: reset)
    let wait = budget((all, at: .zero)).wait(for: "core", now: .zero)
    #expect(wait == .seconds(60) || wait == nil)
  }

  @Test func `without a reset it waits a minute`() {
    #expect(budget((headers(0), at: .zero)).wait(for: "core", now: .zero) == .seconds(60))
  }

  @Test func `within one window what remains only shrinks`() {
    let budget = budget(
      (headers(0, reset: 42), at: .zero), (headers(1, reset: 41), at: .seconds(1)))
    #expect(budget.wait(for: "core", now: .seconds(1)) == .seconds(41))
  }

  @Test func `a new window starts afresh`() {
    let budget = budget(
      (headers(0, reset: 42), at: .zero), (headers(29, reset: 60), at: .seconds(43)))
    #expect(budget.wait(for: "core", now: .seconds(43)) == nil)
    #expect(budget.readings(now: .seconds(43)).map(\.remaining) == [29])
  }

  @Test func `a block holds for its time, and a shorter one does not shorten it`() {
    var budget = RateBudget()
    budget.block("search", for: .seconds(60), now: .zero)
    budget.block("search", for: .seconds(5), now: .seconds(1))
    #expect(budget.wait(for: "search", now: .seconds(1)) == .seconds(59))
    #expect(budget.wait(for: "search", now: .seconds(60)) == nil)
    #expect(budget.wait(for: "core", now: .zero) == nil)
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
