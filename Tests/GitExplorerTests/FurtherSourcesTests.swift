import Catalog
import Explorer
import HTTP
import JSON
import Service
import Synchronization
import Testing

@testable import gitexplorer

@Suite("The sources of the setting `sources`", .timeLimit(.minutes(1)))
struct FurtherSourcesTests {
  /// An API with one person on one page; counts who asks.
  private final class OnePage: HTTPClient {
    private let count = Atomic(0)

    var requestCount: Int { count.load(ordering: .relaxed) }

    func send(_ request: Request) async throws(HTTPError) -> Response {
      count.add(1, ordering: .relaxed)
      return Response(
        status: 200, body: Array(#"[{"name":"octocat"}]"#.utf8), url: request.url)
    }
  }

  private final class Warnings: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let client = OnePage()
  private let warnings = Warnings()
  private let further: FurtherSources

  init() {
    let (client, warnings) = (client, warnings)
    further = FurtherSources(
      sandboxURL: nil,
      dependencies: SourceDependencies(
        client: client, now: { .zero }, sleep: { _ in }, wallClock: { 0 }, variable: { _ in nil },
        warn: warnings.add, progress: { _ in }, version: "1"))
  }

  private static let entry: JSONValue = [
    "id": "a", "type": "http", "mode": "all", "url": "http://x.test/a", "label": "name",
  ]

  private func settings(_ changes: JSONValue...) -> Settings {
    var settings = Settings()
    for change in changes { #expect(settings.apply(change).isEmpty) }
    return settings
  }

  private func search(_ settings: Settings) async throws {
    for source in further.sources(settings) {
      _ = try await source.search(Query("o"), continuing: nil, timeout: .seconds(1))
    }
  }

  @Test func `an entry keeps its pages while other settings change`() async throws {
    let sources: JSONValue = ["sources": [Self.entry]]
    let other: JSONValue = ["id": "b", "type": "catalog", "path": "/nowhere", "label": "name"]
    try await search(settings(sources))
    try await search(settings(sources, ["github": ["token": "new"]]))
    let moved = further.sources(settings(["sources": [other, Self.entry]]))
    _ = try await moved.last?.search(Query("o"), continuing: nil, timeout: .seconds(1))
    #expect(client.requestCount == 1)
  }

  @Test func `an entry that was changed is asked anew`() async throws {
    var entry = try #require(Self.entry.objectValue)
    try await search(settings(["sources": [.object(entry)]]))
    entry["url"] = "http://x.test/b"
    try await search(settings(["sources": [.object(entry)]]))
    #expect(client.requestCount == 2)
  }

  @Test func `a member that nobody reads is warned of once, whatever else changes`() throws {
    var entry = try #require(Self.entry.objectValue)
    entry["labl"] = "name"
    let sources: JSONValue = ["sources": [.object(entry)]]
    _ = further.sources(settings(sources))
    #expect(further.faults(settings(sources, ["cacheSeconds": 1])).isEmpty)
    #expect(
      warnings.all == ["Nobody reads the setting `sources.a.labl`; did you mean `label`?"])
  }
}
