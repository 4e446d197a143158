import Explorer
import JSON
import Synchronization
import TestKit
import Testing

@testable import Service

@Suite("One question is asked once")
struct SharedTransfersTests {
  private let harness = ServiceHarness.initialized(settings: ["debounceMilliseconds": 0])

  @Test func `five equal requests share one transfer and are answered each by itself`() {
    for id in 1...5 {
      harness.request(JSONValue(id), "search/query", ["query": "octo"])
    }
    #expect(harness.source.openQuestions == ["search octo"])
    harness.answer("search octo", .page(.people("octocat")))
    #expect(harness.readLines().sorted() == (1...5).map { "answer \($0)" })
    #expect(harness.source.calls.count == 1)
  }

  @Test func `five equal profiles share one transfer for each part`() {
    for id in 1...5 { harness.request(JSONValue(id), "profile/get", ["login": "octocat"]) }
    harness.request(6, "profile/get", ["login": "OctoCat", "sections": []])
    #expect(
      harness.source.openQuestions.sorted() == [
        "followers octocat", "following octocat", "repos octocat", "user octocat",
      ])
  }

  @Test func `boxes with the same text share one transfer`() {
    for id in ["a", "b"] {
      harness.notify("search/didOpen", ["searchId": .string(id), "text": "octo"])
    }
    harness.request(1, "search/query", ["query": " octo "])
    #expect(harness.source.openQuestions == ["search octo"])
    harness.answer("search octo", .page(.people("octocat")))
    #expect(harness.readParams("search/results").map { $0["searchId"] } == ["a", "b"])
  }

  @Test func `views of a login and a request for it share their transfers`() {
    for id in ["a", "b"] {
      harness.notify("profile/didOpen", ["profileId": .string(id), "login": "octocat"])
    }
    harness.request(1, "profile/get", ["login": "octocat", "sections": []])
    #expect(harness.source.calls.count == 4)
    for question in harness.source.openQuestions {
      harness.answer(question, .page(.people("octocat")))
    }
    #expect(
      harness.readLines().filter { !$0.hasPrefix("profile/status") }.sorted() == [
        "answer 1", "profile/loaded success octocat", "profile/loaded success octocat",
      ])
  }

  @Test(
    arguments: [
      ["query": "octo", "page": 2], ["query": "octo", "perPage": 10],
      ["query": "octo", "sort": "joined"], ["query": "octo", "order": "asc"], ["query": "octoc"],
    ] as [JSONValue])
  func `another question is asked by itself`(params: JSONValue) {
    harness.request(1, "search/query", ["query": "octo"])
    harness.request(2, "search/query", params)
    #expect(harness.source.calls.count == 2)
  }

  @Test func `a refresh does not join what an older answer may satisfy`() {
    harness.notify("profile/didOpen", ["profileId": "a", "login": "o", "sections": []])
    harness.notify("profile/didOpen", ["profileId": "b", "login": "o", "sections": []])
    harness.notify("profile/refresh", ["profileId": "b"])
    #expect(
      harness.source.open.map(\.question) == [
        .part(.user, login: "o", .within(.seconds(60))), .part(.user, login: "o", .asked),
      ])
  }

  @Test func `who cancels leaves the others be, and the last one ends the transfer`() {
    for id in 1...3 { harness.request(JSONValue(id), "search/query", ["query": "octo"]) }
    harness.notify("$/cancelRequest", ["id": 1])
    harness.notify("$/cancelRequest", ["id": 3])
    #expect(harness.source.calls.map(\.isCancelled) == [false])
    harness.notify("$/cancelRequest", ["id": 2])
    #expect(harness.source.calls.map(\.isCancelled) == [true])
    #expect(harness.readLines().sorted() == (1...3).map { "error \($0) -32800" })
    harness.settle()
    #expect(harness.clock.sleeperCount == 0)
  }

  @Test func `who joins later waits its own time, with the same transfer`() {
    harness.request(1, "search/query", ["query": "octo"])
    harness.advance(7_000)
    harness.request(2, "search/query", ["query": "octo"])
    harness.advance(2_500)
    // The first has given up at its deadline; its repetition has joined meanwhile.
    #expect(answers() == ["error 1 -32803"])
    #expect(harness.source.calls.map(\.isCancelled) == [false])
    harness.answer("search octo", .page(.people("octocat")))
    #expect(answers() == ["answer 2"])
    #expect(harness.source.calls.count == 1)
  }

  @Test func `a failure goes to every asker, and each asks again by its own policy`() {
    harness.request(1, "search/query", ["query": "octo"])
    harness.notify(
      "search/didOpen", ["searchId": "s", "text": "octo", "options": ["maximumRetries": 0]])
    harness.answer("search octo", .failure(SourceError(.serverError, httpStatus: 502)))
    let results = harness.readParams("search/results")
    #expect(results.map { $0["error"]?["data"]?["attempts"] } == [1])
    harness.advance(300)
    #expect(harness.source.calls.count == 2)
    harness.request(2, "search/query", ["query": "octo"])
    harness.answer("search octo", .page(.people("octocat")))
    #expect(answers().sorted() == ["answer 1", "answer 2"])
    #expect(harness.source.calls.count == 2)
  }

  @Test func `whether somebody is followed is asked once, and following as often as it is wanted`()
  {
    for id in 1...2 { harness.request(JSONValue(id), "user/isFollowing", ["login": "octocat"]) }
    #expect(harness.source.openQuestions == ["isFollowing octocat"])
    harness.answer("isFollowing octocat", .following(true))
    #expect(harness.readLines() == ["answer 1", "answer 2"])
  }

  private func answers() -> [String] {
    harness.readLines().filter { !$0.hasPrefix("window/showMessage") }
  }

  /// Random askers, cancellations, answers, failures and time, against what each must get.
  @Test(arguments: UInt64(1)...60)
  func `every asker gets what its transfer ended with, or its own end`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bench = Bench(heedsCancellation: seed.isMultiple(of: 2))
    var waiting: [(asker: Bench.Asker, query: String, end: Duration)] = []
    for _ in 0..<120 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let query = ["a", "b", "c"].randomElement(using: &random) ?? "a"
        let limit = Duration.milliseconds(Int.random(in: 1...400, using: &random))
        waiting.append((bench.ask(query, within: limit), query, bench.clock.now + limit))
      case 5..<7:
        guard let i = waiting.indices.randomElement(using: &random) else { continue }
        waiting.remove(at: i).asker.expect(bench.cancel, .failure(SourceError(.cancelled)))
      case 7..<9:
        guard let call = bench.source.open.randomElement(using: &random),
          case .search(let query, _) = call.question, !call.isCancelled
        else { continue }
        let outcome: Bench.Outcome =
          Bool.random(using: &random)
          ? .success(.people("\(call.number)")) : .failure(SourceError(.serverError))
        bench.answer(call.number, outcome)
        for (asker, _, _) in waiting.filter({ $0.query == query.text }) {
          #expect(asker.outcome == outcome)
        }
        waiting.removeAll { $0.query == query.text }
      default:
        bench.advance(.milliseconds(Int.random(in: 1...150, using: &random)))
        for late in waiting.filter({ $0.end <= bench.clock.now }) {
          #expect(late.asker.outcome == .failure(SourceError(.timeout)))
        }
        waiting.removeAll { $0.end <= bench.clock.now }
      }
      let underway = bench.source.open.filter { !$0.isCancelled }.map(\.question.description)
      #expect(underway.sorted() == Set(waiting.map { "search \($0.query)" }).sorted())
      #expect(waiting.allSatisfy { $0.asker.outcome == nil })
    }
    for (asker, _, _) in waiting { asker.expect(bench.cancel, .failure(SourceError(.cancelled))) }
    #expect(bench.shared.transferCount == 0)
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...4)
  func `on real threads every asker gets one outcome and nothing is left`(seed: UInt64) async {
    let environment = Environment(
      now: { .zero }, sleep: { _ in await Task.yield() }, seed: 1, version: "1",
      makeSources: { _ in [] })
    let shared = SharedSource(YieldingSource(), environment)
    let ended = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<8 {
        group.addTask { await Self.ask(shared, SplitMix64(seed: seed * 100 + UInt64(worker))) }
      }
      return await group.reduce(0, +)
    }
    #expect(ended == 1600)
    #expect(shared.transferCount == 0)
  }

  /// Asks 200 times, and cancels or awaits some; returns how many have ended.
  private static func ask(_ shared: SharedSource, _ seeded: SplitMix64) async -> Int {
    var random = seeded
    var askers: [Task<Void, Never>] = []
    for _ in 0..<200 {
      let query = Query(["a", "b"].randomElement(using: &random) ?? "a")
      let asker = Task {
        _ = try? await shared.search(query, continuing: nil, timeout: .seconds(1))
      }
      if Bool.random(using: &random) { asker.cancel() }
      if Bool.random(using: &random) { await asker.value }
      askers.append(asker)
    }
    for asker in askers { await asker.value }
    return askers.count
  }
}

/// A shared source by itself, in virtual time and on one thread.
private final class Bench {
  typealias Outcome = Result<Page, SourceError>

  /// One who asked.
  final class Asker: Sendable {
    private let state = Mutex<Outcome?>(nil)
    let task = Mutex<Task<Void, Never>?>(nil)

    var outcome: Outcome? { state.withLock { $0 } }

    func finish(_ outcome: Outcome) {
      state.withLock { state in
        #expect(state == nil)
        state = outcome
      }
    }

    func expect(_ cancel: (Asker) -> Void, _ expected: Outcome) {
      cancel(self)
      #expect(outcome == expected)
    }
  }

  let clock = TestClock()
  let source: StubSource
  let shared: SharedSource
  private let pump = Pump()

  init(heedsCancellation: Bool) {
    source = StubSource(heedsCancellation: heedsCancellation)
    let clock = clock
    shared = SharedSource(
      source,
      Environment(
        now: { clock.now }, sleep: { await clock.sleep(until: $0) }, executor: pump, seed: 1,
        version: "1", makeSources: { _ in [] }))
  }

  func ask(_ query: String, within limit: Duration) -> Asker {
    let (shared, asker) = (shared, Asker())
    let task = Task(executorPreference: pump) {
      asker.finish(
        await Result { () async throws(SourceError) in
          try await shared.search(Query(query), continuing: nil, timeout: limit)
        })
    }
    asker.task.withLock { $0 = task }
    pump.run()
    return asker
  }

  func cancel(_ asker: Asker) {
    asker.task.withLock { $0 }?.cancel()
    pump.run()
  }

  func answer(_ number: Int, _ outcome: Outcome) {
    switch outcome {
    case .success(let page): source.answer(number, .page(page))
    case .failure(let error): source.answer(number, .failure(error))
    }
    pump.run()
  }

  func advance(_ duration: Duration) { clock.advance(by: duration) { pump.run() } }
}

/// Answers after other tasks have had their turn.
private struct YieldingSource: Source {
  let descriptor = SourceDescriptor.stub

  func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    for _ in 0..<3 { await Task.yield() }
    if Task.isCancelled { throw SourceError(.cancelled) }
    return .people("octocat")
  }
}
