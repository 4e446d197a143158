import JSON
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(1))) struct LimitTests {
  private let caller = Caller(authorization: "Bearer a")

  @Test func aBudgetIsUsedUpAndFullAgainAfterItsWindow() {
    var limits = RateLimits()
    for _ in 0..<30 { limits.use(caller, .search, now: 1_000) }
    let used = limits.budget(of: caller, .search, .real, now: 1_059)
    #expect(used == RateLimits.Budget(limit: 30, used: 30, reset: 1_060))
    #expect(used.remaining == 0)
    #expect(limits.budget(of: caller, .search, .real, now: 1_060).remaining == 30)
    #expect(limits.budget(of: caller, .core, .real, now: 1_059).remaining == 5_000)
  }

  @Test func callersHaveBudgetsOfTheirOwn() {
    var limits = RateLimits()
    limits.use(caller, .core, now: 0)
    let anonymous = Caller(authorization: nil)
    #expect(limits.budget(of: anonymous, .core, .real, now: 1).remaining == 60)
    #expect(limits.budget(of: anonymous, .search, .real, now: 1).limit == 10)
    #expect(
      limits.budget(of: Caller(authorization: "token b"), .core, .real, now: 1).used == 0)
  }

  @Test func manyCallersDoNotFillTheMemory() {
    var limits = RateLimits()
    for i in 0..<10_000 { limits.use(Caller(authorization: "Bearer \(i)"), .core, now: 0) }
    #expect(limits.budget(of: Caller(authorization: "Bearer 9999"), .core, .real, now: 1).used == 1)
  }

  @Test func theEleventhSearchWithoutATokenIsRefused() throws {
    let sandbox = try makeSandbox("limits=real")
    let client = Client(sandbox)
    for i in 1...10 {
      let answer = try #require(client.get("/search/users?q=octocat"))
      #expect(answer.status == 200)
      #expect(answer.header("x-ratelimit-remaining") == String(10 - i))
      #expect(answer.header("x-ratelimit-resource") == "search")
    }
    let refused = try #require(client.get("/search/users?q=octocat"))
    #expect(refused.status == 429)
    #expect(refused.header("x-ratelimit-remaining") == "0")
    #expect(refused.json["message"]?.stringValue?.contains("API rate limit exceeded") == true)
    #expect(client.get("/users/octocat")?.status == 200)
    #expect(client.get("/search/users?q=octocat", token)?.status == 200)
  }

  @Test func withATokenTheRefusalIsForbidden() throws {
    let sandbox = try makeSandbox("limits=1/2")
    let client = Client(sandbox)
    #expect(client.get("/search/users?q=octocat", token)?.status == 200)
    #expect(client.get("/search/users?q=octocat", token)?.status == 403)
    #expect(client.get("/users/octocat", token)?.status == 200)
    #expect(client.get("/users/octocat", token)?.status == 200)
    #expect(client.get("/users/octocat", token)?.status == 403)
  }

  @Test func askingForTheBudgetsIsFree() throws {
    let sandbox = try makeSandbox("limits=real")
    let client = Client(sandbox)
    for _ in 0..<3 { _ = client.get("/rate_limit", token) }
    _ = client.get("/search/users?q=octocat", token)
    let answer = try #require(client.get("/rate_limit", token))
    #expect(answer.json["resources"]?["core"]?["remaining"] == 5_000)
    #expect(answer.json["resources"]?["search"]?["used"] == 1)
    #expect(answer.json["resources"]?["graphql"]?["limit"] == 5_000)
    #expect(answer.json["rate"]?["limit"] == 5_000)
    let newer = client.get(
      "/rate_limit", token.merging(["X-GitHub-Api-Version": "2026-03-10"]) { $1 })
    #expect(newer?.json["rate"] == nil)
  }

  @Test func anEnterpriseServerMayHaveNoLimits() throws {
    let sandbox = try makeSandbox("limits=none")
    let client = Client(sandbox)
    let answer = client.get("/search/users?q=octocat")
    #expect(answer?.status == 200)
    #expect(answer?.headers.contains { $0.name.hasPrefix("x-ratelimit") } == false)
    #expect(client.get("/rate_limit")?.status == 404)
  }

  @Test func aSandboxIsGenerousUnlessTold() throws {
    let sandbox = try makeSandbox()
    let answer = Client(sandbox).get("/search/users?q=octocat")
    #expect(answer?.header("x-ratelimit-limit") == "1000")
  }
}
