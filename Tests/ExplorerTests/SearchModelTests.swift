import Explorer
import TestKit
import Testing

/// Random interleavings in virtual time, held against the contract step by step.
///
/// 40 seeds with 300 interleavings each; a failure names its seed and prints what was done.
@Suite("A live search does what the contract says")
struct SearchModelTests {
  @Test(arguments: UInt64(1)...40)
  func `whatever happens in whatever order`(seed: UInt64) {
    for run in 0..<300 {
      var interleaving = Interleaving(seed: seed &* 1_000_003 &+ UInt64(run))
      if let fault = interleaving.run() {
        Issue.record("seed \(seed), run \(run): \(fault)")
        return
      }
    }
  }
}

private struct Interleaving {
  private var random: SplitMix64
  private var search: SearchDriver
  private var model: ContractModel
  private let settings: SearchSettings
  private var trail: [String] = []
  private var told: [String] = []
  private var isClosed = false

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    var settings = SearchSettings()
    // The model does not know the jitter, so that the deadline must not decide here.
    settings.deadline = .seconds(100_000)
    settings.debounce = .milliseconds(random.pick([0, 1, 200, 500]))
    settings.maximumWait = .milliseconds(random.pick([0, 0, 700]))
    settings.minimumQueryLength = random.pick([0, 2, 2, 3])
    settings.maximumRetries = random.pick([0, 2, 2])
    settings.providesProvisionalResults = random.chance(60)
    self.settings = settings
    search = SearchDriver(settings, remembers: random.chance(60), seed: random.next())
    model = ContractModel(settings)
  }

  /// Returns what went wrong and the way there; nil where all is well.
  mutating func run() -> String? {
    for _ in 0..<30 {
      if let fault = step() { return report(fault) }
    }
    return settle().map(report)
  }

  private func report(_ fault: String) -> String {
    fault + "\n" + trail.suffix(40).joined(separator: "\n")
  }

  private mutating func step() -> String? {
    switch random.below(20) {
    case 0...6: edit()
    case 7...11: return wait(random.pick([0, 1, 100, 199, 200, 250, 499, 500, 501, 800, 2_000]))
    case 12...15: answer()
    case 16: loadMore()
    case 17:
      trail.append("enter")
      search.send(.submitted)
      model.submit(memory)
    case 18: return wait(random.pick([5_000, 61_000]))
    default:
      guard random.chance(10) else { return nil }
      trail.append("close")
      isClosed = true
      search.send(.closed)
      model.close()
    }
    return compare()
  }

  private mutating func edit() {
    let text = random.pick([
      "", "a", "ab", "abc", "abcd", "ab ", " ab", "a  b", "b", "ba", "\u{E9}t", "e\u{301}t", "가",
      "가나", "abx",
    ])
    trail.append("edit \(search.version + 1) `\(text)`")
    search.edit(text)
    model.edit(text, version: search.version, now: search.now, memory)
  }

  private mutating func loadMore() {
    trail.append("load more")
    search.send(.loadMore)
    model.loadMore()
  }

  /// Goes on from one moment at which something must happen, or an alarm rings, to the next.
  private mutating func wait(_ milliseconds: Int) -> String? {
    trail.append("wait \(milliseconds) ms")
    let end = search.now + .milliseconds(milliseconds)
    while let next = [search.alarm, model.nextTime].compactMap(\.self).min(), next <= end {
      search.jump(to: max(next, search.now))
      if let alarm = search.alarm, alarm <= search.now { search.ring() }
      model.timePasses(search.now, memory)
      if let fault = compare() { return fault }
    }
    search.jump(to: end)
    return compare()
  }

  /// Answers any request that waits, superseded ones included.
  private mutating func answer() {
    let waiting = search.started.indices.filter { number in
      let request = search.started[number]
      // Most cancelled requests end as they should; the others are answered late.
      return !request.isAnswered
    }
    guard !waiting.isEmpty else { return }
    let number = random.pick(waiting)
    answer(number, random.chance(60) ? .success(page()) : .failure(error()))
  }

  private mutating func answer(_ number: Int, _ answer: Result<Page, SourceError>) {
    let request = search.started[number]
    trail.append(
      "answer \(number) (\(request.query.text) page \(request.query.page)) \(Self.words(answer))")
    search.answer(number, answer)
    model.answer(number, answer, memory)
  }

  private static func words(_ answer: Result<Page, SourceError>) -> String {
    switch answer {
    case .success(let page): page.items.map(\.label).joined(separator: " ")
    case .failure(let error): error.name
    }
  }

  private mutating func page() -> Page {
    let labels = ["ab1", "abc2", "Xabcd3", "b4", "ét5", "ABX6"]
    let items = (0..<random.below(5)).map { _ in
      let label = random.pick(labels)
      return Item(id: "id:\(label)", kind: .user, label: label)
    }
    return Page(
      items: items, isIncomplete: random.chance(10), next: random.chance(40) ? "next" : nil)
  }

  private mutating func error() -> SourceError {
    switch random.below(6) {
    case 0: SourceError(.notFound(what: "x"), httpStatus: 404)
    case 1:
      SourceError(
        .rateLimited(SourceError.Limit(resource: "search", hasToken: true)), httpStatus: 403,
        retryAfter: .seconds(2))
    case 2: SourceError(.timeout)
    case 3: SourceError(.cancelled)
    default: SourceError(.serverError, httpStatus: 502)
    }
  }

  private var memory: ContractModel.Memory { search.remembered }

  // MARK: checks

  private mutating func compare() -> String? {
    let found = search.read()
    let expected = model.read()
    trail += found.map { "    \($0)" }
    guard found.count == expected.count, zip(found, expected).allSatisfy(Self.matches) else {
      return "expected \(expected), found \(found)"
    }
    if found.contains(where: { $0.hasPrefix("retrying") }), let wait = search.lastWait {
      model.retry(at: search.now + wait)
    }
    told += found
    return checkVersions(found)
  }

  /// Attempts and stale items are the retry policy's and the cache's business.
  private static func matches(found: String, expected: String) -> Bool {
    found == expected
      || (found.hasPrefix(expected)
        && ["retrying", "failure", "no more"].contains { expected.hasPrefix($0) })
  }

  private func checkVersions(_ found: [String]) -> String? {
    var newest = 0
    for line in told.suffix(found.count + 8) {
      guard let version = Self.version(of: line) else { continue }
      guard version >= newest else { return "version \(version) follows \(newest)" }
      newest = version
    }
    return nil
  }

  private static func version(of line: String) -> Int? {
    line.split(separator: " ").first { $0.first == "v" && Int($0.dropFirst()) != nil }
      .flatMap { Int($0.dropFirst()) }
  }

  /// Answers all there is: the last word of a search is about the newest text.
  private mutating func settle() -> String? {
    if !isClosed {
      trail.append("edit \(search.version + 1) `last`")
      search.edit("last")
      model.edit("last", version: search.version, now: search.now, memory)
      if let fault = compare() { return fault }
    }
    for _ in 0..<20 {
      if let fault = wait(100_000) { return fault }
      for number in search.started.indices where !search.started[number].isAnswered {
        answer(number, .success(page()))
        if let fault = compare() { return fault }
      }
    }
    guard !search.isBusy else { return "it is busy for ever" }
    guard !isClosed else { return nil }
    let word = told.last { $0 != "cancel" && !$0.hasPrefix("ask") } ?? ""
    let isRight =
      word.contains("v\(search.version) last")
      && ["success", "empty"].contains { word.hasPrefix($0) }
    return isRight ? nil : "the last word is `\(word)`"
  }
}
