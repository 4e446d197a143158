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

  @Test(arguments: [(3, 5), (8, nil), (30, nil)])
  func `finding the token counts against the time`(taken: Int, left: Int?) async {
    let time = StubTime()
    let client = StubClient(Response(200, [:], searchBody(octocat)))
    let settings = GitHubSettings(token: Token("t"))
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
    #expect(client.requests.map(\.timeout) == (left.map { [.seconds($0)] } ?? []))
    #expect(error?.cause == (left == nil ? .timeout : nil))
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
