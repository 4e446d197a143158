import Explorer
import JSON
import Service
import Synchronization
import TestKit
import Testing
import Wire

/// Everything at once on real threads.
///
/// Clients write, a source answers from anywhere, a writer takes. Run it under the thread sanitizer
/// too; Tests/README.md says how.
@Suite("On real threads", .timeLimit(.minutes(1)))
struct StressTests {
  @Test(arguments: UInt64(1)...4)
  func `no race, no lost answer, no version that goes back`(seed: UInt64) async {
    let (connection, client) = Connection.memory(.headers, event: LoopEvent.received)
    let link = client.link
    let time = TickingTime()
    let environment = Environment(
      now: { time.now }, sleep: { await time.sleep(until: $0) }, seed: seed, version: "1",
      makeSources: { _ in [RestlessSource(time)] })
    var settings = Settings()
    _ = settings.apply(["debounceMilliseconds": 5, "cacheSeconds": 0])
    let server = Task { [settings] in
      await Server(environment, settings: settings, connection: connection).run()
    }
    let isOver = Atomic(false)
    let outbox = connection.outbox
    let reader = Task { await read(outbox, until: { isOver.load(ordering: .acquiring) }) }

    link.send(body(#"{"jsonrpc":"2.0","id":"init","method":"initialize"}"#))
    await withTaskGroup(of: Void.self) { group in
      for client in 0..<4 {
        group.addTask { await write(from: client, seed: seed, to: link) }
      }
    }
    link.send(body(#"{"jsonrpc":"2.0","id":"bye","method":"shutdown"}"#))
    link.send(body(#"{"jsonrpc":"2.0","method":"exit"}"#))
    let end = await server.value
    isOver.store(true, ordering: .releasing)
    check(await reader.value, end)
  }

  private static let requestsPerClient = 150

  /// One client: a search of its own, a profile view of its own, and requests.
  private func write(from client: Int, seed: UInt64, to link: MemoryLink<LoopEvent>) async {
    var random = SplitMix64(seed: seed &* 31 &+ UInt64(client))
    link.send(
      body(#"{"jsonrpc":"2.0","method":"search/didOpen","params":{"searchId":"s\#(client)"}}"#))
    for number in 1...Self.requestsPerClient {
      let id = client * 10_000 + number
      let text = random.pick(["a", "ab", "abc", "abcd", "octo", ""])
      var bodies = [
        #"{"jsonrpc":"2.0","method":"search/didChange","params":{"searchId":"s\#(client)","version":\#(number),"text":"\#(text)"}}"#
      ]
      switch random.below(6) {
      case 0: bodies.append(request(id, "profile/get", "\"login\":\"l\(number)\""))
      case 1: bodies.append(request(id, "user/follow", "\"login\":\"f\(number % 3)\""))
      case 2: bodies.append(request(id, "no/such", ""))
      default: bodies.append(request(id, "search/query", "\"query\":\"q\(number)\""))
      }
      if random.chance(30) {
        bodies.append(
          #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id - random.below(5))}}"#)
      }
      if random.chance(20) {
        bodies.append(
          #"{"jsonrpc":"2.0","method":"profile/didOpen","params":{"profileId":"p\#(client)","login":"l\#(number)"}}"#
        )
      }
      link.send(bodies.map { Array($0.utf8) })
      for _ in 0..<random.below(20) { await Task.yield() }
    }
  }

  private func request(_ id: Int, _ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(params)}}"#
  }

  private func body(_ text: String) -> [[UInt8]] { [Array(text.utf8)] }

  private func read(_ outbox: Outbox, until isOver: () -> Bool) async -> [JSONValue] {
    var decoder = FrameDecoder(framing: .headers)
    var messages: [JSONValue] = []
    var isLast = false
    while true {
      let bytes = outbox.take()
      for case .body(let body) in decoder.decode(bytes) {
        messages.append((try? JSONValue(parsing: body)) ?? "unreadable")
      }
      if bytes.isEmpty {
        if isLast { return messages }
        isLast = isOver()
      }
      await Task.yield()
    }
  }

  private func check(_ messages: [JSONValue], _ end: Server.End) {
    #expect(end.exitCode == 0)
    #expect(!messages.contains("unreadable"))
    let ids = messages.compactMap { $0["id"]?.intValue }
    let asked = (0..<4).flatMap { client in
      (1...Self.requestsPerClient).map { client * 10_000 + $0 }
    }
    #expect(ids.sorted() == asked)
    var newest: [String: Int] = [:]
    for params in messages.compactMap({ $0["params"] }) {
      guard let id = params["searchId"]?.stringValue, let version = params["version"]?.intValue
      else {
        continue
      }
      #expect(version >= newest[id] ?? 0)
      newest[id] = version
    }
    #expect(newest.count == 4)
  }
}

/// Time that goes on by a little whenever someone looks.
private final class TickingTime: Sendable {
  private let ticks = Atomic(0)

  var now: Duration { .microseconds(ticks.add(50, ordering: .relaxed).newValue) }

  func sleep(until deadline: Duration) async {
    while !Task.isCancelled, now < deadline { await Task.yield() }
  }
}

/// Answers after a while, right or wrong, heeding cancellation or not.
private struct RestlessSource: Source {
  let descriptor = SourceDescriptor.stub
  private let time: TickingTime

  init(_ time: TickingTime) { self.time = time }

  func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    try await wait()
    return .people(query.text, "x", next: query.page < 3 ? "n" : nil)
  }

  func load(
    _ part: ProfilePart, of login: String, freshness: Freshness, timeout: Duration
  ) async throws(SourceError) -> LoadedPart {
    try await wait()
    return LoadedPart(page: .people(login), origin: .network)
  }

  func setFollowing(
    _ login: String, to following: Bool, timeout: Duration
  ) async throws(SourceError) {
    try await wait()
  }

  private func wait() async throws(SourceError) {
    let chance = Int(time.now / .microseconds(50)) % 10
    for _ in 0..<chance * 3 { await Task.yield() }
    if chance == 0 { throw SourceError(.serverError, httpStatus: 500) }
    if chance == 1 { throw SourceError(.offline(.lost)) }
    if chance < 6, Task.isCancelled { throw SourceError(.cancelled) }
  }
}
