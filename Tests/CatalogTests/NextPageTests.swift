import Explorer
import HTTP
import JSON
import Testing

@testable import Catalog
@testable import JSONAPI

@Suite("The page after one", .timeLimit(.minutes(1)))
struct NextPageTests {
  private static let base: JSONValue = [
    "id": "x", "type": "http", "url": "http://x.test/v1/s?q={query}", "items": "data",
    "label": "name",
  ]

  private func source(_ bench: Bench, _ members: [String: JSONValue]) throws -> any Source {
    var entry = Self.base.objectValue ?? JSONObject()
    for (key, value) in members { entry[key] = value }
    return try bench.source(.object(entry))
  }

  /// The first page and the one after it.
  private func twoPages(_ bench: Bench, _ members: [String: JSONValue]) async throws {
    let source = try source(bench, members)
    let page = try await source.search(Query("a"), continuing: nil, timeout: limit)
    let next = try #require(page.next)
    _ = try await source.search(Query("a", page: 2), continuing: next, timeout: limit)
  }

  private static func page(_ next: JSONValue, _ headers: Headers = [:])
    -> @Sendable (Request) ->
    Response
  {
    { request in
      .json(["data": [["name": .string(request.url), "id": 7]], "next": next], headers)
    }
  }

  struct Places: Sendable {
    var url: String
    var first: String
    var second: String
    var members: [String: JSONValue] = [:]
  }

  @Test(
    "has a cursor in the address, where the first has none",
    arguments: [
      Places(
        url: "http://x.test/s?c={cursor}", first: "http://x.test/s",
        second: "http://x.test/s?c=k%3D"),
      Places(
        url: "http://x.test/s?c={cursor}&q={query}", first: "http://x.test/s?q=a",
        second: "http://x.test/s?c=k%3D&q=a"),
      Places(
        url: "http://x.test/s?q={query}&c={cursor}&n=5#f", first: "http://x.test/s?q=a&n=5#f",
        second: "http://x.test/s?q=a&c=k%3D&n=5#f"),
      Places(
        url: "http://x.test/s?a={cursor}&b={cursor}&q={query}", first: "http://x.test/s?q=a",
        second: "http://x.test/s?a=k%3D&b=k%3D&q=a"),
      Places(
        url: "http://x.test/s?c=id:{cursor}&q={query}", first: "http://x.test/s?c=id:&q=a",
        second: "http://x.test/s?c=id:k%3D&q=a"),
      Places(
        url: "http://x.test/s/{cursor}?q={query}", first: "http://x.test/s/?q=a",
        second: "http://x.test/s/k%3D?q=a"),
      Places(
        url: "http://x.test/s?c={cursor}&q={query}", first: "http://x.test/s?c=*&q=a",
        second: "http://x.test/s?c=k%3D&q=a", members: ["firstCursor": "*"]),
      Places(
        url: "http://x.test/s?c={cursor}&q={query}", first: "http://x.test/s?c=0&q=a",
        second: "http://x.test/s?c=k%3D&q=a", members: ["firstCursor": 0]),
    ])
  func cursorInAddress(_ row: Places) async throws {
    let bench = Bench(StubClient(Self.page("k=")))
    var members = row.members
    members["url"] = .string(row.url)
    members["next"] = "body:next"
    // All is searched by a query.
    if !row.url.contains("{query}") { members["headers"] = ["X-Query": "{query}"] }
    try await twoPages(bench, members)
    let asked = bench.client.requests.map(\.url)
    #expect(asked == [row.first.replacing("*", with: "%2A"), row.second])
  }

  @Test(
    "has a cursor of its own type in a body, where the first has no such member",
    arguments: [
      ("k", #""k""#), (7, "7"), (1.5, "1.5"), ([1, "b"], #"[1,"b"]"#),
      (["id": 4], #"{"id":4}"#), (.largeInteger("99999999999999999999"), "99999999999999999999"),
    ] as [(JSONValue, String)])
  func cursorInBody(_ cursor: JSONValue, _ written: String) async throws {
    let bench = Bench(StubClient(Self.page(cursor)))
    try await twoPages(
      bench,
      [
        "method": "POST", "next": "body:next", "headers": ["X-Cursor": "{cursor}"],
        "body": ["q": "{query}", "start": "{cursor}", "list": ["{cursor}"], "in": "c{cursor}"],
      ])
    let bodies = bench.client.requests.map { String(decoding: $0.body, as: UTF8.self) }
    let inside = cursor.stringValue == nil ? written : "k"
    let text = JSONValue.string("c" + inside).jsonBytes
    #expect(
      bodies == [
        #"{"q":"a","list":[],"in":"c"}"#,
        #"{"q":"a","start":\#(written),"list":[\#(written)],"in":\#(String(decoding: text, as: UTF8.self))}"#,
      ])
    let headers = bench.client.requests.map { request in
      request.headers.first { $0.name == "X-Cursor" }?.value
    }
    #expect(headers == [nil, inside])
  }

  @Test("has a cursor from the last row")
  func lastRow() async throws {
    let client = StubClient { request in
      let after = request.parameter("after").flatMap { Int($0) } ?? 0
      let rows = (after..<min(after + 20, 61)).map { i -> JSONValue in
        ["name": .string("row \(i + 1)"), "id": JSONValue(i + 1)]
      }
      return .json(["data": .array(rows)])
    }
    for mode in ["query", "all"] as [JSONValue] {
      let source = try source(
        Bench(client),
        [
          "url": "http://x.test/s?q={query}&after={cursor}", "next": "body:data.-1.id",
          "mode": mode,
        ])
      var labels: [String] = []
      for page in 1...5 { labels += try await source.labels("", perPage: 30, page: page) }
      #expect(labels == (1...61).map { "row \($0)" }, "\(mode)")
    }
  }

  @Test(
    "is where what is said of it leads from the address that was asked",
    arguments: [
      ("?p=2", "http://x.test/v1/s?p=2"), ("/p2", "http://x.test/p2"),
      ("s2", "http://x.test/v1/s2"), ("../s2?é", "http://x.test/s2?%C3%A9"),
      ("//x.test/2", "http://x.test/2"), ("http://X.TEST:80/2", "http://x.test/2"),
      ("https://x.test/2", "https://x.test/2"),
    ])
  func addresses(_ next: String, _ asked: String) async throws {
    let members: [(String, JSONValue, @Sendable (Request) -> Response)] = [
      ("body:next", .string(next), Self.page(.string(next))),
      ("link", .null, Self.page(.null, ["Link": "<\(next)>; rel=\"next\""])),
      ("header:X-Next", .null, Self.page(.null, ["X-Next": next])),
    ]
    for (place, _, answer) in members {
      let bench = Bench(StubClient(answer), variables: ["KEY": "s3cret"])
      try await twoPages(bench, ["next": .string(place), "headers": ["X-Key": "{env:KEY}"]])
      let request = bench.client.requests[1]
      #expect(request.url == asked)
      #expect(request.headers.contains { $0.name == "X-Key" && $0.value == "s3cret" })
    }
  }

  @Test("is found from the page that was asked, not from the first")
  func relativeToTheLast() async throws {
    let client = StubClient { request in
      let next = request.url.contains("/deep/") ? "c" : "/deep/b"
      return .json(["data": [["name": .string(request.url)]], "next": .string(next)])
    }
    let source = try source(Bench(client), ["next": "body:next", "mode": "all"])
    _ = try await source.labels("")
    #expect(
      client.requests.map(\.url) == [
        "http://x.test/v1/s?q=", "http://x.test/deep/b", "http://x.test/deep/c",
      ])
  }

  @Test(
    "is refused on another host, and by http where it was https",
    arguments: [
      ("http://x.test/s?q={query}", "http://evil.test/2"),
      ("http://x.test/s?q={query}", "//evil.test/2"),
      ("http://x.test/s?q={query}", "https://evil.test/2"),
      ("http://x.test/s?q={query}", "https://x.test:8443/2"),
      ("http://x.test/s?q={query}", "http://x.test:81/2"),
      ("https://x.test/s?q={query}", "http://x.test/2"),
      ("https://x.test/s?q={query}", "http://x.test:443/2"),
      ("https://x.test/s?q={query}", "ftp://x.test/2"),
      ("https://x.test/s?q={query}", "https://u:p@x.test/2"),
    ])
  func elsewhere(_ url: String, _ next: String) async throws {
    for mode in ["query", "all"] as [JSONValue] {
      let bench = Bench(StubClient(Self.page(.string(next))), variables: ["KEY": "s3cret"])
      let source = try source(
        bench,
        [
          "url": .string(url), "mode": mode, "next": "body:next",
          "headers": ["X-Key": "{env:KEY}"],
        ])
      let error = await failure { () throws(SourceError) in try await source.labels("a") }
      #expect(error?.cause == .badResponse(.nextLinkElsewhere))
      #expect(bench.client.requests.count == 1)
    }
  }

  @Test(
    "has the secret of the settings in its address, where the answer has stars or nothing",
    arguments: [
      "http://x.test/s?key=s3cret-s3cret&q=a&p=2", "http://x.test/s?q=a&p=2", "/s?q=a&p=2",
      "?q=a&key=&p=2", "https://x.test/s?q=a&p=2&key=other",
    ])
  func secretsInAddresses(_ next: String) async throws {
    let bench = Bench(StubClient(Self.page(.string(next))), variables: ["KEY": "s3cret-s3cret"])
    try await twoPages(
      bench, ["url": "http://x.test/s?key={env:KEY}&q={query}", "next": "body:next"])
    let scheme = next.hasPrefix("https") ? "https" : "http"
    #expect(bench.client.requests[1].url == "\(scheme)://x.test/s?q=a&p=2&key=s3cret-s3cret")
  }

  @Test("stays with https once it has come there")
  func upgrade() async throws {
    let client = StubClient { request in
      let next = request.url.hasPrefix("https") ? "http://x.test/3" : "https://x.test/2"
      return .json(["data": [["name": .string(request.url)]], "next": .string(next)])
    }
    let source = try source(Bench(client), ["next": "body:next", "mode": "all"])
    let error = await failure { () throws(SourceError) in try await source.labels("") }
    #expect(error?.cause == .badResponse(.nextLinkElsewhere))
    #expect(client.requests.map(\.url) == ["http://x.test/v1/s?q=", "https://x.test/2"])
  }

  @Test(
    "is none where that is what is said",
    arguments: [
      .null, false, true, 0, -1, 0.0, "", "0", "-1", "false", "null", [], .object(JSONObject()),
    ]
      as [JSONValue])
  func ends(_ next: JSONValue) async throws {
    for url in ["http://x.test/s?q={query}", "http://x.test/s?q={query}&c={cursor}"] {
      let source = try source(
        Bench(StubClient(Self.page(next))), ["url": .string(url), "next": "body:next"])
      let page = try await source.search(Query("a"), continuing: nil, timeout: limit)
      #expect(page.next == nil)
    }
  }

  @Test("is none where `more` says so, whatever else is named")
  func more() async throws {
    let client = StubClient { _ in
      .json(["data": [["name": "a"]], "next": "k", "page": ["has_more": false]])
    }
    let source = try source(Bench(client), ["next": "body:next", "more": "page.has_more"])
    #expect(try await source.search(Query("a"), continuing: nil, timeout: limit).next == nil)
  }

  @Test(
    "is a number that a header names, until it names none",
    arguments: ["http://x.test/s?q={query}&page={page}", "http://x.test/s?q={query}&page={cursor}"])
  func numberedByHeader(_ url: String) async throws {
    let client = StubClient { request in
      let page = request.parameter("page").flatMap { Int($0) } ?? 1
      return .json(
        ["data": [["name": .string("page \(page)")]]],
        ["X-Next-Page": page == 3 ? "" : String(page + 1)])
    }
    for mode in ["query", "all"] as [JSONValue] {
      let source = try source(
        Bench(client), ["url": .string(url), "next": "header:X-Next-Page", "mode": mode])
      var labels: [String] = []
      for page in 1...3 { labels += try await source.labels("", perPage: 30, page: page) }
      #expect(labels == ["page 1", "page 2", "page 3"])
    }
  }

  @Test(
    "is not what nobody said",
    arguments: [
      "", "2", "p2", "null", "{}", #"{"page":[1]}"#,
      #"{"page":[-1,0],"came":[1,1,1,0],"known":""}"#,
      #"{"page":[2,9223372036854775807],"came":[1,1,1,0],"known":""}"#,
      #"{"page":[2,1],"came":[1,1,1,9223372036854775807],"known":""}"#,
      #"{"page":[2,1],"came":[1,1,1],"known":""}"#,
      #"{"page":[2,1],"came":[1,1,1,0],"known":"xy"}"#,
      #"{"page":[2,1],"came":[1,1,1,0],"known":"xxxxxxxxxxxxxxxx"}"#,
    ])
  func strangeContinuations(_ text: String) async throws {
    let bench = Bench(StubClient(Self.page(.null)))
    let source = try source(bench, ["next": "body:next"])
    let error = await failure { () throws(SourceError) in
      try await source.search(Query("a", page: 2), continuing: text, timeout: limit)
    }
    #expect(
      error?.cause == .invalidQuery(.refused(message: "what it continues is no earlier page")))
    #expect(bench.client.requests.isEmpty)
  }

  @Test("is not asked elsewhere, whoever says so")
  func strangeAddress() async throws {
    let bench = Bench(StubClient(Self.page(.null)))
    let source = try source(bench, ["next": "body:next"])
    let text = #"{"url":"http://evil.test/","came":[1,1,1,0],"known":""}"#
    let error = await failure { () throws(SourceError) in
      try await source.search(Query("a", page: 2), continuing: text, timeout: limit)
    }
    #expect(error?.cause == .badResponse(.nextLinkElsewhere))
    #expect(bench.client.requests.isEmpty)
  }
}
