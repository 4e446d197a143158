import Explorer
import GitHub
import HTTP
import Synchronization
import System
import TestKit
import Testing

private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

@Suite("Avatars", .timeLimit(.minutes(1)))
struct AvatarTests {
  /// Pictures in a folder that is gone after the test.
  private final class Folder: Sendable {
    let path = "/tmp/gitexplorer-avatars-\(UInt64.random(in: .min ... .max))"
    let children = ChildProcesses()

    var files: AvatarFiles { AvatarFiles(CacheFolder(path, maximumBytes: 4 << 20)) }

    /// What a script with the folder as `$0` prints.
    func shell(_ script: String) -> String {
      var output: [UInt8] = []
      _ = children.runBlocking(
        ChildCommand(["sh", "-c", script, path], timeLimit: .seconds(30), outputLimit: 4096)
      ) { chunk in
        output += chunk
        return true
      }
      return String(decoding: output, as: UTF8.self)
    }

    deinit { _ = shell("rm -rf \"$0\"") }
  }

  /// A day that can be moved.
  private final class Day: Sendable {
    private let seconds = Mutex(Bench.wallClock)

    var now: @Sendable () -> Int64 { { self.seconds.withLock { $0 } } }

    func move(by step: Int64) { seconds.withLock { $0 += step } }
  }

  private func source(
    _ server: LoopbackServer, _ folder: Folder, _ day: Day = Day()
  ) throws -> GitHubSource {
    let host = try #require(GitHubHost(baseURL: server.origin))
    return makeSource(
      CurlClient(), token: Bench.token, host: host, avatarFiles: folder.files, wallClock: day.now)
  }

  private func ask(
    _ source: GitHubSource, _ url: String, size: Int? = nil
  ) async throws(SourceError) -> String {
    try await source.avatar(Avatar(of: .url(url), size: size), timeout: .seconds(20))
  }

  // MARK: where

  @Test(arguments: [
    (
      "https://api.github.com", "https://avatars.githubusercontent.com/u/1?v=4", 64,
      "https://avatars.githubusercontent.com/u/1?v=4&s=64"
    ),
    (
      "https://api.github.com", "https://avatars.githubusercontent.com/u/1?s=20&v=4", 64,
      "https://avatars.githubusercontent.com/u/1?v=4&s=64"
    ),
    (
      "https://api.github.com", "https://avatars.githubusercontent.com/u/1", nil,
      "https://avatars.githubusercontent.com/u/1"
    ),
    (
      "https://ghe.example/api/v3", "https://ghe.example/avatars/u/1?", 64,
      "https://ghe.example/avatars/u/1?s=64"
    ),
    (
      "https://ghe.example/api/v3", "https://avatars.ghe.example/u/1", nil,
      "https://avatars.ghe.example/u/1"
    ),
    (
      "https://api.acme.ghe.com", "https://avatars.acme.ghe.com/u/1", nil,
      "https://avatars.acme.ghe.com/u/1"
    ),
  ])
  func `they are asked for at the host's own addresses, without the token`(
    base: String, url: String, size: Int?, asked: String
  ) async throws {
    let folder = Folder()
    let client = StubClient(Response(status: 200, body: png))
    let source = makeSource(
      client, token: Bench.token, host: try #require(GitHubHost(baseURL: base)),
      avatarFiles: folder.files)
    _ = try await ask(source, url, size: size)
    let request = try #require(client.requests.first)
    #expect(request.url == asked)
    #expect(request[header: "Authorization"] == nil)
    #expect(!request.headers.contains { $0.value.contains(Bench.token) })
  }

  @Test(arguments: [
    ("https://api.github.com", "https://avatars.example/u/1"),
    ("https://api.github.com", "http://avatars.githubusercontent.com/u/1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com:8443/u/1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com@evil.example/u/1"),
    ("https://api.github.com", "https://avatars.githubusercontent.com.evil.example/u/1"),
    ("https://api.github.com", "https://me:x@avatars.githubusercontent.com/u/1"),
    ("https://api.github.com", "https://github.com/octocat.png"),
    ("https://api.github.com", "file:///etc/passwd"),
    ("https://api.github.com", ""),
    ("https://ghe.example/api/v3", "https://ghe.example/api/v3/user"),
    ("https://ghe.example/api/v3", "https://ghe.example/avatars/../api/v3/user"),
    ("https://ghe.example/api/v3", "https://ghe.example/avatars/%2e%2E/api/v3/user"),
    ("https://ghe.example/api/v3", "https://ghe.example:8080/avatars/u/1"),
    ("http://127.0.0.1:4000", "http://127.0.0.1:4001/avatars/u/1"),
  ])
  func `another address is not asked`(base: String, url: String) async throws {
    let client = StubClient(Response(status: 200, body: png))
    let source = makeSource(
      client, token: Bench.token, host: try #require(GitHubHost(baseURL: base)),
      avatarFiles: Folder().files)
    let error = await failure { () async throws(SourceError) in try await ask(source, url) }
    #expect(error?.cause == .notFound(what: "avatar at this address"))
    #expect(client.requests.isEmpty)
  }

  @Test func `a login's is where its account says`() async throws {
    let folder = Folder()
    let server = try LoopbackServer { request, connection in
      guard request.target == "/users/octocat" else {
        return connection.respond(status: 200, body: String(decoding: "GIF89a".utf8, as: UTF8.self))
      }
      let port = request[header: "Host"] ?? ""
      connection.respond(
        status: 200,
        body: #"{"login": "octocat", "id": 1, "avatar_url": "http://\#(port)/avatars/u/1?v=4"}"#)
    }
    defer { server.stop() }
    let source = try source(server, folder)
    for _ in 1...2 {
      let path = try await source.avatar(
        Avatar(of: .login("octocat"), size: 32), timeout: .seconds(20))
      #expect(path.hasPrefix("\(folder.path)/") && path.hasSuffix(".gif"))
    }
    #expect(server.requests.map(\.target) == ["/users/octocat", "/avatars/u/1?v=4&s=32"])
    #expect(server.requests.map { $0[header: "Authorization"] != nil } == [true, false])
  }

  @Test func `a redirect leads to another picture of the host and nowhere else`() async throws {
    let elsewhere = try LoopbackServer { _, connection in
      connection.respond(status: 200, body: "GIF89a")
    }
    defer { elsewhere.stop() }
    let away = elsewhere.origin
    let server = try LoopbackServer { request, connection in
      let places = [
        "/avatars/near": "/avatars/u/1", "/avatars/api": "/user", "/avatars/up": "../user",
        "/avatars/far": "\(away)/avatars/u/1",
      ]
      guard let place = places[request.target] else {
        return connection.respond(status: 200, body: "GIF89a")
      }
      connection.respond(status: 302, headers: [("Location", place)])
    }
    defer { server.stop() }
    let folder = Folder()
    let source = try source(server, folder)
    #expect(try await ask(source, "\(server.origin)/avatars/near").hasSuffix(".gif"))
    for name in ["api", "up", "far"] {
      let error = await failure { () async throws(SourceError) in
        try await ask(source, "\(server.origin)/avatars/\(name)")
      }
      #expect(error != nil, "\(name)")
    }
    #expect(elsewhere.requests.isEmpty)
    #expect(
      server.requests.map(\.target) == [
        "/avatars/near", "/avatars/u/1", "/avatars/api", "/avatars/up", "/avatars/far",
      ])
  }

  // MARK: what

  @Test(arguments: [
    (png, "png"), ([0xFF, 0xD8, 0xFF, 0xE0], "jpg"), (Array("GIF87a…".utf8), "gif"),
    (Array("GIF89a…".utf8), "gif"), (Array("RIFF1234WEBPVP8L".utf8), "webp"),
    (Array("RIFF1234WAVEfmt ".utf8), nil), (Array("<svg onload=\"x\"/>".utf8), nil),
    (Array("<!DOCTYPE html>".utf8), nil), (Array("GIF".utf8), nil), (Array(png.dropFirst()), nil),
    ([], nil),
  ])
  func `its first bytes say what it is, not its server`(bytes: [UInt8], ending: String?)
    async throws
  {
    let folder = Folder()
    let client = StubClient(
      Response(status: 200, headers: ["Content-Type": "image/png"], body: bytes))
    let source = makeSource(client, token: nil, avatarFiles: folder.files)
    let url = "https://avatars.githubusercontent.com/u/1"
    if let ending {
      #expect(try await ask(source, url).hasSuffix(".\(ending)"))
    } else {
      let error = await failure { () async throws(SourceError) in try await ask(source, url) }
      guard case .badResponse = error?.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(folder.shell("ls \"$0\" 2>&1 | grep -c png") == "0\n")
    }
  }

  @Test func `a mebibyte is taken, a byte more is not`() async throws {
    let folder = Folder()
    let server = try LoopbackServer { request, connection in
      let size = (1 << 20) + (request.target == "/avatars/more" ? 1 : 0)
      let body = Array("GIF89a".utf8) + [UInt8](repeating: 0, count: size - 6)
      connection.write(Array("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8) + body)
    }
    defer { server.stop() }
    let source = try source(server, folder)
    let path = try await ask(source, "\(server.origin)/avatars/less")
    #expect(folder.shell("stat -c '%s %a' \(path); stat -c %a \"$0\"") == "1048576 600\n700\n")
    let error = await failure { () async throws(SourceError) in
      try await ask(source, "\(server.origin)/avatars/more")
    }
    #expect(error != nil)
    #expect(folder.shell("ls \"$0\" | grep -c more") == "0\n")
  }

  // MARK: how long

  @Test func `it is asked for anew after a day, by its ETag, and stays where the host fails`()
    async throws
  {
    let (folder, day) = (Folder(), Day())
    let answers = Rest([
      (200, "\"one\"", "GIF89a one"), (304, "\"one\"", ""), (500, "", "no"),
      (200, "\"two\"", "GIF89a two"),
    ])
    let server = try LoopbackServer { _, connection in
      guard let (status, etag, body) = answers.next() else { return }
      connection.respond(status: status, headers: [("ETag", etag)], body: body)
    }
    defer { server.stop() }
    let source = try source(server, folder, day)
    let url = "\(server.origin)/avatars/u/1?v=4"
    let path = try await ask(source, url)
    let hour: Int64 = 3600
    // The hours that go by, how many requests there are then, and what the file holds.
    for (hours, requests, text) in [
      (23, 1, "one"), (1, 2, "one"), (23, 2, "one"), (1, 3, "one"), (0, 4, "two"), (0, 4, "two"),
      (-480, 5, "two"),
    ] as [(Int64, Int, String)] {
      day.move(by: hours * hour)
      #expect(try await ask(source, url) == path)
      #expect(server.requests.count == requests, "after \(hours) hours")
      #expect(folder.shell("cat \(path)") == "GIF89a \(text)")
    }
    #expect(
      server.requests.map { $0[header: "If-None-Match"] }
        == [nil, "\"one\"", "\"one\"", "\"one\"", "\"two\""])
  }

  @Test func `what is kept serves the next process, and a link in its place does not`() async throws
  {
    let folder = Folder()
    let client = StubClient(Response(status: 200, body: png))
    let url = "https://avatars.githubusercontent.com/u/1"
    func ask() async throws -> String {
      try await self.ask(makeSource(client, token: nil, avatarFiles: folder.files), url)
    }
    let path = try await ask()
    #expect(try await ask() == path && client.requests.count == 1)
    _ = folder.shell("echo other > \"$0/other\"; ln -sf \"$0/other\" \(path)")
    #expect(try await ask() == path && client.requests.count == 2)
    #expect(folder.shell("cat \"$0/other\"; test -L \(path) && echo link") == "other\n")
  }

  @Test func `the budgets of the API do not suffer`() async throws {
    let folder = Folder()
    let client = StubClient(
      Response(
        429,
        ["Retry-After": "3600", "X-RateLimit-Remaining": "0", "X-RateLimit-Resource": "search"]),
      Response(200, [:], searchBody(octocat)))
    let source = makeSource(client, token: nil, avatarFiles: folder.files)
    let error = await failure { () async throws(SourceError) in
      try await ask(source, "https://avatars.githubusercontent.com/u/1")
    }
    #expect(error != nil)
    let page = try await source.search(Query("octo"), continuing: nil, timeout: limit)
    #expect(page.items.map(\.label) == ["octocat"])
  }
}
