import HTTP
import TestKit
import Testing

@Suite("The body of a response", .timeLimit(.minutes(1)))
struct BodyTests {
  private static let text = String(repeating: "0123456789", count: 1000)

  @Test(arguments: ["gzip", "GZIP", "x-gzip"])
  func `a gzip body is unpacked`(coding: String) async throws {
    let packed = gzipped(Array(Self.text.utf8))
    #expect(try await response(coding, packed).text == Self.text)
  }

  @Test func `members of a gzip body are joined, what is behind them is passed over`() async throws
  {
    let packed = gzipped([1, 2]) + gzipped([]) + gzipped([3]) + [0, 0, 9]
    #expect(try await response("gzip", packed).body == [1, 2, 3])
  }

  @Test(arguments: ["gzip", "identity", ""])
  func `no body is a body, whatever its coding`(coding: String) async throws {
    #expect(try await response(coding, []).body.isEmpty)
  }

  @Test(arguments: [1, 8, 9, 5000, 10_010])
  func `a gzip body that is cut is an error, whatever its length says`(missing: Int) async throws {
    let packed = gzipped(Array(Self.text.utf8)).dropLast(missing)
    let error = try await failure(after: message("gzip", Array(packed)))
    #expect(error?.isBadResponse == true)
  }

  @Test func `a gzip body with a wrong checksum is an error`() async throws {
    var packed = gzipped(Array(Self.text.utf8))
    packed[packed.count - 6] ^= 1
    #expect(try await failure(after: message("gzip", packed))?.isBadResponse == true)
  }

  @Test(arguments: ["gzip", "br", "zstd", "gzip, gzip"])
  func `a body that is not what its coding says is an error`(coding: String) async throws {
    let error = try await failure(after: message(coding, Array(Self.text.utf8)))
    #expect(error?.isBadResponse == true)
  }

  @Test(arguments: [
    "Content-Length: 10\r\n\r\n12345", "Content-Length: 10\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n5\r\n123",
    "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n",
    "Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n\u{1F}",
  ])
  func `a body that ends early is cut`(rest: String) async throws {
    #expect(try await failure(after: Array("HTTP/1.1 200 OK\r\n\(rest)".utf8)) == .bodyCut)
  }

  @Test func `a body without a length ends with the connection`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\n\r\nall of it")
      connection.hangUp()
    }
    defer { server.stop() }
    #expect(try await CurlClient().send(Request(url: server.origin)).text == "all of it")
  }

  @Test func `a body as large as the limit is accepted`() async throws {
    let body = [UInt8](repeating: 7, count: 1000)
    #expect(try await response("identity", body, maximumBodyBytes: 1000).body == body)
    #expect(try await response("gzip", gzipped(body), maximumBodyBytes: 1023).body == body)
  }

  enum Growth: CaseIterable { case declared, chunked, endless, unpacked }

  @Test(arguments: Growth.allCases)
  func `a body above the limit is hung up on before it has ended`(growth: Growth) async throws {
    let hungUp = Latch()
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\n")
      switch growth {
      case .declared: connection.write("Content-Length: 1001\r\n\r\n")
      case .chunked:
        connection.write("Transfer-Encoding: chunked\r\n\r\n")
        connection.write("3e9\r\n" + String(repeating: "x", count: 1001) + "\r\n")
      case .endless: connection.write("\r\n" + String(repeating: "x", count: 1001))
      case .unpacked:
        connection.write("Content-Encoding: gzip\r\nContent-Length: 999\r\n\r\n")
        connection.write(gzipBomb(of: 20_000))
      }
      connection.waitForHangUp()
      hungUp.open()
    }
    defer { server.stop() }
    let request = Request(url: server.origin, timeout: .seconds(50), maximumBodyBytes: 1000)
    #expect(await failure(of: request, by: CurlClient()) == .bodyTooLarge(limit: 1000))
    await hungUp.wait()
  }

  private func message(_ coding: String, _ body: [UInt8]) -> [UInt8] {
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  private func response(
    _ coding: String, _ body: [UInt8], maximumBodyBytes: Int = 1 << 20
  ) async throws -> Response {
    let bytes = message(coding, body)
    let server = try LoopbackServer { _, connection in connection.write(bytes) }
    defer { server.stop() }
    return try await CurlClient().send(
      Request(url: server.origin, maximumBodyBytes: maximumBodyBytes))
  }
}
