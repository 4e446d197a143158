import Explorer
import HTTP
import JSON
import Synchronization
import Testing

@testable import Catalog

/// A source with apple, apricot and banana in it, and a way to break it.
final class World: Sendable, CustomTestStringConvertible {
  enum Kind: String, Sendable, CaseIterable { case catalog, all, query }

  let kind: Kind
  let bench = Bench()
  let file: TemporaryFile
  let isBroken = Mutex(false)
  private static let words = ["apple", "apricot", "banana"]

  init(_ kind: Kind) {
    self.kind = kind
    file = TemporaryFile(Self.text)
    bench.client.replace { [isBroken = Flag(self)] request in
      if isBroken.isSet { return Response(status: 500) }
      let query = request.parameter("q") ?? ""
      let items = Self.words.filter { $0.contains(query) }.map {
        ["name": .string($0)] as JSONValue
      }
      return .json(["data": .array(items)])
    }
  }

  var testDescription: String { kind.rawValue }

  /// A request's answer needs to know, and the world owns who answers.
  private final class Flag: Sendable {
    private weak let world: World?
    init(_ world: World) { self.world = world }
    var isSet: Bool { world?.isBroken.withLock { $0 } ?? false }
  }

  private static var text: String {
    "[" + words.map { #"{"name":"\#($0)"}"# }.joined(separator: ",") + "]"
  }

  func setBroken(_ broken: Bool) {
    isBroken.withLock { $0 = broken }
    file.write(broken ? "[{" : Self.text)
  }

  func pipeline() throws -> Pipeline {
    let entry: JSONValue =
      switch kind {
      case .catalog:
        ["id": "w", "type": "catalog", "path": .string(file.path), "label": "name"]
      case .all:
        [
          "id": "w", "type": "http", "url": "http://x.test/", "items": "data", "mode": "all",
          "label": "name", "cacheSeconds": 0,
        ]
      case .query:
        [
          "id": "w", "type": "http", "url": "http://x.test/?q={query}", "items": "data",
          "label": "name",
        ]
      }
    return Pipeline([try bench.source(entry)], of: self)
  }
}

@Suite("The pipeline over every kind of source", .timeLimit(.minutes(1)))
struct PipelineTests {
  private static let immediately: JSONValue = ["debounceMilliseconds": 0, "minimumQueryLength": 0]

  @Test("a refused change leaves the search as it was", arguments: World.Kind.allCases)
  func refusesChanges(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(Self.immediately)
    pipeline.type("apple")
    #expect(await pipeline.results().labels == ["apple"])
    pipeline.send("search/didChange", ["searchId": "s", "version": 1, "text": "x"])
    let refusal = await pipeline.results()
    #expect(refusal["error"]?["data"]?["kind"] == "invalidParams")
    pipeline.type("banana")
    #expect(await pipeline.results().labels == ["banana"])
  }

  @Test("nothing passes before the text has been still", arguments: World.Kind.allCases)
  func debounces(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(["debounceMilliseconds": 300])
    for text in ["ap", "app", "appl", "apple"] {
      pipeline.type(text)
      #expect(await pipeline.untilNow().isEmpty)
      pipeline.time.advance(by: .milliseconds(200))
      #expect(await pipeline.untilNow().isEmpty)
    }
    pipeline.time.advance(by: .milliseconds(300))
    let results = await pipeline.results()
    #expect(results["query"] == "apple")
    #expect(results["version"] == 4)
  }

  @Test("a query that is the same is not asked again", arguments: World.Kind.allCases)
  func removesDuplicates(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(Self.immediately)
    pipeline.type("apple")
    _ = await pipeline.results()
    pipeline.type("  apple ")
    let status = await pipeline.next("search/status")
    #expect(status["status"] == "unchanged")
    #expect(status["version"] == 2)
  }

  @Test("a query under the minimum is idle", arguments: World.Kind.allCases)
  func heedsMinimum(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(["debounceMilliseconds": 0, "minimumQueryLength": 2])
    pipeline.type("a")
    #expect(await pipeline.next("search/status")["status"] == "idle")
    pipeline.type("ap")
    #expect(Set(await pipeline.results().labels) == ["apple", "apricot"])
  }

  @Test(
    "an empty query lists everything where the source says so",
    arguments: [World.Kind.catalog, .all])
  func listsEverything(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(text: "")
    let results = await pipeline.results()
    #expect(results.labels == ["apple", "apricot", "banana"])
    #expect(results["origin"] == (kind == .catalog ? "local" : "network"))
  }

  @Test("nothing older follows anything newer", arguments: World.Kind.allCases)
  func showsLatestOnly(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(Self.immediately)
    var last = 0
    for _ in 0..<100 {
      for text in ["ap", "apr", "b"] { last = pipeline.type(text) }
    }
    var highest = 0
    while highest < last {
      let params = await pipeline.next { $0["method"] == "search/results" }["params"]
      let version = params?["version"]?.intValue ?? 0
      #expect(version >= highest)
      highest = version
      if version == last { #expect(params?.labels == ["banana"]) }
    }
  }

  @Test("a failure is repeated, told, and survived", arguments: World.Kind.allCases)
  func survives(_ kind: World.Kind) async throws {
    let world = World(kind)
    let pipeline = try world.pipeline()
    world.setBroken(true)
    pipeline.open(Self.immediately)
    pipeline.type("apple")
    for attempt in 1...2 {
      let status = await pipeline.next {
        $0["method"] == "search/status" && $0["params"]?["status"] == "retrying"
      }
      #expect(status["params"]?["attempt"]?.intValue == attempt)
      while pipeline.time.sleeperCount < (kind == .catalog ? 2 : 1) { await Task.yield() }
      pipeline.time.advance(by: .milliseconds(600))
    }
    let failure = await pipeline.results()
    #expect(failure["status"] == "failure")
    #expect(failure["error"]?["data"]?["attempts"] == 3)
    #expect(failure["origin"] == "fallback")
    world.setBroken(false)
    pipeline.type("apple x")
    pipeline.type("apple")
    #expect(
      await pipeline.next { $0["params"]?["status"] == "success" }["params"]?.labels == ["apple"])
  }

  @Test("an old answer stands in where asking fails", arguments: World.Kind.allCases)
  func showsStale(_ kind: World.Kind) async throws {
    let world = World(kind)
    let pipeline = try world.pipeline()
    pipeline.open(["debounceMilliseconds": 0, "minimumQueryLength": 0, "maximumRetries": 0])
    pipeline.type("apple")
    _ = await pipeline.results()
    world.setBroken(true)
    pipeline.send("search/didSubmit", ["searchId": "s"])
    let results = await pipeline.results()
    #expect(results["status"] == "failure")
    #expect(results["origin"] == "stale")
    #expect(results.labels == ["apple"])
  }

  @Test("nothing found is empty and no failure", arguments: World.Kind.allCases)
  func findsNothing(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(Self.immediately)
    pipeline.type("zebra")
    let results = await pipeline.results()
    #expect(results["status"] == "empty")
    #expect(results["error"] == nil)
  }

  @Test("a fresh answer is shown at once, without asking", arguments: [World.Kind.query])
  func showsInstantly(_ kind: World.Kind) async throws {
    let world = World(kind)
    let pipeline = try world.pipeline()
    pipeline.open(Self.immediately)
    for text in ["ap", "banana"] {
      pipeline.type(text)
      _ = await pipeline.results()
    }
    pipeline.type("ap")
    #expect(await pipeline.results()["origin"] == "cache")
    #expect(world.bench.client.requests.count == 2)
  }

  @Test("further pages follow, each item once", arguments: [World.Kind.catalog, .all])
  func loadsMore(_ kind: World.Kind) async throws {
    let pipeline = try World(kind).pipeline()
    pipeline.open(["perPage": 2], text: "")
    #expect(await pipeline.results()["hasMore"] == true)
    pipeline.send("search/loadMore", ["searchId": "s"])
    let more = await pipeline.results()
    #expect(more.labels == ["banana"])
    #expect(more["append"] == true)
    #expect(more["hasMore"] == false)
  }

  @Test("a search under way is refreshed when its file changes")
  func refreshes() async throws {
    let world = World(.catalog)
    let pipeline = try world.pipeline()
    pipeline.open(text: "a")
    _ = await pipeline.results()
    while pipeline.time.sleeperCount == 0 { await Task.yield() }
    world.file.write(#"[{"name":"avocado"}]"#)
    pipeline.time.advance(by: .seconds(1))
    #expect(await pipeline.results().labels == ["avocado"])
  }

  @Test("marks what was found by folding")
  func marks() async throws {
    let world = World(.catalog)
    world.file.write(#"[{"name":"사과 Émile"}]"#)
    let pipeline = try world.pipeline()
    pipeline.open(text: "ㅅㄱ emi")
    let item = await pipeline.results()["items"]?.value(at: ["0"])
    #expect(item?["matches"] == [["start": 0, "end": 2], ["start": 3, "end": 6]])
  }
}
