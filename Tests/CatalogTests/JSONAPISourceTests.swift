import Explorer
import HTTP
import JSON
import Synchronization
import Testing

@testable import Catalog

@Suite("JSON APIs, asked for every query", .timeLimit(.minutes(1)))
struct QueryModeTests {
  private func source(
    _ bench: Bench, _ more: [(String, JSONValue)] = [],
    url: String = "http://x.test/s?q={query}&p={page}&n={perPage}"
  ) throws -> any Source {
    var entry: JSONObject = JSONObject(lastWins: [
      (key: "id", value: "x"), (key: "type", value: "http"), (key: "url", value: .string(url)),
      (key: "items", value: "data"), (key: "total", value: "count"), (key: "label", value: "name"),
    ])
    for (key, value) in more { entry[key] = value }
    return try bench.source(.object(entry))
  }

  private static let answer: JSONValue = [
    "count": 45, "data": [["name": "b", "g": "2"], ["name": "a", "g": "1"], ["x": 1]],
  ]

  @Test("fills the query in, reads items, total and the next page, and remembers the answer")
  func asks() async throws {
    let bench = Bench(StubClient { _ in .json(Self.answer) })
    let source = try source(bench)
    let query = Query("a b&c=é", perPage: 20)
    let page = try await source.search(query, continuing: nil, timeout: limit)
    #expect(bench.client.requests[0].url == "http://x.test/s?q=a%20b%26c%3D%C3%A9&p=1&n=20")
    #expect(page.items.map(\.label) == ["b", "a"])
    #expect(page.totalCount == 45)
    #expect(bench.warnings == ["x: 1 of 3 items could not be used."])
    #expect(source.remembered(query)?.page == page)
    bench.time.advance(by: .seconds(5))
    #expect(source.remembered(query)?.age == .seconds(5))

    var second = query
    second.page = 2
    _ = try await source.search(second, continuing: page.next, timeout: limit)
    #expect(bench.client.requests[1].parameter("p") == "2")
  }

  @Test("gives the same id to the same record in every answer")
  func ids() async throws {
    let bench = Bench(StubClient { _ in .json(Self.answer) })
    let source = try source(bench)
    let first = try await source.search(Query("a"), continuing: nil, timeout: limit)
    let second = try await source.search(Query("b"), continuing: nil, timeout: limit)
    #expect(first.items.map(\.id) == second.items.map(\.id))
    #expect(Set(first.items.map(\.id)).count == 2)
  }

  @Test("sorts by group and counts where the answer is whole")
  func groups() async throws {
    let bench = Bench(StubClient { _ in .json(["data": Self.answer["data"] ?? .null]) })
    let page = try await source(
      bench, [("group", "g"), ("key", "name")], url: "http://x.test/{query}"
    )
    .search(Query("a"), continuing: nil, timeout: limit)
    #expect(page.items.map(\.id) == ["x:a", "x:b"])
    #expect(page.groups == [Page.Group(key: "1", count: 1), Page.Group(key: "2", count: 1)])
  }

  @Test("puts numbers into a body as numbers, and the query as it is")
  func body() async throws {
    let bench = Bench(StubClient { _ in .json(Self.answer) })
    let source = try source(
      bench,
      [
        ("method", "POST"),
        (
          "body",
          ["from": "{offset}", "size": "{perPage}", "q": ["text": "“{query}” {{x}", "n": 1.5]]
        ),
      ], url: "http://x.test/s")
    _ = try await source.search(
      Query("\"a\\", page: 3, perPage: 10), continuing: nil, timeout: limit)
    let request = bench.client.requests[0]
    #expect(request.method == .post)
    #expect(
      try JSONValue(parsing: request.body)
        == ["from": 20, "size": 10, "q": ["text": "“\"a\\” {x}", "n": 1.5]])
    #expect(
      request.headers.contains { $0.name == "Content-Type" && $0.value == "application/json" })
  }

  struct Status: Sendable {
    var status: Int
    var headers: Headers = [:]
    var body = ""
    var cause: SourceError.Cause
    var wait: Duration?
  }

  private static let limited = SourceError.Cause.rateLimited(
    SourceError.Limit(resource: "requests", hasToken: true))

  @Test(
    "means by a status what GitHub's means",
    arguments: [
      Status(status: 301, cause: .badResponse(.redirect)),
      Status(status: 400, cause: .invalidQuery(.refused(message: nil))),
      Status(status: 410, cause: .badResponse(.status)),
      Status(status: 401, cause: .unauthorized(.refusedToken)),
      Status(
        status: 403, body: #"{"message":"no s3cret"}"#, cause: .forbidden(.plain(message: "no ***"))
      ),
      Status(status: 403, body: "API rate limit exceeded", cause: limited),
      Status(status: 403, headers: ["Retry-After": "7"], cause: limited, wait: .seconds(7)),
      Status(status: 429, headers: ["Retry-After": "3"], cause: limited, wait: .seconds(3)),
      Status(status: 404, cause: .notFound(what: "such list")),
      Status(
        status: 422, body: #"{"error":{"reason":"bad"}}"#,
        cause: .invalidQuery(.refused(message: "bad"))),
      Status(status: 500, cause: .serverError),
      Status(status: 503, headers: ["Retry-After": "2"], cause: .serverError, wait: .seconds(2)),
      Status(
        status: 200, body: "<html>", cause: .badResponse(.undecodable(place: "line 1, column 1"))),
      Status(
        status: 200, body: #"{"dta":[{"name":"a"}]}"#,
        cause: .misconfigured(reason: "there is no list at `data`; did you mean `dta`?")),
      Status(
        status: 200, body: #"{"data":[1]}"#,
        cause: .misconfigured(
          reason: "the items are no records; `{@value}` is an item that is a whole number")),
      Status(
        status: 200, body: #"{"data":[{"nmae":"a"}]}"#,
        cause: .misconfigured(reason: "no record has `name`; did you mean `nmae`?")),
    ])
  func statuses(_ row: Status) async throws {
    let client = StubClient { _ in
      Response(status: row.status, headers: row.headers, body: Array(row.body.utf8))
    }
    let bench = Bench(client, variables: ["KEY": "s3cret"])
    let source = try source(bench, [("headers", ["X-Key": "{env:KEY}"])])
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    #expect(error?.cause == row.cause)
    #expect(error?.retryAfter == row.wait)
  }

  @Test(
    "takes any total without harm",
    arguments: [
      (.integer(.max), 1 << 50), (.integer(-5), nil), ("45", 45), ("many", nil),
      (.largeInteger("99999999999999999999"), nil),
    ] as [(JSONValue, Int?)])
  func totals(_ total: JSONValue, _ expected: Int?) async throws {
    let bench = Bench(StubClient { _ in .json(["count": total, "data": [["name": "b"]]]) })
    let page = try await source(bench).search(Query("a"), continuing: nil, timeout: limit)
    #expect(page.totalCount == expected)
    let all = try bench.source([
      "id": "y", "type": "http", "url": "http://x.test/?p={page}", "items": "data",
      "total": "count", "mode": "all", "label": "name",
    ])
    #expect(try await all.labels("") == ["b"])
  }

  @Test("sends a secret of the environment, and nothing where it is not set")
  func secrets() async throws {
    let bench = Bench(StubClient { _ in .json(Self.answer) })
    let source = try source(bench, [("headers", ["X-Key": "Key {env:KEY}"])])
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    #expect(error?.cause == .misconfigured(reason: "the variable KEY is not set"))
    #expect(bench.client.requests.isEmpty)
    bench.variables.withLock { $0["KEY"] = "s3cret" }
    _ = try await source.labels("a")
    let request = bench.client.requests[0]
    #expect(request.headers.contains { $0.name == "X-Key" && $0.value == "Key s3cret" })
    #expect(request.credentials == ["X-Key"])
  }

  @Test("sends nothing while a limit holds")
  func budget() async throws {
    let bench = Bench(StubClient { _ in Response(status: 429, headers: ["Retry-After": "7"]) })
    let source = try source(bench)
    for _ in 0..<3 { _ = await failure { () throws(SourceError) in try await source.labels("a") } }
    #expect(bench.client.requests.count == 1)
    bench.time.advance(by: .seconds(8))
    bench.client.replace { _ in .json(Self.answer) }
    #expect(try await source.labels("a") == ["b", "a"])
  }

  @Test("refuses a next link to another host, which would get the secrets")
  func elsewhere() async throws {
    let bench = Bench(
      StubClient { _ in
        .json(["data": [["name": "a"]]], ["Link": "<http://evil.test/2>; rel=\"next\""])
      })
    let source = try source(bench, [("next", "link")])
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    #expect(error?.cause == .badResponse(.nextLinkElsewhere))
  }
}

@Suite("JSON APIs, asked once for all", .timeLimit(.minutes(1)))
struct AllModeTests {
  /// Serves 45 items in pages of 10; the page that is named fails as long as it is there.
  private final class Server: Sendable {
    let failing = Mutex<Int?>(nil)
    let served = Mutex<[Int]>([])

    func answer(_ request: Request) -> Response {
      let page = request.parameter("p").flatMap { Int($0) } ?? 1
      served.withLock { $0.append(page) }
      if failing.withLock({ $0 == page }) { return Response(status: 500) }
      let first = (page - 1) * 10
      let items = (first..<max(first, min(first + 10, 45))).map { i -> JSONValue in
        ["name": .string("item \(i)")]
      }
      return .json(["count": 45, "data": .array(items)])
    }
  }

  private let server = Server()

  private func bench() -> Bench {
    Bench(StubClient { [server] request in server.answer(request) })
  }

  private func source(_ bench: Bench) throws -> any Source {
    try bench.source([
      "id": "x", "type": "http", "url": "http://x.test/?p={page}&n={perPage}", "items": "data",
      "total": "count", "next": "page", "mode": "all", "label": "name", "perPage": 10,
    ])
  }

  @Test("fetches every page once, keeps them for their time and searches them here")
  func fetches() async throws {
    let bench = bench()
    let source = try source(bench)
    #expect(try await source.labels("", perPage: 100).count == 45)
    #expect(
      try await source.labels("item 4") == [
        "item 4", "item 40", "item 41", "item 42", "item 43", "item 44", "item 14", "item 24",
        "item 34",
      ])
    #expect(server.served.withLock { $0.sorted() } == [1, 2, 3, 4, 5])
    let stages = bench.progress.map(\.stage)
    #expect(stages.first == .began(title: "Loading x"))
    #expect(stages.last == .ended)
    bench.time.advance(by: .seconds(61))
    _ = try await source.labels("")
    #expect(server.served.withLock { $0.count } == 10)
  }

  @Test("goes on where a page failed, and never gives a list that is short")
  func resumes() async throws {
    let source = try source(bench())
    server.failing.withLock { $0 = 4 }
    let error = await failure { () throws(SourceError) in try await source.labels("") }
    #expect(error?.cause == .serverError)
    #expect(error?.hasMadeProgress == true)
    server.served.withLock { $0 = [] }
    server.failing.withLock { $0 = nil }
    #expect(try await source.labels("", perPage: 100).count == 45)
    #expect(server.served.withLock { $0 } == [4])
  }

  @Test("counts attempts anew where an attempt got further, however long it took")
  func countsAnew() {
    let policy = RetryPolicy(
      maximumRetries: 2, deadline: .seconds(9), requestTimeout: .seconds(8))
    var attempts = Attempts(policy: policy, now: .zero, seed: 1)
    var error = SourceError(.serverError, httpStatus: 500)
    error.hasMadeProgress = true
    guard case .retry = attempts.failed(error, now: .seconds(60)) else {
      Issue.record("given up after \(attempts.last) attempts")
      return
    }
    error.hasMadeProgress = false
    let late = attempts.failed(error, now: .seconds(70))
    #expect(late == .giveUp(Failure(error, attempts: 2)))
  }

  @Test("stands in with the old list where a new one cannot be had")
  func stale() async throws {
    let bench = bench()
    let source = try source(bench)
    _ = try await source.labels("")
    bench.time.advance(by: .seconds(61))
    server.failing.withLock { $0 = 3 }
    let error = await failure { () throws(SourceError) in try await source.labels("item 44") }
    #expect(error?.cause == .serverError)
    #expect(error?.stale?.items.map(\.label) == ["item 44"])
  }

  @Test("shares the pages among all who wait")
  func shares() async throws {
    let source = try source(bench())
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { (try? await source.labels("", perPage: 100).count) ?? 0 }
      }
      for await count in group { #expect(count == 45) }
    }
    #expect(server.served.withLock { $0.count } == 5)
  }

  @Test("ends when nobody waits any more, and is left at once by who is cancelled")
  func cancels() async throws {
    let (began, continuation) = AsyncStream.makeStream(of: Void.self)
    let isEnded = Atomic(false)
    let client = StubClient { _ throws(HTTPError) in
      continuation.yield()
      while !Task.isCancelled { await Task.yield() }
      isEnded.store(true, ordering: .relaxed)
      throw .cancelled
    }
    let bench = Bench(client)
    let source = try source(bench)
    let search = Task { await failure { () throws(SourceError) in try await source.labels("") } }
    for await _ in began { break }
    search.cancel()
    #expect(await search.value?.cause == .cancelled)
    #expect(isEnded.load(ordering: .relaxed) == false)
    while bench.time.sleeperCount == 0 { await Task.yield() }
    bench.time.advance(by: .milliseconds(100))
    while !isEnded.load(ordering: .relaxed) { await Task.yield() }
    client.replace { [server] request in server.answer(request) }
    #expect(try await source.labels("", perPage: 100).count == 45)
  }

  @Test(
    "follows links of either kind to their end",
    arguments: [
      ("link", "http://x.test/l"), ("body:next", "http://x.test/b"),
      ("body:next", "http://x.test/c?after={cursor}"),
    ])
  func links(_ next: String, _ url: String) async throws {
    let client = StubClient { request in
      let i =
        Int(request.url.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()) ?? 0
      let isCursor = request.url.contains("?after=")
      let target = isCursor ? "\(i + 1)" : "?n=\(i + 1)"
      let items: JSONValue = [["name": .string("item \(i)")]]
      let isLast = i == 99
      if request.url.contains("/l") {
        return .json(["data": items], isLast ? [:] : ["Link": "<\(target)>; rel=\"next\""])
      }
      return .json(["data": items, "next": isLast ? .null : .string(target)])
    }
    let source = try Bench(client).source([
      "id": "x", "type": "http", "url": .string(url), "items": "data", "next": .string(next),
      "mode": "all", "label": "name",
    ])
    #expect(try await source.labels("", perPage: 100).count == 100)
    #expect(client.requests.count == 100)
  }

  @Test("ends, with a whole list, where the links lead back")
  func loop() async throws {
    let bench = Bench(
      StubClient { _ in .json(["data": [["name": "a"]]], ["Link": "<http://x.test/a>; rel=next"]) })
    let source = try bench.source([
      "id": "x", "type": "http", "url": "http://x.test/", "items": "data", "next": "link",
      "mode": "all", "label": "name",
    ])
    let page = try await source.search(Query(""), continuing: nil, timeout: limit)
    #expect(page.items.map(\.label) == ["a"])
    #expect(!page.isIncomplete)
    #expect(bench.warnings == [])
    #expect(bench.client.requests.count == 2)
  }
}
