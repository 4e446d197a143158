import Explorer
import GitHub
import HTTP
import REST
import Testing

@Suite("Searching within the budget", .timeLimit(.minutes(1)))
struct BudgetedSearchTests {
  private func search(_ bench: Bench) async throws(SourceError) -> Page {
    try await bench.source.search(Query("octo"), continuing: nil, timeout: limit)
  }

  private static func usedUp(_ status: Int = 200, body: String = "") -> Response {
    Response(
      status,
      [
        "Date": "Wed, 07 Jan 2026 10:31:03 GMT", "X-RateLimit-Limit": "30",
        "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767781905",
        "X-RateLimit-Resource": "search",
      ], body)
  }

  @Test(arguments: [200, 403, 429])
  func `when the budget is used up nothing is sent before the reset`(status: Int) async throws {
    let bench = Bench(
      StubClient(
        Self.usedUp(status, body: searchBody(octocat)), Response(200, [:], searchBody(octocat))))
    _ = await failure { () async throws(SourceError) in try await search(bench) }
    bench.time.advance(by: .seconds(2))
    let error = await failure { () async throws(SourceError) in try await search(bench) }
    #expect(
      error
        == SourceError(
          .rateLimited(SourceError.Limit(resource: "search", hasToken: true)),
          retryAfter: .seconds(40)))
    #expect(bench.client.requests.count == 1)
    #expect(
      bench.source.budgets == [
        RateBudget.Reading(
          resource: "search", limit: 30, remaining: 0, resetsIn: .seconds(40))
      ])
    bench.time.advance(by: .seconds(40))
    _ = try await search(bench)
    #expect(bench.client.requests.count == 2)
  }

  @Test func `core has a budget of its own`() async throws {
    let bench = Bench(
      StubClient(Self.usedUp(body: searchBody(octocat)), Response(200, [:], octocat)))
    _ = try await search(bench)
    _ = try await bench.source.load(.user, of: "octocat", freshness: .asked, timeout: limit)
    #expect(bench.client.requests.count == 2)
  }

  @Test(arguments: [
    (Response(403, ["Retry-After": "30"]), Duration.seconds(30)),
    (Response(429, [:], #"{"message": "secondary rate limit"}"#), .seconds(60)),
    (
      Response(
        403, ["X-RateLimit-Remaining": "9", "X-RateLimit-Reset": "1767781866"],
        #"{"message": "secondary rate limit"}"#), .seconds(60)
    ),
  ])
  func `a limit that is not counted holds further requests back`(
    response: Response, wait: Duration
  ) async {
    let bench = Bench(StubClient(response))
    _ = await failure { () async throws(SourceError) in try await search(bench) }
    let error = await failure { () async throws(SourceError) in try await search(bench) }
    #expect(error?.httpStatus == nil && error?.retryAfter == wait)
    #expect(bench.client.requests.count == 1)
  }

  @Test func `the numbers of a refused token are not those of the token`() async {
    let bench = Bench(
      StubClient(Response(401, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767781905"])))
    for _ in 0..<2 {
      let error = await failure { () async throws(SourceError) in try await search(bench) }
      #expect(error?.cause == .unauthorized(.refusedToken))
    }
    #expect(bench.client.requests.count == 2)
  }
}
