/// One profile on screen as a value: all parts leave together and arrive as one whole.
///
/// A part is retried on its own. The person failing ends the rest; a section failing leaves the
/// others be. Another login raises the generation, so that nothing of the first counts any more.
package struct ProfileCore: Sendable {
  private let policy: RetryPolicy
  private let cacheAge: Duration
  private var random: SplitMix64

  package private(set) var login = ""
  private var generation = 0
  private var wanted: [ProfilePart] = []
  private var isProgressive = false
  private var isLoaded = false
  private var isClosed = false
  private var wakeTime: Duration?
  private var effects: [ProfileEffect] = []

  private var underway: [ProfilePart: Underway] = [:]
  private var arrived: [ProfilePart: LoadedPart] = [:]
  private var failures: [PartFailure] = []
  private var lists: [ProfilePart: List] = [:]

  /// A request that is out, or waits for its next attempt.
  private struct Underway: Sendable {
    var request: ProfileRequest
    var attempts: Attempts
    var retryAt: Duration?
    /// Why the last attempt failed.
    var lastError: SourceError?
  }

  /// What the client shows of a section.
  private struct List: Sendable {
    var ids: Set<String>
    var pageNumber: Int
    var next: String?
  }

  package init(policy: RetryPolicy, cacheAge: Duration, seed: UInt64) {
    self.policy = policy
    self.cacheAge = cacheAge
    random = SplitMix64(seed: seed)
  }

  /// Takes one event at `now` and returns what is to be done, in order.
  package mutating func reduce(_ event: ProfileEvent, now: Duration) -> [ProfileEffect] {
    guard !isClosed else { return [] }
    effects.removeAll(keepingCapacity: true)
    switch event {
    case .opened(let login, let sections, let isProgressive):
      self.login = login
      self.isProgressive = isProgressive
      wanted = [.user] + ProfilePart.Section.allCases.filter(sections.contains).map { .section($0) }
      load(.within(cacheAge), now: now)
    case .refreshed: load(.asked, now: now)
    case .loadMore(let section): loadMore(.section(section), now: now)
    case .wake:
      wakeTime = nil
      retryWhatIsDue(now: now)
    case .answered(let generation, let part, let answer):
      if generation == self.generation { answered(part, answer, now: now) }
    case .expired: expire()
    case .closed:
      supersede()
      isClosed = true
      return effects
    }
    setWaker()
    return effects
  }

  /// Whether something is on its way or waits for its time.
  package var isBusy: Bool { !isClosed && !underway.isEmpty }

  // MARK: asking

  private mutating func load(_ freshness: Freshness, now: Duration) {
    supersede()
    arrived = [:]
    failures = []
    lists = [:]
    isLoaded = false
    publish(.loading)
    for part in wanted { ask(part, freshness, continuing: nil, now: now) }
  }

  private mutating func supersede() {
    if !underway.isEmpty { effects.append(.cancel(generation: generation)) }
    generation += 1
    underway = [:]
  }

  private mutating func loadMore(_ part: ProfilePart, now: Duration) {
    guard isLoaded || isProgressive, underway[part] == nil, let list = lists[part],
      let next = list.next
    else {
      return
    }
    let continuation = ProfileRequest.Continuation(next: next, page: list.pageNumber + 1)
    ask(part, .asked, continuing: continuation, now: now)
  }

  private mutating func ask(
    _ part: ProfilePart, _ freshness: Freshness,
    continuing continuation: ProfileRequest.Continuation?, now: Duration
  ) {
    let attempts = Attempts(policy: policy, now: now, seed: random.next())
    let request = ProfileRequest(
      generation: generation, part: part, login: login, freshness: freshness,
      continuation: continuation, timeout: attempts.timeout(now: now))
    underway[part] = Underway(request: request, attempts: attempts)
    effects.append(.start(request))
  }

  private mutating func retryWhatIsDue(now: Duration) {
    for part in ([.user] + ProfilePart.allSections) {
      guard var waiting = underway[part], let retryAt = waiting.retryAt, retryAt <= now else {
        continue
      }
      waiting.retryAt = nil
      waiting.request.timeout = waiting.attempts.timeout(now: now)
      underway[part] = waiting
      effects.append(.start(waiting.request))
    }
  }

  private mutating func setWaker() {
    guard let next = underway.values.compactMap(\.retryAt).min(),
      next < wakeTime ?? next + .nanoseconds(1)
    else { return }
    wakeTime = next
    effects.append(.wakeAt(next))
  }

  // MARK: answers

  private mutating func answered(
    _ part: ProfilePart, _ answer: Result<LoadedPart, SourceError>, now: Duration
  ) {
    guard var state = underway[part] else { return }
    switch answer {
    case .success(let loaded) where part == .user && loaded.page.items.isEmpty:
      let error = SourceError(.badResponse(.unusableItems))
      return answered(part, .failure(error), now: now)
    case .success(let loaded):
      underway[part] = nil
      state.request.continuation == nil ? arrive(part, loaded) : append(part, loaded.page)
    case .failure(let error):
      switch state.attempts.failed(error, now: now) {
      case .retry(let wait):
        state.retryAt = now + wait
        state.lastError = error
        underway[part] = state
        publish(.retrying(part, attempt: state.attempts.last, wait: wait, because: error))
      case .giveUp(let failure):
        underway[part] = nil
        fail(state.request, failure)
      }
    }
  }

  /// Ends every request under way as a failure, the person's last: its own ends the rest.
  private mutating func expire() {
    let ended = underway
    supersede()
    for part in ProfilePart.allSections + [.user] {
      guard let state = ended[part] else { continue }
      let failure = state.attempts.expired(
        lastError: state.lastError, isWaiting: state.retryAt != nil)
      fail(state.request, failure)
    }
  }

  private mutating func arrive(_ part: ProfilePart, _ loaded: LoadedPart) {
    var loaded = loaded
    var seen: Set<String> = []
    loaded.page.items.removeAll { !seen.insert($0.id).inserted }
    arrived[part] = loaded
    if part != .user { lists[part] = List(ids: seen, pageNumber: 1, next: loaded.page.next) }
    if isProgressive { publish(.part(part, loaded.page, appends: false, nil)) }
    finishIfWhole()
  }

  private mutating func append(_ part: ProfilePart, _ page: Page) {
    guard var list = lists[part] else { return }
    var page = page
    list.pageNumber += 1
    list.next = page.next
    page.number = list.pageNumber
    page.items.removeAll { !list.ids.insert($0.id).inserted }
    lists[part] = list
    arrived[part]?.page.items += page.items
    arrived[part]?.page.next = page.next
    publish(.part(part, page, appends: true, nil))
  }

  private mutating func fail(_ request: ProfileRequest, _ failure: Failure) {
    if let continuation = request.continuation {
      let page = Page(items: [], number: continuation.page, next: continuation.next)
      return publish(.part(request.part, page, appends: true, failure))
    }
    let partFailure = PartFailure(part: request.part, failure: failure)
    if isProgressive { publish(.part(request.part, Page(items: []), appends: false, failure)) }
    guard request.part != .user else {
      supersede()
      return publish(.loaded(.failure([partFailure] + inOrder(failures)), .fallback))
    }
    failures.append(partFailure)
    finishIfWhole()
  }

  /// Publishes the whole once every part has ended.
  private mutating func finishIfWhole() {
    guard arrived.count + failures.count == wanted.count,
      let user = arrived[.user]?.page.items.first
    else { return }
    isLoaded = true
    let profile = Profile(
      user: user,
      sections: wanted.compactMap { part in
        guard case .section(let section) = part else { return nil }
        return (section: section, content: content(of: part))
      })
    let isFromCache = arrived.values.allSatisfy { $0.origin == .cache } && failures.isEmpty
    publish(
      .loaded(
        failures.isEmpty ? .success(profile) : .partial(profile, inOrder(failures)),
        isFromCache ? .cache : .network))
  }

  private func content(of part: ProfilePart) -> Profile.Section {
    guard let page = arrived[part]?.page else {
      return Profile.Section(items: [], error: failures.first { $0.part == part }?.failure)
    }
    return Profile.Section(items: page.items, totalCount: page.totalCount, next: page.next)
  }

  /// The failures in the order in which sections are shown.
  private func inOrder(_ failures: [PartFailure]) -> [PartFailure] {
    wanted.compactMap { part in failures.first { $0.part == part } }
  }

  private mutating func publish(_ publication: ProfilePublication) {
    effects.append(.publish(publication))
  }
}

extension ProfilePart {
  package static let allSections: [ProfilePart] = Section.allCases.map { .section($0) }
}
