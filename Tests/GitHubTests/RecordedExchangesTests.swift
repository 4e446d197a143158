import Explorer
import GitHub
import HTTP
import JSON
import TestKit
import Testing

/// Replays recordings over loopback, through the live client.
@Suite("Recorded exchanges", .timeLimit(.minutes(2)))
struct RecordedExchangesTests {
  @Test func `every one is understood`() async throws {
    let exchanges = try RecordedExchanges.load()
    var replayed = 0
    for exchange in exchanges {
      if try await Replay(exchange).run() { replayed += 1 }
    }
    print("Replayed \(replayed) of \(exchanges.count) recorded exchanges.")
    #expect(replayed > 0)
  }

  @Test func `a redirect to another host leaves the token behind`() async throws {
    let elsewhere = try LoopbackServer { _, connection in
      connection.respond(status: 200, body: octocat)
    }
    defer { elsewhere.stop() }
    let server = try LoopbackServer { _, connection in
      connection.respond(
        status: 301, headers: [(name: "Location", value: "\(elsewhere.origin)/user/1")])
    }
    defer { server.stop() }
    let host = try #require(GitHubHost(baseURL: server.origin))
    let source = makeSource(CurlClient(), token: Bench.token, host: host)
    let loaded = try await source.load(.user, of: "octocat", freshness: .asked, timeout: limit)
    #expect(loaded.page.items.map(\.label) == ["octocat"])
    #expect(server.requests.first?[header: "Authorization"] == "Bearer \(Bench.token)")
    #expect(elsewhere.requests.count == 1)
    #expect(elsewhere.requests.first?[header: "Authorization"] == nil)
  }
}

/// The recordings that lie beside the project where they do, else the project's own.
enum RecordedExchanges {
  static func load(file: String = #filePath) throws -> [RecordedExchange] {
    let folder = folder(file)
    guard let names = namesInFolder(folder) else {
      print("No recorded exchanges at \(folder); replaying the project's own.")
      return ownExchanges.compactMap { RecordedExchange(Array($0.utf8)) }
    }
    return try names.filter { $0.hasSuffix(".json") }.map { name in
      let bytes = try #require(readFile("\(folder)/\(name)"))
      return try #require(RecordedExchange(bytes), "\(name)")
    }
  }

  /// Beside the folder of the package, or where the environment says.
  private static func folder(_ file: String) -> String {
    if let folder = environmentVariable("GITEXPLORER_GITHUB_API") { return folder + "/fixtures" }
    let package = file.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/../shared/github-api/fixtures"
  }
}
