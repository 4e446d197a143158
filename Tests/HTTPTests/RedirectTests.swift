import HTTP
import TestKit
import Testing

@Suite("Redirects", .timeLimit(.minutes(1)))
struct RedirectTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `a GET is followed with its headers on the same host`(status: Int) async throws {
    let server = try LoopbackServer { request, connection in
      if request.target == "/new?x=1" { return connection.respond(status: 200, body: "here") }
      connection.respond(status: status, headers: [("location", "/new?x=1")], body: "moved")
    }
    defer { server.stop() }
    let response = try await CurlClient().send(
      Request(url: server.origin + "/old", headers: [("Authorization", "secret")]))
    #expect(response.text == "here")
    #expect(response.url == server.origin + "/new?x=1")
    #expect(server.requests.map { $0[header: "Authorization"] } == ["secret", "secret"])
    #expect(server.connectionCount == 1)
  }

  @Test func `credentials stay behind when the port changes, on the way back too`() async throws {
    let elsewhere = try LoopbackServer { request, connection in
      connection.respond(status: 302, headers: [("Location", request[header: "X-Back"] ?? "")])
    }
    defer { elsewhere.stop() }
    let away = elsewhere.origin
    let server = try LoopbackServer { request, connection in
      if request.target == "/back" { return connection.respond(status: 200) }
      connection.respond(status: 302, headers: [("Location", away + "/x")])
    }
    defer { server.stop() }
    let headers = [
      ("AUTHORIZATION", "secret"), ("Cookie", "c=1"), ("X-Back", server.origin + "/back"),
    ]
    let response = try await CurlClient().send(
      Request(url: server.origin, headers: headers.map { (name: $0.0, value: $0.1) }))
    #expect(response.url == server.origin + "/back")
    let seen = server.requests + elsewhere.requests
    #expect(seen.filter { $0[header: "Authorization"] != nil }.map(\.target) == ["/"])
    #expect(seen.filter { $0[header: "Cookie"] != nil }.map(\.target) == ["/"])
    #expect(seen.count == 3)
  }

  @Test func `a loop ends after five redirects`() async throws {
    let server = try LoopbackServer { request, connection in
      connection.respond(status: 302, headers: [("Location", request.target)])
    }
    defer { server.stop() }
    #expect(
      await failure(of: Request(url: server.origin), by: CurlClient()) == .tooManyRedirects)
    #expect(server.requests.count == 6)
  }

  @Test(arguments: [Request.Method.put, .post, .delete], [307, 308])
  func `another method is repeated on the same host`(
    method: Request.Method, status: Int
  ) async throws {
    let server = try LoopbackServer { request, connection in
      if request.target == "/new" { return connection.respond(status: 204) }
      connection.respond(status: status, headers: [("Location", "new")])
    }
    defer { server.stop() }
    let body: [UInt8] = method == .post ? [1, 2, 3] : []
    let request = Request(
      method: method, url: server.origin + "/old", headers: [("Authorization", "t")], body: body)
    #expect(try await CurlClient().send(request).status == 204)
    let last = try #require(server.requests.last)
    #expect(last.method == method.rawValue)
    #expect(last.body == body)
    #expect(last[header: "Authorization"] == "t")
  }

  @Test(arguments: [
    (Request.Method.put, 301, "/new"), (.delete, 302, "/new"), (.post, 303, "/new"),
    (.put, 307, "http://127.0.0.1:1/"), (.delete, 308, "//localhost/"), (.get, 302, "ftp://a/"),
    (.get, 301, "http://u:p@127.0.0.1/"), (.get, 307, "javascript:x"), (.get, 302, "http://"),
  ])
  func `any other redirect is refused and goes nowhere`(
    method: Request.Method, status: Int, location: String
  ) async throws {
    let server = try LoopbackServer { _, connection in
      connection.respond(status: status, headers: [("Location", location)])
    }
    defer { server.stop() }
    let request = Request(method: method, url: server.origin)
    #expect(await failure(of: request, by: CurlClient()) == .redirectRefused(status: status))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [(300, "/new"), (304, "/new"), (302, ""), (200, "/new")])
  func `what is no redirect is a response`(status: Int, location: String) async throws {
    let server = try LoopbackServer { _, connection in
      connection.respond(status: status, headers: [("Location", location)])
    }
    defer { server.stop() }
    #expect(try await CurlClient().send(Request(url: server.origin)).status == status)
  }
}
