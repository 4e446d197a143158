import Matching

// What becomes of answers: retry, catch, pages, and the instant ones.

extension SearchCore {
  // MARK: retry, catch

  /// Takes the answer to the request under way; its generation is the newest.
  mutating func answered(_ answer: Result<Page, SourceError>, now: Duration, memory: Memory?) {
    guard var request = underway else { return }
    switch answer {
    case .success(let page):
      underway = nil
      if request.isFirstPage {
        stand(page, origin: page.origin ?? origin, query: request.query, version: request.version)
      } else {
        append(page, request)
      }
    case .failure(let error):
      switch request.attempts.failed(error, now: now) {
      case .retry(let wait):
        request.retryAt = now + wait
        request.lastError = error
        underway = request
        let attempt = request.attempts.last
        publish(
          .retrying(attempt: attempt, wait: wait, because: error), version: request.version,
          query: request.query)
      case .giveUp(let failure):
        underway = nil
        fail(request, failure, memory: memory)
      }
    }
  }

  /// Ends the request under way as a failure.
  mutating func expire(memory: Memory?) {
    guard let request = underway else { return }
    supersede()
    let failure = request.attempts.expired(
      lastError: request.lastError, isWaiting: request.retryAt != nil)
    fail(request, failure, memory: memory)
  }

  /// Repeats the request under way once its wait is over.
  mutating func retryIfDue(now: Duration) {
    guard let retryAt = underway?.retryAt, retryAt <= now else { return }
    underway?.retryAt = nil
    start(now: now)
  }

  private mutating func fail(_ request: Underway, _ failure: Failure, memory: Memory?) {
    guard request.isFirstPage else {
      shown?.version = request.version
      let page = Page(
        items: [], number: request.query.page, totalCount: shown?.totalCount,
        next: request.continuation)
      return publish(
        .results(
          SearchResults(
            version: request.version, query: request.query, outcome: .failure(failure),
            origin: .fallback, page: page, appends: true)))
    }
    lastEmitted = nil
    lastFailed = request.query
    let (held, origin) = standIn(for: request.query, failure.error.stale, memory)
    shown = held.map { Self.shownList($0, origin, request.query, request.version) }
    publish(
      .results(
        SearchResults(
          version: request.version, query: request.query, outcome: .failure(failure),
          origin: origin, page: held ?? Page(items: []), appends: false)))
  }

  /// What there is where asking has failed: an older answer, else what is known without asking.
  private func standIn(
    for query: Query, _ stale: Page?, _ memory: Memory?
  ) -> (page: Page?, Origin) {
    if let page = stale ?? memory?(query)?.page { return (page, .stale) }
    guard let page = nearPage(query) else { return (nil, .fallback) }
    return (page, .local)
  }

  // MARK: pages

  /// Publishes a first page and makes it the list that stands.
  private mutating func stand(_ page: Page, origin: Origin, query: Query, version: Int) {
    let page = page.withoutRepeatedItems
    shown = Self.shownList(page, origin, query, version)
    publish(
      .results(
        SearchResults(
          version: version, query: query, outcome: page.items.isEmpty ? .empty : .success,
          origin: origin, page: page, appends: false)))
  }

  private static func shownList(
    _ page: Page, _ origin: Origin, _ query: Query, _ version: Int
  ) -> ShownList {
    ShownList(
      query: query, version: version, origin: origin, ids: Set(page.items.map(\.id)),
      pageNumber: page.number, next: page.next, totalCount: page.totalCount)
  }

  /// Publishes a further page without the items that the list has already.
  private mutating func append(_ page: Page, _ request: Underway) {
    guard var list = shown else { return }
    var page = page
    page.number = request.query.page
    page.items.removeAll { !list.ids.insert($0.id).inserted }
    list.version = request.version
    // A source that names no total has at least what is shown.
    page.totalCount = page.totalCount ?? list.ids.count
    list.pageNumber = page.number
    list.next = page.next
    list.totalCount = page.totalCount
    shown = list
    publish(
      .results(
        SearchResults(
          version: request.version, query: request.query, outcome: .success, origin: origin,
          page: page, appends: true)))
  }

  // MARK: instant answers

  /// In UTF-8; longer texts are pasted, not typed, and have more prefixes than may be looked up.
  private static var longestInstantText: Int { 512 }

  /// Shows a fresh answer to the new text at once, else what is known without asking, else what a
  /// held whole answer to a prefix of it says about it; what was under way is over then, since nothing
  /// older may follow.
  mutating func showInstantly(memory: Memory?) {
    let query = input.query
    guard query != lastEmitted, query.text.utf8.count <= SearchCore.longestInstantText,
      query.text.count >= minimumQueryLength
    else { return }
    let memory = settings.cacheAge > .zero ? memory : nil
    if let held = freshAnswer(query, memory) {
      return show(held, origin: .cache, query: query, version: input.version)
    }
    guard let page = nearPage(query) ?? memory.flatMap({ narrowedAnswer(query, $0) }) else {
      return
    }
    lastEmitted = nil
    supersede()
    stand(page, origin: .provisional, query: query, version: input.version)
  }

  /// Shows what has become known without asking while the first answer is still awaited.
  mutating func showNearby() {
    guard settings.providesProvisionalResults, let request = underway, request.isFirstPage,
      let page = nearPage(request.query)
    else { return }
    stand(page, origin: .provisional, query: request.query, version: request.version)
  }

  /// What is known without asking; nil where there is nothing.
  private func nearPage(_ query: Query) -> Page? {
    let items = nearby(query)
    return items.isEmpty ? nil : Page(items: items, totalCount: items.count)
  }

  /// Shows an answer from the cache; it stands as if it had been asked for.
  mutating func show(_ page: Page, origin: Origin, query: Query, version: Int) {
    supersede()
    lastEmitted = query
    stand(page, origin: origin, query: query, version: version)
  }

  func freshAnswer(_ query: Query, _ memory: Memory?) -> Page? {
    guard let held = memory?(query), held.age < settings.cacheAge else { return nil }
    return held.page
  }

  private func narrowedAnswer(_ query: Query, _ memory: Memory?) -> Page? {
    var prefix = query
    while !prefix.text.dropLast().isEmpty {
      prefix.text.removeLast()
      guard let held = freshAnswer(prefix, memory), held.isWhole else { continue }
      let match = TextMatch(query.text)
      let items = held.items.filter { item in
        match.isFound(in: item.label) || item.detail.map(match.isFound) ?? false
      }
      return items.isEmpty ? nil : Page(items: items, totalCount: items.count)
    }
    return nil
  }
}
