import HTTP
import TestKit
import Testing

@Suite("A request and its response", .timeLimit(.minutes(1)))
struct ExchangeTests {
  @Test func `the status, the headers and the body arrive`() async throws {
    let server = try LoopbackServer { request, connection in
      connection.respond(
        status: 404, headers: [("x-one", "1"), ("X-Two", "a"), ("x-tWo", "b")],
        body: "\(request.method) \(request.target)")
    }
    defer { server.stop() }
    let response = try await CurlClient().send(Request(url: server.origin + "/a/../b?q=%20#c"))
    #expect(response.status == 404)
    #expect(response.headers["X-ONE"] == "1")
    #expect(response.headers["x-two"] == "a, b")
    #expect(response.headers["x-three"] == nil)
    #expect(response.text == "GET /a/../b?q=%20")
    #expect(response.url == server.origin + "/a/../b?q=%20")
  }

  @Test func `request headers are sent in order, empty ones too`() async throws {
    let server = try LoopbackServer { _, connection in connection.respond(status: 204) }
    defer { server.stop() }
    let headers = [("Accept", "text/x"), ("X-Empty", ""), ("User-Agent", "tests"), ("X-B", "ü")]
    let request = Request(
      url: server.origin, headers: headers.map { (name: $0.0, value: $0.1) })
    #expect(try await CurlClient().send(request).status == 204)
    let seen = try #require(server.requests.first)
    #expect(seen[header: "accept-encoding"] == "gzip")
    let names = headers.map(\.0)
    let own = seen.headers.filter { names.contains($0.name) }
    #expect(own.map(\.name) == names)
    #expect(own.map(\.value) == headers.map(\.1))
  }

  @Test(
    arguments: [
      (.put, "", "0"), (.post, "", "0"), (.put, "x=1", "3"), (.delete, "", nil),
      (.get, "", nil), (.delete, "y", "1"),
      (.post, String(repeating: "z", count: 2 << 20), "2097152"),
    ] as [(Request.Method, String, String?)])
  func `the length of the content is told`(
    method: Request.Method, body: String, length: String?
  ) async throws {
    let server = try LoopbackServer { _, connection in connection.respond(status: 204) }
    defer { server.stop() }
    let request = Request(method: method, url: server.origin, body: Array(body.utf8))
    #expect(try await CurlClient().send(request).status == 204)
    let seen = try #require(server.requests.first)
    #expect(seen.method == method.rawValue)
    #expect(seen[header: "Content-Length"] == length)
    #expect(seen.body == request.body)
    for name in ["Expect", "Content-Type", "Transfer-Encoding"] {
      #expect(seen[header: name] == nil)
    }
  }

  @Test func `one connection serves many requests`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.respond(status: 200, body: "ok")
    }
    defer { server.stop() }
    let client = CurlClient()
    for _ in 0..<20 { #expect(try await client.send(Request(url: server.origin)).status == 200) }
    #expect(server.connectionCount == 1)
  }

  @Test func `a hundred requests at once all get their own answer`() async throws {
    let server = try LoopbackServer { request, connection in
      connection.respond(status: 200, body: request.target)
    }
    defer { server.stop() }
    let client = CurlClient()
    let origin = server.origin
    try await withThrowingTaskGroup(of: (String, String).self) { group in
      for number in 0..<100 {
        group.addTask {
          ("/\(number)", try await client.send(Request(url: "\(origin)/\(number)")).text)
        }
      }
      for try await (asked, answered) in group { #expect(asked == answered) }
    }
    #expect(server.requests.count == 100)
  }

  @Test func `a request that hangs does not hold up another`() async throws {
    let server = try LoopbackServer { request, connection in
      if request.target == "/hang" { return connection.waitForHangUp() }
      connection.respond(status: 200)
    }
    defer { server.stop() }
    let client = CurlClient()
    let origin = server.origin
    let hanging = Task { await failure(of: Request(url: origin + "/hang"), by: client) }
    #expect(try await client.send(Request(url: origin)).status == 200)
    hanging.cancel()
    #expect(await hanging.value == .cancelled)
  }

  @Test func `interim responses, trailers and folded lines do not confuse the header`() async throws
  {
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\n")
      connection.write("HTTP/1.1 200 OK\r\nX-Late: 2\r\nX-Long: a\r\n b\r\n")
      connection.write("Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Trailer: 3\r\n\r\n")
    }
    defer { server.stop() }
    let response = try await CurlClient().send(Request(url: server.origin))
    #expect(response.text == "hi")
    #expect(response.headers["X-Early"] == nil)
    #expect(response.headers["X-Late"] == "2")
    #expect(response.headers["X-Long"] == "a b")
    #expect(response.headers["X-Trailer"] == nil)
  }

  @Test func `header values are UTF-8, or else Latin-1`() async throws {
    let server = try LoopbackServer { _, connection in
      let latin: [UInt8] = [0x67, 0xFC, 0x6E]
      connection.write(Array("HTTP/1.1 204 No\r\nX-UTF8: grün\r\nX-Latin: ".utf8) + latin)
      connection.write("\r\n\r\n")
    }
    defer { server.stop() }
    let response = try await CurlClient().send(Request(url: server.origin))
    #expect(response.headers["x-utf8"] == "grün")
    #expect(response.headers["x-latin"] == "gün")
  }

  @Test(arguments: [
    "", "octocat", "/users", "ftp://a/b", "http://", "http://a b/", "http://u:secret@127.0.0.1/",
    "http://127.0.0.1:99999/", "http://127.0.0.1/\u{0}", "https://gr\u{FC}n.example/",
  ])
  func `what is no http URL is refused`(url: String) async {
    #expect(await failure(of: Request(url: url), by: CurlClient()) == .badURL)
  }

  @Test(arguments: [
    ("X-A", "a\r\nX-B: b"), ("X A", "a"), ("", "a"), ("X-A:", "a"), ("X-A", "\u{0}"),
  ])
  func `a header that would break the message is refused`(name: String, value: String) async throws
  {
    let request = Request(url: "http://127.0.0.1:1/", headers: [(name, value)])
    let error = try #require(await failure(of: request, by: CurlClient()))
    #expect(error == .failed(reason: "a request header cannot be sent"))
  }
}
