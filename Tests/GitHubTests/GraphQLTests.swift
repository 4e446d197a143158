import Explorer
import GitHub
import HTTP
import JSON
import REST
import Secrets
import Testing

/// An answer of GraphQL.
private func graphQL(_ data: String, errors: String = "") -> Response {
  let problems = errors.isEmpty ? "" : #","errors":[\#(errors)]"#
  return Response(200, ["X-RateLimit-Resource": "graphql"], #"{"data":\#(data)\#(problems)}"#)
}

private let limits =
  #""rateLimit":{"cost":1,"limit":5000,"remaining":4999,"resetAt":"2026-01-07T11:00:00Z"}"#

private let noData = "{\(limits)}"

private let found = """
  {"search":{"userCount":31,"pageInfo":{"hasNextPage":true,"endCursor":"Y3Vyc29yOjMw"},"nodes":[
    {"__typename":"User","login":"octocat","databaseId":583231,"avatarUrl":"https://a.example/u/1",
     "url":"https://github.com/octocat","name":"The Octocat","bio":"Sea","company":"@acme",
     "location":"Here","followers":{"totalCount":7}},
    null,
    {"__typename":"Organization","login":"acme","databaseId":5,"name":"Acme","description":"Tools"}
  ]},\(limits)}
  """

private let profile = """
  {"repositoryOwner":{"__typename":"User","login":"octocat","databaseId":583231,
    "name":"The Octocat","viewerIsFollowing":true,"isFollowingViewer":false,
    "repositories":{"totalCount":1,"pageInfo":{"hasNextPage":false,"endCursor":null},"nodes":[
      {"databaseId":9,"name":"spoon","nameWithOwner":"octocat/spoon","stargazerCount":3,
       "primaryLanguage":{"name":"Swift"},"isFork":false}]},
    "followers":{"totalCount":40,"pageInfo":{"hasNextPage":true,"endCursor":"c1"},
      "nodes":[{"__typename":"User","login":"zoe","databaseId":11,"name":"Zoe"}]},
    "following":null},\(limits)}
  """

@Suite("GraphQL", .timeLimit(.minutes(1)))
struct GraphQLTests {
  private let allParts = [ProfilePart.user] + ProfilePart.allSections

  private func search(
    _ bench: Bench, _ query: Query = Query("mar"), continuing continuation: String? = nil
  ) async throws(SourceError) -> Page {
    try await bench.source.search(query, continuing: continuation, timeout: limit)
  }

  private func load(_ bench: Bench, _ login: String = "octocat") async -> LoadedParts {
    await bench.source.loadTogether(allParts, of: login, freshness: .asked, timeout: limit)
  }

  private func body(_ request: Request) throws -> JSONValue { try JSONValue(parsing: request.body) }

  // MARK: searching

  @Test func `rows say who they are`() async throws {
    let bench = Bench(StubClient(graphQL(found)), graphQL: .auto)
    let page = try await search(bench)
    #expect(page.items.map(\.id) == ["github.com:583231", "github.com:5"])
    #expect(page.items.map(\.detail) == ["The Octocat", "Acme"])
    #expect(page.items.map(\.kind) == [.user, .organization])
    #expect(page.items[0].data["followers"] == 7 && page.items[0].data["bio"] == "Sea")
    #expect(page.items[1].data["bio"] == "Tools")
    #expect(page.totalCount == 31 && page.next != nil)
    let request = try #require(bench.client.requests.first)
    #expect(request.url == "https://api.github.com/graphql" && request.method == .post)
    #expect(request[header: "Authorization"] == "Bearer \(Bench.token)")
    #expect(try body(request)["variables"] == ["query": "mar", "first": 30])
  }

  @Test func `all pages of a query are asked for in the same way`() async throws {
    let bench = Bench(StubClient(graphQL(found)), graphQL: .auto)
    let next = try await search(bench).next
    _ = try await search(bench, Query("mar", page: 2), continuing: next)
    #expect(try body(bench.client.requests[1])["variables"]?["after"] == "Y3Vyc29yOjMw")

    let links: Headers = ["Link": #"<https://api.github.com/search/users?page=2>; rel="next""#]
    let rest = Response(200, links, searchBody(octocat))
    let other = Bench(StubClient(Response(404), rest, rest), graphQL: .auto)
    let url = try await search(other).next
    _ = try await search(other, Query("mar", page: 2), continuing: url)
    #expect(other.client.requests.map(\.method) == [.post, .get, .get])
  }

  @Test func `a sort becomes a qualifier`() async throws {
    let bench = Bench(StubClient(graphQL(found)), graphQL: .auto)
    _ = try await search(bench, Query("mar", sort: "followers"))
    _ = try await search(bench, Query("mar", sort: "joined", order: "asc"))
    let asked = try bench.client.requests.map { try body($0)["variables"]?["query"] }
    #expect(asked == ["mar sort:followers-desc", "mar sort:joined-asc"])
  }

  @Test func `no more than a thousand are asked for`() async throws {
    let bench = Bench(StubClient(graphQL(found)), graphQL: .auto)
    let query = Query("mar", page: 10, perPage: 100)
    #expect(try await search(bench, query, continuing: "graphql:c").next == nil)
  }

  @Test(arguments: [
    (GitHubHost.defaultBaseURL, GraphQLUse.never, Bench.token as String?, "mar"),
    (GitHubHost.defaultBaseURL, .auto, nil, "mar"),
    (GitHubHost.defaultBaseURL, .auto, Bench.token, "dependa[bot]"),
    ("https://git.example/api", .auto, Bench.token, "mar"),
    ("http://127.0.0.1:8080", .auto, Bench.token, "mar"),
  ])
  func `REST alone is asked`(
    base: String, use: GraphQLUse, token: String?, text: String
  ) async throws {
    let client = StubClient(Response(200, [:], searchBody(octocat)))
    let host = try #require(GitHubHost(baseURL: base))
    let bench = Bench(client, token: token, host: host, graphQL: use)
    _ = try await search(bench, Query(text))
    #expect(client.requests.map(\.method) == [.get])
  }

  @Test(arguments: [
    ("https://git.example/api/v3", GraphQLUse.auto, "https://git.example/api/graphql"),
    ("https://api.acme.ghe.com", .auto, "https://api.acme.ghe.com/graphql"),
    ("http://127.0.0.1:8080", .always, "http://127.0.0.1:8080/graphql"),
  ])
  func `GraphQL has its own address`(base: String, use: GraphQLUse, url: String) async throws {
    let host = try #require(GitHubHost(baseURL: base))
    let bench = Bench(StubClient(graphQL(found)), host: host, graphQL: use)
    _ = try await search(bench)
    #expect(bench.client.requests.map(\.url) == [url])
  }

  // MARK: where it does not answer

  @Test(arguments: [
    Response(404), Response(403), Response(200, [:], "<html>"),
    graphQL("null", errors: #"{"type":"INSUFFICIENT_SCOPES","message":"no"}"#),
    graphQL(noData, errors: #"{"type":"FORBIDDEN","path":["search"],"message":"no"}"#),
    graphQL("null", errors: #"{"message":"?","extensions":{"code":"undefinedField"}}"#),
  ])
  func `a refusal costs no search, and REST is asked from then on`(refusal: Response) async throws {
    let rest = Response(200, [:], searchBody(octocat))
    let bench = Bench(StubClient(refusal, rest), graphQL: .auto)
    #expect(try await search(bench).items.map(\.label) == ["octocat"])
    _ = try await search(bench, Query("other"))
    #expect(bench.client.requests.map(\.method) == [.post, .get, .get])
    #expect(bench.lines.of(.info).count == 1 && bench.lines.of(.warning).isEmpty)
  }

  @Test func `after two timeouts REST is asked`() async throws {
    let rest = Response(200, [:], searchBody(octocat))
    let bench = Bench(StubClient(Response(502), Response(502), rest), graphQL: .auto)
    let error = await failure { () async throws(SourceError) in try await search(bench) }
    #expect(error?.cause == .serverError && error?.httpStatus == 502)
    #expect(try await search(bench).items.count == 1)
    #expect(bench.client.requests.map(\.method) == [.post, .post, .get])
  }

  @Test func `a request that hangs counts as a timeout, one that is soon given up does not`()
    async throws
  {
    let rest = Response(200, [:], searchBody(octocat))
    let ends = Rest<(Duration, HTTPError)>([
      (.seconds(1), .cancelled), (.seconds(8), .cancelled), (.zero, .timedOut),
    ])
    let time = StubTime()
    let client = StubClient { request async throws(HTTPError) in
      guard request.method == .post, let (wait, error) = ends.next() else { return rest }
      time.advance(by: wait)
      throw error
    }
    let bench = Bench(client, graphQL: .auto, time: time)
    for cause in [SourceError.Cause.cancelled, .cancelled, .timeout] {
      let error = await failure { () async throws(SourceError) in try await search(bench) }
      #expect(error?.cause == cause)
    }
    #expect(try await search(bench).items.count == 1)
    #expect(client.requests.map(\.method) == [.post, .post, .post, .get])
  }

  @Test func `a limit that is told beside status 200 is heeded`() async throws {
    let refusal = graphQL("null", errors: #"{"type":"RATE_LIMITED","message":"exceeded"}"#)
    let bench = Bench(StubClient(refusal), graphQL: .auto)
    for _ in 1...2 {
      let error = await failure { () async throws(SourceError) in try await search(bench) }
      #expect(error?.cause == .rateLimited(.init(resource: "graphql", hasToken: true)))
    }
    #expect(bench.client.requests.count == 1)
  }

  @Test func `the budget is read from the data`() async throws {
    let bench = Bench(StubClient(graphQL(found)), graphQL: .auto)
    _ = try await search(bench)
    let reading = bench.source.budgets.first { $0.resource == "graphql" }
    #expect(reading?.remaining == 4999 && reading?.limit == 5000)
    #expect(reading?.resetsIn == .seconds(28 * 60 + 57))
  }

  // MARK: profiles

  @Test func `a profile is one request, and an error is that of its section`() async throws {
    let error = #"{"type":"FORBIDDEN","path":["repositoryOwner","following"],"message":"no"}"#
    let bench = Bench(StubClient(graphQL(profile, errors: error)), graphQL: .auto)
    let loaded = await load(bench)
    let user = try #require(try loaded[.user]?.get().page.items.first)
    #expect(user.data["viewerIsFollowing"] == true && user.data["followsViewer"] == false)
    #expect(user.data["followers"] == 40 && user.data["publicRepos"] == 1)
    let repository = try loaded[.section(.repos)]?.get().page.items.first
    #expect(repository?.label == "octocat/spoon" && repository?.data["language"] == "Swift")
    let followers = try #require(try loaded[.section(.followers)]?.get().page)
    #expect(followers.totalCount == 40 && followers.next == "graphql:c1")
    #expect(
      loaded[.section(.following)]
        == .failure(SourceError(.forbidden(.plain(message: "no")), httpStatus: 200)))
    #expect(bench.client.requests.count == 1)
    let document = try #require(try body(bench.client.requests[0])["query"]?.stringValue)
    #expect(!document.contains("email") && !document.contains("contributionsCollection"))
  }

  @Test func `a section that takes the person with it fails alone`() async {
    let error = #"{"type":"FORBIDDEN","path":["repositoryOwner","followers"],"message":"no"}"#
    let answer = graphQL(#"{"repositoryOwner":null}"#, errors: error)
    let loaded = await load(Bench(StubClient(answer), graphQL: .auto))
    let forbidden = SourceError(.forbidden(.plain(message: "no")), httpStatus: 200)
    #expect(loaded == [.section(.followers): .failure(forbidden)])
  }

  @Test func `a row that an error has emptied comes by REST`() async throws {
    let error = #"{"type":"FORBIDDEN","path":["search","nodes",1,"followers"],"message":"no"}"#
    let rest = Response(200, [:], searchBody(octocat, person(1)))
    let bench = Bench(StubClient(graphQL(found, errors: error), rest), graphQL: .auto)
    #expect(try await search(bench).items.count == 2)
    #expect(bench.client.requests.map(\.method) == [.post, .get])
    #expect(bench.lines.of(.info).isEmpty)
  }

  @Test func `what is fresh enough costs no request, and a row keeps the name`() async throws {
    let rest = Response(200, [:], searchBody(person(1), #"{"login":"octocat","id":583231}"#))
    let bench = Bench(StubClient(graphQL(profile), rest), graphQL: .auto)
    _ = await bench.source.loadTogether(
      [.user], of: "octocat", freshness: .within(.seconds(60)), timeout: limit)
    let again = await bench.source.loadTogether(
      [.user], of: "Octocat", freshness: .within(.seconds(60)), timeout: limit)
    #expect(try again[.user]?.get().origin == .cache)
    #expect(bench.client.requests.count == 1)
    let page = try await search(bench, Query("octo", page: 2))
    #expect(page.items.map(\.detail) == [nil, "The Octocat"])
    bench.time.advance(by: .seconds(61))
    #expect(try await search(bench, Query("octo", page: 2)).items.map(\.detail) == [nil, nil])
  }

  @Test func `nobody of that name is not found`() async {
    let error = #"{"type":"NOT_FOUND","path":["repositoryOwner"],"message":"no"}"#
    for answer in [
      graphQL(#"{"repositoryOwner":null}"#), graphQL(#"{"repositoryOwner":null}"#, errors: error),
    ] {
      let loaded = await load(Bench(StubClient(answer), graphQL: .auto))
      #expect(loaded.count == 4)
      let found = SourceError(.notFound(what: "user octocat"), httpStatus: 200)
      #expect(loaded.values.allSatisfy { $0 == .failure(found) })
    }
  }

  @Test func `of an organisation REST tells who follows it`() async {
    let organization = #"""
      {"repositoryOwner":{"__typename":"Organization","login":"acme","databaseId":5,
       "repositories":{"totalCount":0,"pageInfo":{"hasNextPage":false},"nodes":[]}}}
      """#
    let loaded = await load(Bench(StubClient(graphQL(organization)), graphQL: .auto), "acme")
    #expect(Set(loaded.keys) == [.user, .section(.repos)])
  }

  @Test func `a further page of a section goes on behind its cursor`() async throws {
    let bench = Bench(StubClient(graphQL(profile)), graphQL: .auto)
    let more = try await bench.source.loadMore(
      .followers, of: "octocat", continuing: "graphql:c0", page: 2, timeout: limit)
    #expect(more.page.items.map(\.label) == ["zoe"] && more.page.number == 2)
    #expect(more.page.next == "graphql:c1" && more.page.totalCount == nil)
    #expect(
      try body(bench.client.requests[0])["variables"] == ["login": "octocat", "after": "c0"])
  }

  @Test func `a further page of a section is had by REST where GraphQL has ceased`() async throws {
    let rest = Response(200, [:], "[\(octocat)]")
    let bench = Bench(StubClient(Response(403), rest), graphQL: .auto)
    for _ in 1...2 {
      let more = try await bench.source.loadMore(
        .followers, of: "octocat", continuing: "graphql:c0", page: 2, timeout: limit)
      #expect(more.page.items.map(\.label) == ["octocat"] && more.page.number == 2)
    }
    #expect(
      bench.client.requests.map(\.url) == [
        "https://api.github.com/graphql",
        "https://api.github.com/users/octocat/followers?per_page=30&page=2",
        "https://api.github.com/users/octocat/followers?per_page=30&page=2",
      ])
  }

  // MARK: who may be mentioned

  private let helloWorld = RepositoryName(owner: "octocat", name: "hello-world")

  @Test func `who may be mentioned is asked for by text, or all of them`() async throws {
    let answer = """
      {"repository":{"mentionableUsers":{"pageInfo":{"hasNextPage":true,"endCursor":"c"},"nodes":[
        {"__typename":"User","login":"zoe","databaseId":11,"name":"Zoe","viewerIsFollowing":true}
      ]}},\(limits)}
      """
    let bench = Bench(StubClient(graphQL(answer)), graphQL: .auto)
    for text in ["", "zo"] {
      let page = try await bench.source.mentionableUsers(
        of: helloWorld, matching: text, timeout: limit)
      #expect(page.items.map(\.detail) == ["Zoe"] && page.next != nil)
      #expect(page.items[0].data["viewerIsFollowing"] == true)
    }
    let variables = try bench.client.requests.map { try body($0)["variables"] }
    #expect(
      variables == [
        ["owner": "octocat", "name": "hello-world", "first": 100],
        ["owner": "octocat", "name": "hello-world", "query": "zo", "first": 100],
      ])
  }

  @Test func `without a token those are had who have committed most`() async throws {
    let links: Headers = ["Link": #"<https://api.github.com/x?page=2>; rel="next""#]
    let client = StubClient(Response(200, links, "[\(octocat)]"), Response(204))
    let bench = Bench(client, token: nil, graphQL: .auto)
    let page = try await bench.source.mentionableUsers(
      of: helloWorld, matching: "zo", timeout: limit)
    #expect(page.items.map(\.label) == ["octocat"] && page.next == nil)
    #expect(
      client.requests.map(\.url) == [
        "https://api.github.com/repos/octocat/hello-world/contributors?per_page=100"
      ])
    let empty = try await bench.source.mentionableUsers(
      of: helloWorld, matching: "", timeout: limit)
    #expect(empty.items.isEmpty)
  }

  @Test func `a repository that is not there is told`() async throws {
    let answer = graphQL(
      #"{"repository":null}"#,
      errors: #"{"type":"NOT_FOUND","path":["repository"],"message":"Could not resolve"}"#)
    let bench = Bench(StubClient(answer), graphQL: .auto)
    let error = await failure { () async throws(SourceError) in
      try await bench.source.mentionableUsers(of: helloWorld, matching: "", timeout: limit)
    }
    #expect(error?.cause == .notFound(what: "repository octocat/hello-world"))
  }
}
