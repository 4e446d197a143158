import Explorer
import GitHub
import HTTP
import REST
import Testing

@Suite("Loading profiles", .timeLimit(.minutes(1)))
struct ProfileTests {
  private func load(
    _ bench: Bench, _ part: ProfilePart = .user, _ freshness: Freshness = .asked
  ) async throws(SourceError) -> LoadedPart {
    try await bench.source.load(part, of: "octocat", freshness: freshness, timeout: limit)
  }

  @Test func `a person is one item`() async throws {
    let bench = Bench(StubClient(Response(200, [:], octocat)))
    let loaded = try await load(bench)
    #expect(loaded.page.items.map(\.id) == ["github.com:583231"])
    #expect(loaded.origin == .network)
    #expect(bench.client.requests.map(\.url) == ["https://api.github.com/users/octocat"])
  }

  @Test func `a section that ends with its first page tells its total`() async throws {
    let next: Headers = ["Link": "<https://api.github.com/user/1/followers?page=2>; rel=\"next\""]
    let body = "[\(person(1)), \(person(2))]"
    let bench = Bench(StubClient(Response(200, [:], body), Response(200, next, body)))
    #expect(try await load(bench, .section(.followers)).page.totalCount == 2)
    let page = try await load(bench, .section(.followers)).page
    #expect(page.totalCount == nil)
    #expect(page.next == "https://api.github.com/user/1/followers?page=2")
  }

  @Test func `a further page is asked for by its link`() async throws {
    let bench = Bench(StubClient(Response(200, [:], "[\(person(31))]")))
    let next = "https://api.github.com/user/1/followers?page=2"
    let loaded = try await bench.source.loadMore(
      .followers, of: "octocat", continuing: next, page: 2, timeout: limit)
    #expect(loaded.page.number == 2 && loaded.page.totalCount == nil)
    #expect(bench.client.requests.map(\.url) == [next])
    let error = await failure { () async throws(SourceError) in
      try await bench.source.loadMore(
        .followers, of: "octocat", continuing: "https://evil.example/", page: 2, timeout: limit)
    }
    #expect(error?.cause == .badResponse(.nextLinkElsewhere))
    #expect(bench.client.requests.count == 1)
  }

  @Test func `what is fresh enough costs no request`() async throws {
    let bench = Bench(StubClient(Response(200, [:], octocat)))
    let first = try await load(bench, .user, .within(.seconds(60)))
    bench.time.advance(by: .seconds(60))
    let second = try await load(bench, .user, .within(.seconds(60)))
    #expect(first.origin == .network && second.origin == .cache)
    #expect(first.page == second.page)
    #expect(bench.client.requests.count == 1)
    bench.time.advance(by: .milliseconds(1))
    #expect(try await load(bench, .user, .within(.seconds(60))).origin == .network)
  }

  @Test func `a refresh offers the ETag as it came, and a 304 renews what is held`() async throws {
    let link: Headers = [
      "ETag": #"W/"abc""#, "Link": "<https://api.github.com/n>; rel=\"next\"",
    ]
    let bench = Bench(StubClient(Response(200, link, "[\(person(1))]"), Response(304)))
    let first = try await load(bench, .section(.following))
    bench.time.advance(by: .seconds(100))
    let renewed = try await load(bench, .section(.following))
    #expect(renewed == LoadedPart(page: first.page, origin: .network))
    #expect(renewed.page.next == "https://api.github.com/n")
    bench.time.advance(by: .seconds(50))
    #expect(try await load(bench, .section(.following), .within(.seconds(60))).origin == .cache)
    _ = try await load(bench, .section(.following))
    let sent = bench.client.requests.map { $0[header: "If-None-Match"] }
    #expect(sent == [nil, #"W/"abc""#, #"W/"abc""#])
  }

  @Test func `a 304 may name a new ETag`() async throws {
    let bench = Bench(
      StubClient(
        Response(200, ["ETag": "\"1\""], octocat), Response(304, ["etag": "\"2\""]),
        Response(304)))
    for _ in 0..<3 { _ = try await load(bench) }
    #expect(bench.client.requests.map { $0[header: "If-None-Match"] } == [nil, "\"1\"", "\"2\""])
  }

  @Test func `a 304 to what was not offered is no answer`() async {
    let bench = Bench(StubClient(Response(304)))
    let error = await failure { () async throws(SourceError) in try await load(bench) }
    #expect(error?.cause == .badResponse(.status))
    #expect(error?.httpStatus == 304)
  }

  @Test func `a refused token poisons nothing`() async throws {
    let bench = Bench(
      StubClient(
        Response(200, ["ETag": "\"1\""], octocat), Response(401, ["ETag": "\"bad\""]),
        Response(304)))
    let first = try await load(bench)
    #expect(await failure { () async throws(SourceError) in try await load(bench) } != nil)
    #expect(try await load(bench).page == first.page)
    #expect(bench.client.requests.last?[header: "If-None-Match"] == "\"1\"")
  }

  @Test func `what a 304 says of itself replaces what was said before`() async throws {
    let link = #"<https://api.github.com/user/1/followers?page=2>; rel="next""#
    let bench = Bench(
      StubClient(
        Response(200, ["ETag": "\"1\""], "[\(person(1))]"),
        Response(304, ["ETag": "\"2\"", "Link": link]), Response(304),
        Response(304, ["Link": #"<https://api.github.com/x>; rel="first""#])))
    let followers = ProfilePart.section(.followers)
    #expect(try await load(bench, followers, .asked).page.totalCount == 1)
    for _ in 0..<2 {
      let page = try await load(bench, followers, .asked).page
      #expect(page.next == "https://api.github.com/user/1/followers?page=2")
      #expect(page.totalCount == nil && page.items.count == 1)
    }
    #expect(bench.client.requests.last?[header: "If-None-Match"] == "\"2\"")
    let page = try await load(bench, followers, .asked).page
    #expect(page.next == nil && page.totalCount == 1)
  }

  @Test func `another token is offered no ETag`() async throws {
    let cache = ResponseCache<GitHubMemory.Key>()
    let client = StubClient(Response(200, ["ETag": "\"1\""], octocat))
    _ = try await load(Bench(client, token: "first", cache: cache))
    let other = try await load(
      Bench(client, token: "other", cache: cache), .user, .within(.seconds(60)))
    #expect(other.origin == .network)
    #expect(client.requests.last?[header: "If-None-Match"] == nil)
  }

  @Test func `what another host answers is shown, but not taken as its own`() async throws {
    var elsewhere = Response(
      200, ["ETag": "\"1\"", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767781905"],
      octocat)
    elsewhere.url = "https://other.example/user/1"
    let bench = Bench(StubClient(elsewhere))
    for _ in 0..<2 { #expect(try await load(bench).page.items.count == 1) }
    #expect(bench.client.requests.allSatisfy { $0[header: "If-None-Match"] == nil })
    #expect(bench.source.budgets.isEmpty)
  }

  @Test func `nobody is not found`() async {
    let bench = Bench(StubClient(Response(404)))
    let error = await failure { () async throws(SourceError) in try await load(bench) }
    #expect(error?.cause == .notFound(what: "user octocat"))
    let unnamed = await failure { () async throws(SourceError) in
      try await bench.source.load(.user, of: "", freshness: .asked, timeout: limit)
    }
    #expect(unnamed?.httpStatus == nil)
    #expect(bench.client.requests.count == 1)
  }
}
