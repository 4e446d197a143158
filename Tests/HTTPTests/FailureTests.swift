import HTTP
import Synchronization
import TestKit
import Testing

@Suite("Why there is no response", .timeLimit(.minutes(1)))
struct FailureTests {
  @Test func `a server that hangs up without a word is a lost connection`() async throws {
    #expect(try await failure(after: []) == .connectionLost)
  }

  @Test func `a port where nobody listens cannot be connected to`() async throws {
    let server = try LoopbackServer { _, _ in }
    server.stop()
    let error = await failure(of: Request(url: server.origin), by: CurlClient())
    #expect(error == .cannotConnect(host: "127.0.0.1"))
  }

  @Test func `a name that cannot be one cannot be resolved`() async {
    // A label ends after 63 letters, so nobody is asked.
    let host = String(repeating: "a", count: 70) + ".invalid"
    let error = await failure(of: Request(url: "http://\(host)/"), by: CurlClient())
    let isProxied = environmentVariable("http_proxy") != nil
    #expect(error == .cannotResolve(host: host) || isProxied)
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH_9.2\r\n", "<html>hello</html>", "HTTP/1.1 abc\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
  ])
  func `what is no HTTP is a bad response`(bytes: String) async throws {
    let error = try await failure(after: Array(bytes.utf8))
    #expect(error?.isBadResponse == true, "\(String(describing: error))")
  }

  @Test func `a header without end is a bad response`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\n")
      let line = "X-Line: " + String(repeating: "x", count: 1000) + "\r\n"
      while connection.write(line) {}
    }
    defer { server.stop() }
    let error = await failure(of: Request(url: server.origin), by: CurlClient())
    #expect(error?.isBadResponse == true)
  }

  @Test func `a header line without end is a bad response`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nX-Line: ")
      let more = String(repeating: "x", count: 10_000)
      while connection.write(more) {}
    }
    defer { server.stop() }
    let error = await failure(of: Request(url: server.origin), by: CurlClient())
    #expect(error?.isBadResponse == true)
  }

  @Test func `interim responses without end are a bad response`() async throws {
    let server = try LoopbackServer { _, connection in
      while connection.write("HTTP/1.1 103 Early Hints\r\nX-Line: x\r\n\r\n") {}
    }
    defer { server.stop() }
    let error = await failure(of: Request(url: server.origin), by: CurlClient())
    #expect(error?.isBadResponse == true)
  }

  @Test func `plain HTTP behind an https URL is a TLS failure`() async throws {
    let server = try LoopbackServer(onConnection: { connection in
      connection.write("HTTP/1.1 400 Bad\r\n\r\n")
      connection.waitForHangUp()
    })
    defer { server.stop() }
    let url = "https://127.0.0.1:\(server.port)/"
    guard case .tls(let reason) = await failure(of: Request(url: url), by: CurlClient()) else {
      Issue.record("no TLS failure")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func `no answer in time is a timeout, and the server is hung up on`() async throws {
    let hungUp = Latch()
    let server = try LoopbackServer { _, connection in
      connection.waitForHangUp()
      hungUp.open()
    }
    defer { server.stop() }
    let request = Request(url: server.origin, timeout: .milliseconds(100))
    #expect(await failure(of: request, by: CurlClient()) == .timedOut)
    await hungUp.wait()
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)])
  func `no time at all is a timeout`(timeout: Duration) async throws {
    let server = try LoopbackServer { _, connection in connection.waitForHangUp() }
    defer { server.stop() }
    let request = Request(url: server.origin, timeout: timeout)
    #expect(await failure(of: request, by: CurlClient()) == .timedOut)
  }

  @Test func `a body that drips is cut off by the time for the whole`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      while connection.write("x"), !connection.waitForHangUp(atMost: .milliseconds(5)) {}
    }
    defer { server.stop() }
    let request = Request(url: server.origin, timeout: .milliseconds(200))
    #expect(await failure(of: request, by: CurlClient()) == .timedOut)
  }

  @Test func `a transfer that stands still is given up long before its time`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nx")
      connection.waitForHangUp()
    }
    defer { server.stop() }
    let client = CurlClient(configuration: .init(stallTimeout: .seconds(1)))
    let request = Request(url: server.origin, timeout: .seconds(600))
    #expect(await failure(of: request, by: client) == .timedOut)
  }

  @Test func `the time for the whole covers the redirects`() async throws {
    let server = try LoopbackServer { request, connection in
      if connection.waitForHangUp(atMost: .milliseconds(80)) { return }
      connection.respond(status: 302, headers: [("Location", request.target + "x")])
    }
    defer { server.stop() }
    let request = Request(url: server.origin, timeout: .milliseconds(200))
    #expect(await failure(of: request, by: CurlClient()) == .timedOut)
    #expect(server.requests.count <= 3)
  }

  @Test func `a connection that died while it was kept is replaced`() async throws {
    let ends = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _, connection in
      connection.respond(status: 200)
      connection.hangUp()
      ends.continuation.yield()
    }
    defer { server.stop() }
    let client = CurlClient()
    var end = ends.stream.makeAsyncIterator()
    for _ in 0..<10 {
      #expect(try await client.send(Request(url: server.origin)).status == 200)
      // Else it would not have died while it was kept, but with the next request on its way.
      await end.next()
    }
    #expect(server.connectionCount == 10)
  }

  @Test(arguments: [Request.Method.get, .put, .delete])
  func `a request is sent once, also where a kept connection ends instead of answering`(
    method: Request.Method
  ) async throws {
    let count = Atomic(0)
    let server = try LoopbackServer { _, connection in
      if count.add(1, ordering: .relaxed).newValue == 2 {
        connection.hangUp()
      } else {
        connection.respond(status: 200)
      }
    }
    defer { server.stop() }
    let client = CurlClient()
    _ = try await client.send(Request(url: server.origin))
    let request = Request(method: method, url: server.origin)
    #expect(await failure(of: request, by: client) == .connectionLost)
    #expect(server.requests.count == 2)
    #expect(try await client.send(request).status == 200)
  }
}
