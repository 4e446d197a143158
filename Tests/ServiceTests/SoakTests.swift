import Explorer
import JSON
import Service
import Synchronization
import TestKit
import Testing

/// An hour of one person's typing in virtual time, against a source in which everything goes wrong
/// now and then.
@Suite("An hour of typing", .timeLimit(.minutes(5)))
struct SoakTests {
  @Test(arguments: UInt64(1)...2)
  func `each search ends in the truth, and nothing stale is shown`(seed: UInt64) {
    var hour = Hour(seed: seed)
    hour.run()
    #expect(hour.faults.isEmpty, "seed \(seed): \(hour.faults.prefix(3).joined(separator: "; "))")
    #expect(hour.restCount > 60)
    #expect(hour.outcomes.count == 3, "\(hour.outcomes)")
    #expect((hour.sleepersAtRest.max() ?? 0) <= 4, "\(hour.sleepersAtRest.suffix(3))")
  }
}

/// The person, what they see, and what was wrong with it.
private struct Hour {
  private let source: UnsteadySource?
  private let harness: ServiceHarness
  private var random: SplitMix64
  private var text = ""
  private var version = 0
  /// The text of each version.
  private var texts = [""]
  private var newestLoading = 0
  /// What was said last of the search.
  private var last: JSONValue = [:]

  private var trail: [String] = []
  private(set) var faults: [String] = []
  private(set) var restCount = 0
  private(set) var outcomes: Set<String> = []
  private(set) var sleepersAtRest: [Int] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    var made: UnsteadySource?
    harness = ServiceHarness(seed: seed) { clock in
      let source = UnsteadySource(clock, seed: seed)
      made = source
      return source
    }
    source = made
    harness.request("init", "initialize")
    harness.notify("initialized", [:])
    harness.notify("search/didOpen", ["searchId": "s", "version": 0])
  }

  mutating func run() {
    while harness.clock.now < .seconds(3600) {
      for letter in random.pick(["octocat", "민준", "a", "tom smith", "kim", ""]) {
        type(text + String(letter))
        wait(random.below(10) == 0 ? 900 : 60 + random.below(250))
      }
      if random.chance(20) { harness.notify("search/didSubmit", ["searchId": "s"]) }
      if random.chance(20) { harness.notify("search/loadMore", ["searchId": "s"]) }
      if random.chance(30) {
        // All attempts and waits that there can be are over then.
        wait(25_000)
        checkRest()
      }
      let kept = random.pick([0, 0, max(0, text.count - 2)])
      while text.count > kept {
        type(String(text.dropLast()))
        wait(30 + random.below(60))
      }
    }
  }

  private mutating func type(_ new: String) {
    text = new
    version += 1
    texts.append(new)
    harness.notify(
      "search/didChange",
      ["searchId": "s", "version": .number(Double(version)), "text": .string(new)])
    look()
  }

  private mutating func wait(_ milliseconds: Int) {
    harness.advance(milliseconds)
    look()
  }

  /// Reads what came: of a text as it was, no older than what was said before, and of that text.
  private mutating func look() {
    for message in harness.read() {
      guard let method = message["method"]?.stringValue, method.hasPrefix("search/"),
        let params = message["params"], let said = params["version"]?.intValue,
        let query = params["query"]?.stringValue, let status = params["status"]?.stringValue
      else { continue }
      let known = texts.indices.contains(said) ? Query(texts[said]).text : nil
      if query != known { fault("version \(said) was \(known ?? "none"), not \(query)") }
      if status == "loading" { newestLoading = said }
      if said < newestLoading { fault("\(status) of version \(said) after \(newestLoading)") }
      last = params
      trail.append("\(harness.clock.now) \(ServiceHarness.line(message))")
      guard params["origin"] == "network" else { continue }
      for item in params["items"]?.arrayValue ?? [] where item["label"]?.stringValue != query {
        fault("\(query) shows what belongs to \(item["label"]?.stringValue ?? "nothing")")
      }
    }
  }

  /// At rest the last word is about the newest text, and is what the source said last.
  private mutating func checkRest() {
    restCount += 1
    sleepersAtRest.append(harness.clock.sleeperCount)
    guard last["version"]?.intValue == version else {
      return fault("\(text) rests on version \(last["version"]?.intValue ?? -1) of \(version)")
    }
    let status = last["status"]?.stringValue ?? "nothing"
    outcomes.insert(status == "unchanged" ? "success" : status)
    let query = Query(text).text
    let hasFailed = source?.hasFailed(query) ?? false
    switch status {
    case "idle": if query.count >= 2 { fault("\(query) is idle") }
    case "success", "unchanged": break
    case "failure": if !hasFailed { fault("\(query) fails while its source has answered") }
    default: fault("\(query) rests as \(status)")
    }
  }

  private mutating func fault(_ text: String) {
    faults.append("\(harness.clock.now): \(text)\n" + trail.suffix(12).joined(separator: "\n"))
  }
}

/// Answers late, fails in every way, or does not answer; what it says of a query is its text.
private final class UnsteadySource: Source {
  let descriptor = SourceDescriptor.stub
  private let clock: TestClock
  private let state: Mutex<(random: SplitMix64, failed: [String: Bool])>

  init(_ clock: TestClock, seed: UInt64) {
    self.clock = clock
    state = Mutex((SplitMix64(seed: seed &+ 1000), [:]))
  }

  /// Whether the last attempt for that text had no answer.
  func hasFailed(_ text: String) -> Bool { state.withLock { $0.failed[text] ?? false } }

  func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    let (delay, error) = state.withLock { state in
      // Whoever asks gives up by itself when the time is over.
      state.failed[query.text] = true
      var random = state.random
      defer { state.random = random }
      return (
        Duration.milliseconds(random.pick([5, 80, 300, 1500])),
        random.chance(35) ? random.pick(Self.errors) : nil
      )
    }
    await clock.sleep(until: clock.now + (error?.cause == .timeout ? timeout : delay))
    if Task.isCancelled { throw SourceError(.cancelled) }
    if let error { throw error }
    state.withLock { $0.failed[query.text] = false }
    let item = Item(id: "\(query.text) \(query.page)", kind: .user, label: query.text)
    return Page(items: [item], number: query.page, next: query.page < 3 ? "next" : nil)
  }

  private static let errors = [
    SourceError(.timeout), SourceError(.offline(.lost)), SourceError(.serverError, httpStatus: 502),
    SourceError(.badResponse(.unusableItems)), SourceError(.unauthorized(.refusedToken)),
    limit(.seconds(2)), limit(.seconds(3600)),
  ]

  private static func limit(_ wait: Duration) -> SourceError {
    SourceError(.rateLimited(.init(resource: "search", hasToken: false)), retryAfter: wait)
  }
}
