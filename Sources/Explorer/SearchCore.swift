/// One live search as a value: debounce → removeDuplicates → filter → switchToLatest(retry, catch).
///
/// Every query that passes raises the generation, also one that is too short; an answer counts only
/// if it carries the newest. Failures are caught inside the inner request, so that none ends the
/// search. Nothing here waits, runs or reads a clock: `reduce` turns an event into effects.
package struct SearchCore: Sendable {
  /// Looks up an earlier answer, nil where none is held; without one nothing is held at all.
  package typealias Memory = (Query) -> Remembered?
  /// Looks up what is known without asking.
  package typealias Nearby = @Sendable (Query) -> [Item]

  let settings: SearchSettings
  let origin: Origin
  let minimumQueryLength: Int
  let nearby: Nearby
  private let debounce: Duration
  private var random: SplitMix64

  private(set) var generation = 0
  var input = Input()
  var underway: Underway?
  var shown: ShownList?
  /// The last query that passed, unless it failed, was cancelled or was too short.
  var lastEmitted: Query?
  /// The last first page that failed, which is asked for again where the source has changed.
  var lastFailed: Query?
  private var wakeTime: Duration?
  private var isClosed = false
  var effects: [SearchEffect] = []

  /// The newest text and when it passes.
  struct Input: Sendable {
    var query = Query("")
    var version = 0
    var firstEdit: Duration?
    var due: Duration?
  }

  /// The request that is out, or waits for its next attempt.
  struct Underway: Sendable {
    var query: Query
    var version: Int
    var continuation: String?
    var attempts: Attempts
    /// Nil while the source is being asked.
    var retryAt: Duration?
    /// Why the last attempt failed.
    var lastError: SourceError?

    var isFirstPage: Bool { continuation == nil }
  }

  /// The list that the client shows.
  struct ShownList: Sendable {
    var query: Query
    var version: Int
    var origin: Origin
    var ids: Set<String>
    var pageNumber: Int
    var next: String?
    var totalCount: Int?
  }

  /// - Parameter settings: resolved for the source.
  package init(
    settings: SearchSettings, origin: Origin, seed: UInt64, nearby: @escaping Nearby = { _ in [] }
  ) {
    self.settings = settings
    self.origin = origin
    self.nearby = nearby
    debounce = settings.debounce ?? .zero
    minimumQueryLength = settings.minimumQueryLength ?? 0
    random = SplitMix64(seed: seed)
  }

  /// Takes one event at `now` and returns what is to be done, in order.
  package mutating func reduce(
    _ event: SearchEvent, now: Duration, memory: Memory?
  ) -> [SearchEffect] {
    guard !isClosed else { return [] }
    effects.removeAll(keepingCapacity: true)
    switch event {
    case .edited(let text, let version):
      edited(text, version: version, now: now, memory: memory)
      emitIfDue(now: now, memory: memory)
    case .opened, .finished: if input.due != nil { emit(now: now, memory: memory) }
    case .submitted: submitted(now: now, memory: memory)
    case .loadMore: loadMore(now: now)
    case .wake:
      wakeTime = nil
      deferIfSuspended(now: now)
      emitIfDue(now: now, memory: memory)
      retryIfDue(now: now)
    case .answered(let generation, let answer):
      if generation == self.generation { answered(answer, now: now, memory: memory) }
    case .sourceChanged: askAgain(now: now)
    case .nearbyChanged: showNearby()
    case .expired: expire(memory: memory)
    case .closed:
      supersede()
      isClosed = true
      return effects
    }
    setWaker()
    return effects
  }

  /// Whether something is on its way or waits for its time.
  package var isBusy: Bool { !isClosed && (underway != nil || input.due != nil) }

  mutating func publish(_ publication: SearchPublication) { effects.append(.publish(publication)) }

  mutating func publish(_ state: SearchStatus.State, version: Int, query: Query) {
    publish(.status(SearchStatus(version: version, query: query.text, state: state)))
  }

  // MARK: debounce

  /// Takes a new text and says when it may pass: one waker a burst, set anew when it fires early.
  private mutating func edited(_ text: String, version: Int, now: Duration, memory: Memory?) {
    input.query = query(text)
    input.version = version
    let first = input.firstEdit ?? now
    input.firstEdit = first
    var due = now + debounce
    if settings.maximumWait > .zero { due = min(due, first + settings.maximumWait) }
    input.due = due
    if isUnderway(input.query) {
      underway?.version = version
    } else if settings.providesProvisionalResults {
      showInstantly(memory: memory)
    }
  }

  private mutating func emitIfDue(now: Duration, memory: Memory?) {
    if let due = input.due, due <= now { emit(now: now, memory: memory) }
  }

  /// Gives newer text that waits unread the time to come in, where the process was stopped meanwhile.
  private mutating func deferIfSuspended(now: Duration) {
    guard let due = input.due, now - due > .seconds(1) else { return }
    input.firstEdit = now
    input.due = now + .milliseconds(50)
  }

  private mutating func setWaker() {
    guard let next = earlier(input.due, underway?.retryAt), next < wakeTime ?? .seconds(Int64.max)
    else { return }
    wakeTime = next
    effects.append(.wakeAt(next))
  }

  // MARK: removeDuplicates, filter

  /// Lets the newest query through, unless it is too short or the same as before.
  private mutating func emit(now: Duration, memory: Memory?) {
    let query = takeInput()
    if isTooShort(query) { return idle(query) }
    if query == lastEmitted { return keepShown(query) }
    if let held = freshAnswer(query, memory) {
      return show(held, origin: .cache, query: query, version: input.version)
    }
    switchToLatest(query, now: now)
  }

  /// Says that the list stands for the new version too, unless it was just shown for it.
  private mutating func keepShown(_ query: Query) {
    guard underway != nil || shown?.version != input.version else { return }
    underway?.version = input.version
    shown?.version = input.version
    publish(.unchanged, version: input.version, query: query)
  }

  private mutating func submitted(now: Duration, memory: Memory?) {
    let query = takeInput()
    if isTooShort(query) { return idle(query) }
    if isUnderway(query), underway?.isFirstPage == true, underway?.retryAt == nil {
      underway?.version = input.version
      return
    }
    switchToLatest(query, now: now)
  }

  private mutating func takeInput() -> Query {
    input.due = nil
    input.firstEdit = nil
    return input.query
  }

  private func isTooShort(_ query: Query) -> Bool {
    minimumQueryLength > 0 && query.text.count < minimumQueryLength
  }

  private mutating func idle(_ query: Query) {
    supersede()
    lastEmitted = nil
    shown = nil
    publish(.idle, version: input.version, query: query)
  }

  // MARK: switchToLatest

  /// Ends what is under way, so that nothing of it counts any more.
  mutating func supersede() {
    if underway != nil { effects.append(.cancel(generation: generation)) }
    generation += 1
    underway = nil
    lastFailed = nil
  }

  mutating func switchToLatest(_ query: Query, now: Duration) {
    supersede()
    lastEmitted = query
    publish(.loading, version: input.version, query: query)
    ask(query, version: input.version, continuing: nil, now: now)
  }

  private mutating func loadMore(now: Duration) {
    guard underway == nil, let shown, let next = shown.next else { return }
    supersede()
    var query = shown.query
    query.page = shown.pageNumber + 1
    publish(.loading, version: shown.version, query: query)
    ask(query, version: shown.version, continuing: next, now: now)
  }

  private mutating func askAgain(now: Duration) {
    guard let query = lastEmitted ?? lastFailed else { return }
    supersede()
    lastEmitted = query
    ask(query, version: shown?.version ?? input.version, continuing: nil, now: now)
  }

  private mutating func ask(
    _ query: Query, version: Int, continuing continuation: String?, now: Duration
  ) {
    underway = Underway(
      query: query, version: version, continuation: continuation,
      attempts: Attempts(policy: settings.retryPolicy, now: now, seed: random.next()))
    start(now: now)
  }

  mutating func start(now: Duration) {
    guard let underway else { return }
    effects.append(
      .start(
        SearchRequest(
          generation: generation, query: underway.query, continuation: underway.continuation,
          timeout: underway.attempts.timeout(now: now))))
  }

  private func query(_ text: String) -> Query {
    Query(text, sort: settings.sort, order: settings.order, perPage: settings.perPage)
  }

  /// Whether an answer to exactly this query, a first or a further page, is on its way.
  private func isUnderway(_ query: Query) -> Bool {
    guard var asked = underway?.query else { return false }
    asked.page = query.page
    return asked == query
  }
}

/// The earlier of two times, where there are any.
private func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
