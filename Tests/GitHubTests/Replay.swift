import Explorer
import GitHub
import HTTP
import JSON
import TestKit
import Testing

/// One recording, served on loopback and asked for by the method that it belongs to.
struct Replay {
  let exchange: RecordedExchange
  private let server: LoopbackServer
  /// Another host, to which some redirects lead.
  private let elsewhere: LoopbackServer
  private let source: GitHubSource

  /// `isAuthenticated` of recordings is not always right; what is only for people has a token.
  init(_ exchange: RecordedExchange) throws {
    self.exchange = exchange
    let elsewhere = try LoopbackServer { _, connection in
      connection.respond(status: 200, body: octocat)
    }
    let server = try LoopbackServer { request, connection in
      let headers = exchange.headers(
        servedAt: "http://\(request[header: "Host"] ?? "")", elsewhere: elsewhere.origin)
      Replay.answer(exchange, request, connection, headers: headers)
    }
    self.server = server
    self.elsewhere = elsewhere
    let host = try #require(GitHubHost(baseURL: server.origin))
    let needsToken = exchange.has("follow") != (exchange.status == 401)
    source = makeSource(
      CurlClient(), token: exchange.isAuthenticated || needsToken ? Bench.token : nil, host: host)
  }

  /// The first request is answered as recorded; a redirect leads to octocat, except in a loop.
  private static func answer(
    _ exchange: RecordedExchange, _ request: ServedRequest, _ connection: ServedConnection,
    headers: [(name: String, value: String)]
  ) {
    let isRedirect = (300..<400).contains(exchange.status) && exchange.status != 304
    let location = exchange[header: "Location"] ?? ""
    let destination = location.dropFirst(RecordedExchange.recordedOrigin.utf8.count)
    if exchange.status == 304, request[header: "If-None-Match"] == nil {
      connection.respond(status: 200, headers: [(name: "ETag", value: "\"1\"")], body: octocat)
    } else if isRedirect, request.target == destination,
      !exchange.path.hasSuffix(destination)
    {
      connection.respond(status: request.method == "GET" ? 200 : 204, body: octocat)
    } else {
      connection.respond(status: exchange.status, headers: headers, body: exchange.body)
    }
  }

  /// Returns false for what this client never asks for.
  func run() async throws -> Bool {
    defer {
      server.stop()
      elsewhere.stop()
    }
    let path = exchange.path
    if path.hasPrefix("/search/") {
      await search()
    } else if path == "/rate_limit", exchange.status == 200 {
      await inspect()
    } else if path.hasPrefix("/user/following/") {
      await follow()
    } else if exchange.has("graphql") || exchange.method == "PATCH" || path == "/versions"
      || path.hasSuffix("/social_accounts") || path.contains("/following/")
    {
      return false
    } else if path.hasSuffix("/followers") || path.hasSuffix("/orgs") {
      await list(.followers)
    } else if path.hasSuffix("/following") {
      await list(.following)
    } else if path.hasSuffix("/repos") || path.hasSuffix("/starred") {
      await list(.repos)
    } else {
      await user()
    }
    return true
  }

  // MARK: one function for each kind

  private func search() async {
    let query = Query("octo", page: number("page") ?? 1, perPage: number("per_page") ?? 30)
    let result = await outcome { () async throws(SourceError) in
      try await source.search(query, continuing: nil, timeout: limit)
    }
    // Past the cap nothing is sent; what the server would have said is read all the same.
    if case .failure(let error) = result, case .invalidQuery(.pastTheCap) = error.cause {
      #expect(exchange.status == 422 && server.requests.isEmpty, "\(exchange.name)")
      return
    }
    guard case .success(let page) = result else { return expectFailure(result) }
    expect(page, elements: exchange.json?["items"]?.arrayValue, field: "login")
    guard let body = exchange.json else { return }
    #expect(page.totalCount == body["total_count"]?.intValue, "\(exchange.name)")
    let isIncomplete = body["incomplete_results"]?.boolValue ?? false
    #expect(page.isIncomplete == isIncomplete, "\(exchange.name)")
  }

  private func list(_ section: ProfilePart.Section) async {
    let result = await outcome { () async throws(SourceError) in
      try await source.load(
        .section(section), of: "octocat", freshness: .asked, timeout: limit
      ).page
    }
    guard case .success(let page) = result else { return expectFailure(result) }
    expect(
      page, elements: exchange.json?.arrayValue, field: section == .repos ? "full_name" : "login")
  }

  private func user() async {
    if exchange.status == 304 {
      _ = try? await source.load(.user, of: "octocat", freshness: .asked, timeout: limit)
    }
    let result = await outcome { () async throws(SourceError) in
      try await source.load(.user, of: "octocat", freshness: .asked, timeout: limit).page
    }
    guard case .success(let page) = result else { return expectFailure(result) }
    #expect(page.items.count == 1, "\(exchange.name)")
    if exchange.status == 304 {
      #expect(
        server.requests.map { $0[header: "If-None-Match"] } == [nil, "\"1\""], "\(exchange.name)")
    }
    #expect(elsewhere.requests.allSatisfy { $0[header: "Authorization"] == nil })
    #expect(elsewhere.requests.isEmpty != exchange.has("security"), "\(exchange.name)")
    guard exchange.status == 200 else {
      #expect(page.items.first?.label == "octocat", "\(exchange.name)")
      return
    }
    #expect(Expected.kind(of: exchange) == "none", "\(exchange.name)")
    let item = page.items.first
    #expect(item?.label == exchange.json?["login"]?.stringValue, "\(exchange.name)")
    #expect(item?.detail == exchange.json?["name"]?.stringValue, "\(exchange.name)")
    let kind = item?.kind.rawValue
    #expect(kind == exchange.json?["type"]?.stringValue?.lowercased(), "\(exchange.name)")
  }

  private func follow() async {
    let result: Result<Bool, SourceError>
    switch exchange.method {
    case "GET":
      result = await outcome { () async throws(SourceError) in
        try await source.isFollowing("octocat", timeout: limit)
      }
    case let method:
      result = await outcome { () async throws(SourceError) in
        try await source.setFollowing("octocat", to: method == "PUT", timeout: limit)
        return true
      }
    }
    switch result {
    case .success(let following):
      #expect([204, 307, 404].contains(exchange.status), "\(exchange.name)")
      #expect(following == (exchange.status != 404), "\(exchange.name)")
    case .failure: expectFailure(result)
    }
  }

  private func inspect() async {
    let inspection = try? await source.inspect(timeout: limit)
    let count = exchange.json?["resources"]?.objectValue?.members.count
    #expect(inspection?.budgets.count == count, "\(exchange.name)")
  }

  private func number(_ name: String) -> Int? {
    exchange.query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
      .flatMap { Int($0.drop { $0 != "=" }.dropFirst()) }
  }

  private func outcome<Value>(
    _ body: () async throws(SourceError) -> Value
  ) async -> Result<Value, SourceError> {
    do throws(SourceError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
