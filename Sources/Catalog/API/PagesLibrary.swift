import Explorer

/// Keeps all pages of an API in memory, as one table; asks for them when they are missing or old.
actor PagesLibrary {
  /// Pages from this time are still good to go on from when the way was broken off.
  private static let longestBreak: Duration = .seconds(300)
  /// How long nobody may wait before the way is broken off: typing cancels and asks again at once.
  private static let grace: Duration = .milliseconds(100)

  private let exchange: APIExchange
  private let pages: TablePages
  private let name: String
  private var surroundings: Surroundings { exchange.surroundings }

  private var held: (table: SearchedTable, at: Duration)?
  private var walk: PageWalk?
  private var walkedAt: Duration = .zero
  private var walking: Task<Result<SearchedTable, SourceError>, Never>?
  private var waiting = 0

  init(_ exchange: APIExchange, _ pages: TablePages, name: String) {
    (self.exchange, self.pages, self.name) = (exchange, pages, name)
  }

  /// The last table there was, however old, and its age.
  var last: (table: SearchedTable, at: Duration)? { held }

  /// The table, fresh enough; all who ask meanwhile wait for the same pages.
  ///
  /// - Parameter timeout: for each page.
  func table(timeout: Duration) async throws(SourceError) -> SearchedTable {
    while true {
      if let held, surroundings.now() - held.at < exchange.settings.cacheAge {
        return held.table
      }
      guard !Task.isCancelled else { throw SourceError(.cancelled) }
      let task = walking ?? Task { await walkOn(timeout: timeout) }
      walking = task
      waiting += 1
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        Task { await leave(after: task) }
      }
      waiting -= 1
      switch result {
      case .success(let table): return table
      case .failure(let error):
        // Broken off for others; this one still waits.
        if task.isCancelled, !Task.isCancelled { continue }
        throw error
      }
    }
  }

  /// Breaks the way off when nobody else waits for its end.
  private func leave(after task: Task<Result<SearchedTable, SourceError>, Never>) async {
    waiting -= 1
    if waiting == 0 { await surroundings.sleep(surroundings.now() + Self.grace) }
    if waiting == 0, walking == task { task.cancel() }
    waiting += 1
  }

  // MARK: walking

  private func walkOn(timeout: Duration) async -> Result<SearchedTable, SourceError> {
    defer { walking = nil }
    let now = surroundings.now()
    if walk == nil || now - walkedAt > max(Self.longestBreak, exchange.settings.cacheAge) {
      walk = PageWalk(exchange.settings)
      walkedAt = now
    }
    let pagesBefore = walk?.pageCount ?? 0
    do throws(SourceError) {
      try await walkToTheEnd(timeout: timeout)
      let table = try await table()
      held = (table, surroundings.now())
      return .success(table)
    } catch {
      var error = error
      error.hasMadeProgress = (walk?.pageCount ?? 0) > pagesBefore
      return .failure(error)
    }
  }

  private func walkToTheEnd(timeout: Duration) async throws(SourceError) {
    var isReported = false
    defer { if isReported { report(.ended) } }
    while var walk = self.walk, walk.end == nil {
      if walk.pageCount > 0, !isReported {
        isReported = true
        report(.began(title: "Loading \(name)"))
      }
      let answers = await answers(to: walk.targets, timeout: timeout)
      // Held once while it changes: a second holder would copy all items.
      self.walk = nil
      defer { self.walk = walk }
      var failure: SourceError?
      for (target, answer) in answers {
        switch answer {
        case .success(let piece): try walk.take(piece, for: target)
        case .failure(let error):
          if case .notFound = error.cause, walk.missing(target) { continue }
          if walk.end == nil, failure == nil { failure = error }
        }
      }
      if isReported { reportPages(walk) }
      if let failure, walk.end == nil { throw failure }
    }
  }

  /// Asks for all targets at the same time; the answers in the order of the targets.
  private func answers(
    to targets: [PageWalk.Target], timeout: Duration
  ) async -> [(PageWalk.Target, Result<PageWalk.Piece, SourceError>)] {
    let exchange = exchange
    return await withTaskGroup(of: (Int, Result<PageWalk.Piece, SourceError>).self) { group in
      for (i, target) in targets.enumerated() {
        group.addTask {
          do throws(SourceError) {
            let answer = try await exchange.send(
              target, query: "", perPage: exchange.settings.perPage, timeout: timeout)
            let next = try exchange.next(after: answer)
            return (i, .success(PageWalk.Piece(answer, next: next)))
          } catch {
            return (i, .failure(error))
          }
        }
      }
      var answers: [Int: Result<PageWalk.Piece, SourceError>] = [:]
      for await (i, answer) in group { answers[i] = answer }
      return targets.indices.compactMap { i in answers[i].map { (targets[i], $0) } }
    }
  }

  /// Makes a table of what came, and forgets the way.
  private func table() async throws(SourceError) -> SearchedTable {
    guard let walk else { throw SourceError(.cancelled) }
    self.walk = nil
    let (pages, lines) = (pages, walk.lines)
    let reading = await Background.run { () -> Result<Table, SourceError> in
      Result { () throws(SourceError) in
        try TableReader(form: .ndjson, items: [], shape: pages.shape) { _ in }.table(lines)
      }
    }
    guard case .success(let table) = reading else {
      throw SourceError(.badResponse(.unusableItems))
    }
    if table.malformed.count > 0 {
      surroundings.warn(
        "\(name): \(table.malformed.count) of \(walk.itemCount) items could not be used.")
    }
    guard case .short(let reason)? = walk.end else { return SearchedTable(table, pages) }
    surroundings.warn("\(name): the list is not whole; \(reason).")
    return SearchedTable(table, pages, isIncomplete: true)
  }

  private func report(_ stage: SourceProgress.Stage) {
    surroundings.progress(SourceProgress(source: pages.sourceID, stage: stage))
  }

  private func reportPages(_ walk: PageWalk) {
    let expected = walk.expectedPages
    let percentage = expected.map { min(100, walk.pageCount * 100 / max(1, $0)) }
    let message = expected.map { "page \(walk.pageCount) of \($0)" } ?? "page \(walk.pageCount)"
    report(.reached(percentage: percentage, message: message))
  }
}
