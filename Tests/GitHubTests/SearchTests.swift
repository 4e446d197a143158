import Secrets
import Explorer
import GitHub
import HTTP
import REST
import Testing

@Suite("Searching", .timeLimit(.minutes(1)))
struct SearchTests {
  private func search(
    _ bench: Bench, _ query: Query = Query("octo"), continuing next: String? = nil
  ) async throws(SourceError) -> Page {
    try await bench.source.search(query, continuing: next, timeout: limit)
  }

  @Test func `a search asks once, with the token, and gives the page`() async throws {
    let bench = Bench(StubClient(Response(200, [:], searchBody(octocat, total: "70"))))
    let page = try await search(bench)
    #expect(page.items.map(\.label) == ["octocat"])
    #expect(page.totalCount == 70 && page.number == 1 && page.next == nil)
    let request = try #require(bench.client.requests.first)
    #expect(bench.client.requests.count == 1)
    #expect(request.url == "https://api.github.com/search/users?q=octo&per_page=30")
    #expect(request[header: "Authorization"] == "Bearer \(Bench.token)")
    #expect(request[header: "User-Agent"] == "gitexplorer/1.2.3")
    #expect(request.timeout == limit)
  }

  @Test func `without a token nothing is claimed`() async throws {
    let bench = Bench(StubClient(Response(200, [:], searchBody(octocat))), token: nil)
    _ = try await search(bench)
    #expect(bench.client.requests.first?[header: "Authorization"] == nil)
  }

  @Test(arguments: [
    (Query(""), SourceError.QueryFault.empty),
    (Query(String(repeating: "x", count: 257)), .tooLong(maximum: 256)),
    (Query("a", page: 35, perPage: 30), .pastTheCap(maximum: 1000)),
  ])
  func `what GitHub would refuse is not sent`(query: Query, fault: SourceError.QueryFault) async {
    let bench = Bench(StubClient(Response(200)))
    let error = await failure { () async throws(SourceError) in try await search(bench, query) }
    #expect(error == SourceError(.invalidQuery(fault)))
    #expect(bench.client.requests.isEmpty)
  }

  @Test func `the next page is the link as it stands, sent with the token`() async throws {
    let next = "https://api.github.com/search/users?q=octo&page=2&cursor=%2B"
    let bench = Bench(
      StubClient(
        Response(200, ["Link": "<\(next)>; rel=\"next\""], searchBody(octocat)),
        Response(200, [:], searchBody(person(2)))))
    #expect(try await search(bench).next == next)
    let page = try await search(bench, Query("octo", page: 2), continuing: next)
    #expect(page.number == 2 && page.next == nil)
    #expect(bench.client.requests.last?.url == next)
    #expect(bench.client.requests.last?[header: "Authorization"] == "Bearer \(Bench.token)")
  }

  @Test(arguments: [
    "https://evil.example/search/users?page=2", "http://api.github.com/search/users?page=2",
    "https://api.github.com:8443/search/users?page=2",
  ])
  func `a next page elsewhere is refused`(next: String) async throws {
    let bench = Bench(
      StubClient(Response(200, ["Link": "<\(next)>; rel=\"next\""], searchBody(octocat))))
    #expect(try await search(bench).next == nil)
    #expect(bench.lines.of(.warning).count == 1)
    let error = await failure { () async throws(SourceError) in
      try await search(bench, Query("octo", page: 2), continuing: next)
    }
    #expect(error?.cause == .badResponse(.nextLinkElsewhere))
    #expect(bench.client.requests.count == 1)
  }

  @Test(arguments: [(9, 100, true), (10, 100, false), (33, 30, true), (34, 30, false)])
  func `there is no next page at the cap`(page: Int, perPage: Int, hasMore: Bool) async throws {
    let link: Headers = ["Link": "<https://api.github.com/next>; rel=\"next\""]
    let bench = Bench(StubClient(Response(200, link, searchBody(octocat))))
    let answer = try await search(bench, Query("octo", page: page, perPage: perPage))
    #expect((answer.next != nil) == hasMore)
  }

  @Test func `an answer is remembered with its age, by the whole query`() async throws {
    let bench = Bench(StubClient(Response(200, [:], searchBody(octocat))))
    #expect(bench.source.remembered(Query("octo")) == nil)
    let page = try await search(bench)
    bench.time.advance(by: .seconds(5))
    #expect(
      bench.source.remembered(Query(" octo ")) == Remembered(page: page, age: .seconds(5)))
    for other in [
      Query("oct"), Query("octo", sort: "joined"), Query("octo", order: "asc"),
      Query("octo", page: 2), Query("octo", perPage: 31),
    ] { #expect(bench.source.remembered(other) == nil) }
  }

  @Test func `a failure is not remembered and does not drop what is`() async throws {
    let bench = Bench(
      StubClient(
        Response(200, [:], searchBody(octocat)), Response(401), Response(200, [:], "<html>")))
    let page = try await search(bench)
    for _ in 0..<2 {
      #expect(await failure { () async throws(SourceError) in try await search(bench) } != nil)
    }
    #expect(bench.source.remembered(Query("octo"))?.page == page)
  }

  @Test func `another token is given nothing of it`() async throws {
    let cache = ResponseCache<GitHubMemory.Key>()
    let client = StubClient(Response(200, [:], searchBody(octocat)))
    let first = Bench(client, token: "first", cache: cache)
    _ = try await search(first)
    let other = Bench(client, token: "other", cache: cache)
    _ = try await search(other, Query("else"))
    #expect(other.source.remembered(Query("octo")) == nil)
    #expect(first.source.remembered(Query("octo")) != nil)
  }

  @Test func `dropped items are counted in the log`() async throws {
    let bench = Bench(StubClient(Response(200, [:], searchBody(octocat, "null", "{}"))))
    #expect(try await search(bench).items.count == 1)
    #expect(bench.lines.of(.warning) == ["2 of 3 items could not be used."])
  }

  @Test func `a bad body says which answer it was`() async {
    let bench = Bench(StubClient(Response(200, ["X-GitHub-Request-Id": "AB:1"], "{")))
    let error = await failure { () async throws(SourceError) in try await search(bench) }
    #expect(error?.httpStatus == 200 && error?.requestID == "AB:1")
    #expect(error?.mayPass == true)
  }

  @Test func `a cancelled transfer is a cancellation`() async {
    let bench = Bench(StubClient { _ throws(HTTPError) in throw .cancelled })
    let error = await failure { () async throws(SourceError) in try await search(bench) }
    #expect(error == SourceError(.cancelled))
  }

  @Test(arguments: [3, 8, 60])
  func `the time for the request begins when the token is found`(taken: Int) async {
    let time = StubTime()
    let client = StubClient(Response(200, [:], searchBody(octocat)))
    let settings = GitHubSettings(token: Token("t"), graphQL: .never)
    let credentials = Credentials(
      settings: settings, environment: { _ in nil }, launcher: StubLauncher(),
      report: { _, _ in },
      start: { lookup in
        time.advance(by: .seconds(taken))
        lookup()
        return true
      })
    let source = GitHubSource(
      settings: settings, version: "1", client: client, credentials: credentials,
      now: { time.now }, wallClock: { 0 }, report: { _, _ in })
    let error = await failure { () async throws(SourceError) in
      try await source.search(Query("octo"), continuing: nil, timeout: .seconds(8))
    }
    #expect(client.requests.map(\.timeout) == [.seconds(8)] && error == nil)
    #expect(client.requests.first?[header: "Authorization"] == "Bearer t")
  }

  /// A source whose token is printed by a command.
  private func commanded(
    _ client: StubClient, _ outcome: @escaping @Sendable () -> LaunchOutcome
  ) -> (GitHubSource, StubLauncher) {
    let settings = GitHubSettings(tokenCommand: ["pass"], graphQL: .never)
    let launcher = StubLauncher { _ in outcome() }
    let credentials = Credentials(
      settings: settings, environment: { _ in nil }, launcher: launcher, report: { _, _ in })
    let source = GitHubSource(
      settings: settings, version: "1", client: client, credentials: credentials,
      now: { .zero }, wallClock: { 0 }, report: { _, _ in })
    return (source, launcher)
  }

  @Test func `a refused token is asked for once more before that is told`() async throws {
    let printed = Shared("first")
    let client = StubClient { request in
      request[header: "Authorization"] == "Bearer second"
        ? Response(200, [:], searchBody(octocat)) : Response(401)
    }
    let (source, launcher) = commanded(client) { .output(Array(printed.value.utf8)) }
    let error = await failure { () async throws(SourceError) in
      try await source.search(Query("octo"), continuing: nil, timeout: limit)
    }
    #expect(error?.cause == .unauthorized(.refusedToken))
    #expect(
      client.requests.count == 1 && launcher.commands.count == 2, "the same is not sent again")
    printed.set("second")
    _ = try await source.search(Query("octo"), continuing: nil, timeout: limit)
    #expect(client.requests.count == 3)
  }

  @Test func `a request that is sent again with another token counts as sent`() async throws {
    let printed = Rest(["first", "second"])
    let client = StubClient(Response(401), Response(500))
    let (source, _) = commanded(client) { .output(Array((printed.next() ?? "").utf8)) }
    let error = await failure { () async throws(SourceError) in
      try await source.search(Query("octo"), continuing: nil, timeout: limit)
    }
    #expect(error?.cause == .serverError)
    var attempts = Attempts(
      policy: RetryPolicy(
        maximumRetries: 0, deadline: .seconds(9), requestTimeout: .seconds(8)),
      now: .zero, seed: 1)
    _ = attempts.failed(try #require(error), now: .zero)
    #expect(client.requests.count == 2 && attempts.last == 2)
  }

  @Test func `while the base URL is refused nothing is asked and nothing is run`() async {
    let client = StubClient(Response(200, [:], searchBody(octocat)))
    let settings = GitHubSettings(host: .nowhere, tokenCommand: ["pass"])
    let launcher = StubLauncher()
    let credentials = Credentials(
      settings: settings, environment: { _ in nil }, launcher: launcher, report: { _, _ in })
    let source = GitHubSource(
      settings: settings, version: "1", client: client, credentials: credentials,
      now: { .zero }, wallClock: { 0 }, report: { _, _ in })
    for _ in 0..<2 {
      let error = await failure { () async throws(SourceError) in
        try await source.search(Query("octo"), continuing: nil, timeout: limit)
      }
      #expect(
        error?.cause == .misconfigured(reason: "the setting github.baseUrl was refused"))
    }
    #expect(client.requests.isEmpty && launcher.commands.isEmpty)
  }

  @Test func `what GitHub had no time to finish is not kept`() async throws {
    let bench = Bench(
      StubClient(
        Response(200, [:], searchBody(total: "0", isIncomplete: true)),
        Response(200, [:], searchBody(octocat))))
    #expect(try await search(bench).isIncomplete)
    #expect(bench.source.remembered(Query("octo")) == nil)
    #expect(try await search(bench).items.count == 1)
  }

  @Test func `a relative link is resolved against the page that it stood on`() async throws {
    var response = Response(
      200, ["Link": #"<?q=octo&page=2>; rel="next""#], searchBody(octocat, total: "60"))
    response.url = "https://api.github.com/search/users?q=octo"
    let bench = Bench(StubClient(response))
    #expect(try await search(bench).next == "https://api.github.com/search/users?q=octo&page=2")
  }

  @Test(arguments: [408, 500, 503])
  func `nobody is asked sooner than they said`(status: Int) async throws {
    let bench = Bench(
      StubClient(Response(status, ["Retry-After": "90"]), Response(200, [:], searchBody(octocat))))
    let first = await failure { () async throws(SourceError) in try await search(bench) }
    #expect(first?.retryAfter == .seconds(90))
    bench.time.advance(by: .seconds(30))
    let second = await failure { () async throws(SourceError) in try await search(bench) }
    #expect(second?.cause == .serverError && second?.httpStatus == nil)
    #expect(second?.retryAfter == .seconds(60) && bench.client.requests.count == 1)
    bench.time.advance(by: .seconds(60))
    #expect(try await search(bench).items.count == 1)
  }

  @Test func `many searches at once all end, and none is lost`() async {
    let bench = Bench(StubClient(Response(200, [:], searchBody(octocat))))
    let count = await withTaskGroup(of: Int.self) { group in
      for i in 0..<200 {
        group.addTask {
          let page = try? await search(bench, Query("octo\(i)"))
          return page?.items.count ?? 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(count == 200)
    #expect(bench.client.requests.count == 200)
  }
}
