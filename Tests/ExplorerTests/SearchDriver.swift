import Explorer

/// Runs a search core in virtual time and keeps what it wants done as short lines.
///
/// The lines: `loading v2 octo`, `unchanged v3 octo`, `idle v4 o`, `retrying v2 octo 1`, `ask octo`,
/// `ask octo page 2`, `cancel`, `success v2 octo network: a b`, `more v2 octo page 2: c`,
/// `failure v2 octo fallback timeout after 3`.
struct SearchDriver {
  /// One request that was started, in the order of starting.
  struct Started {
    var generation: Int
    var query: Query
    var continuation: String?
    var timeout: Duration
    var isCancelled = false
    var isAnswered = false
  }

  private var core: SearchCore
  private let isRemembering: Bool
  private(set) var now: Duration = .zero
  private(set) var alarm: Duration?
  private(set) var started: [Started] = []
  private(set) var lastWait: Duration?
  private(set) var version = 0
  private var memory: [Query: (page: Page, time: Duration)] = [:]
  private var unread: [String] = []
  /// How many alarms were set.
  private(set) var alarmCount = 0

  init(
    _ settings: SearchSettings = SearchSettings(), remembers: Bool = false, seed: UInt64 = 1,
    for source: SourceDescriptor? = nil, nearby: @escaping SearchCore.Nearby = { _ in [] }
  ) {
    let source =
      source
      ?? SourceDescriptor(id: "github", name: "GitHub", host: "github.com", features: [.search])
    core = SearchCore(
      settings: settings.resolved(for: source), origin: source.origin, seed: seed, nearby: nearby)
    isRemembering = remembers
  }

  var isBusy: Bool { core.isBusy }

  // MARK: events

  mutating func edit(_ text: String) {
    version += 1
    send(.edited(text: text, version: version))
  }

  mutating func send(_ event: SearchEvent) {
    let memory = memory
    let now = now
    let lookup: SearchCore.Memory = { query in
      memory[query].map { Remembered(page: $0.page, age: now - $0.time) }
    }
    for effect in core.reduce(event, now: now, memory: isRemembering ? lookup : nil) {
      perform(effect)
    }
  }

  /// Lets time go by; alarms ring at their time.
  mutating func wait(_ milliseconds: Int) { wait(until: now + .milliseconds(milliseconds)) }

  mutating func wait(until time: Duration) {
    while let next = alarm, next <= time {
      now = max(now, next)
      ring()
    }
    now = time
  }

  /// Lets the alarm ring, whether its time has come or not.
  mutating func ring() {
    alarm = nil
    send(.wake)
  }

  /// Goes to that time without ringing.
  mutating func jump(to time: Duration) { now = time }

  /// Answers the newest request.
  mutating func answer(_ answer: Result<Page, SourceError>) {
    self.answer(started.count - 1, answer)
  }

  /// Answers the request of that number, counted from 0.
  mutating func answer(_ number: Int, _ answer: Result<Page, SourceError>) {
    started[number].isAnswered = true
    if case .success(let page) = answer {
      memory[started[number].query] = (page: page, time: now)
    }
    send(.answered(generation: started[number].generation, answer))
  }

  mutating func fail(_ cause: SourceError.Cause = .serverError, retryAfter: Duration? = nil) {
    answer(.failure(SourceError(cause, httpStatus: 500, retryAfter: retryAfter)))
  }

  /// What has become known since the last call.
  mutating func read() -> [String] {
    defer { unread = [] }
    return unread
  }

  func remembered(_ query: Query) -> (page: Page, age: Duration)? {
    isRemembering ? memory[query].map { (page: $0.page, age: now - $0.time) } : nil
  }

  // MARK: effects

  private mutating func perform(_ effect: SearchEffect) {
    switch effect {
    case .wakeAt(let time):
      alarm = time
      alarmCount += 1
    case .cancel(let generation):
      for i in started.indices where started[i].generation == generation {
        started[i].isCancelled = true
      }
      unread.append("cancel")
    case .start(let request):
      started.append(
        Started(
          generation: request.generation, query: request.query,
          continuation: request.continuation, timeout: request.timeout))
      let page = request.query.page > 1 ? " page \(request.query.page)" : ""
      unread.append("ask \(request.query.text)\(page)")
    case .publish(.status(let status)):
      if case .retrying(let attempt, let wait, _) = status.state {
        lastWait = wait
        unread.append("retrying v\(status.version) \(status.query) \(attempt)")
      } else {
        unread.append("\(status.state) v\(status.version) \(status.query)")
      }
    case .publish(.results(let results)): unread.append(Self.line(results))
    }
  }

  private static func line(_ results: SearchResults) -> String {
    let items = results.page.items.map { " " + $0.label }.joined()
    let place = "v\(results.version) \(results.query.text)"
    let more = results.page.next == nil ? "" : " …"
    switch results.outcome {
    case .success where results.appends:
      return "more \(place) page \(results.page.number):\(items)\(more)"
    case .success: return "success \(place) \(results.origin):\(items)\(more)"
    case .empty: return "empty \(place) \(results.origin)"
    case .failure(let failure):
      let what = results.appends ? "no more" : "failure"
      return
        "\(what) \(place) \(results.origin) \(failure.error.name) after \(failure.attempts)"
        + (items.isEmpty ? "" : ":\(items)")
    }
  }
}

extension SourceError {
  /// The first word of its cause.
  var name: String { String("\(cause)".prefix { $0.isLetter }) }
}

extension Page {
  /// A page of people with those logins, split by spaces.
  static func of(_ logins: String, next: String? = nil, isIncomplete: Bool = false) -> Page {
    Page(
      items: logins.split(separator: " ").map {
        Item(id: "id:\($0)", kind: .user, label: String($0))
      }, isIncomplete: isIncomplete, next: next)
  }
}
