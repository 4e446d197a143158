import Catalog
import Explorer
import System

/// Keeps all pages of an API in memory, as one table; asks for them when they are missing or old.
actor PageLoader {
  /// Pages from this time are still good to go on from when the way was broken off.
  private static let longestBreak: Duration = .seconds(300)
  /// How long nobody may wait before the way is broken off: typing cancels and asks again at once.
  private static let grace: Duration = .milliseconds(100)

  private let client: JSONAPIClient
  private let pages: TablePages
  private let name: String
  private var dependencies: SourceDependencies { client.dependencies }

  private var held: (table: SearchedTable, at: Duration)?
  private var pagination: Pagination?
  private var startedAt: Duration = .zero
  private let work: SharedWork<Result<SearchedTable, SourceError>>

  init(_ client: JSONAPIClient, _ pages: TablePages, name: String) {
    (self.client, self.pages, self.name) = (client, pages, name)
    let dependencies = client.dependencies
    work = SharedWork { await dependencies.sleep(dependencies.now() + Self.grace) }
  }

  /// The last table there was, however old.
  var last: SearchedTable? { held?.table }

  /// The table, fresh enough; all who ask meanwhile wait for the same pages, no longer than their
  /// tasks live.
  ///
  /// - Parameter timeout: for each page.
  func table(timeout: Duration) async throws(SourceError) -> SearchedTable {
    if let held, dependencies.now() - held.at < client.settings.cacheAge { return held.table }
    guard let result = await work.value(of: { await self.load(timeout: timeout) }) else {
      throw SourceError(.cancelled)
    }
    return try result.get()
  }

  // MARK: loading

  private func load(timeout: Duration) async -> Result<SearchedTable, SourceError> {
    let now = dependencies.now()
    if pagination == nil || now - startedAt > max(Self.longestBreak, client.settings.cacheAge) {
      pagination = Pagination(client.settings)
      startedAt = now
    }
    let pagesBefore = pagination?.pageCount ?? 0
    do throws(SourceError) {
      try await loadToTheEnd(timeout: timeout)
      let table = try await table()
      held = (table, dependencies.now())
      return .success(table)
    } catch {
      var error = error
      error.hasMadeProgress = (pagination?.pageCount ?? 0) > pagesBefore
      return .failure(error)
    }
  }

  private func loadToTheEnd(timeout: Duration) async throws(SourceError) {
    var isReported = false
    defer { if isReported { report(.ended) } }
    while var pagination = self.pagination, pagination.end == nil {
      if pagination.pageCount > 0, !isReported {
        isReported = true
        report(.began(title: "Loading \(name)"))
      }
      let answers = await answers(to: pagination.targets, timeout: timeout)
      // Held once while it changes: a second holder would copy all items.
      self.pagination = nil
      defer { self.pagination = pagination }
      for (target, answer) in answers {
        guard case .success(let page) = answer else { continue }
        try pagination.take(page, for: target)
      }
      if isReported { reportPages(pagination) }
      for (target, answer) in answers {
        guard case .failure(let error) = answer else { continue }
        if pagination.isFailure(error, for: target) { throw error }
      }
    }
  }

  /// Asks for all targets at the same time; the answers in the order of the targets.
  private func answers(
    to targets: [PageTarget], timeout: Duration
  ) async -> [(PageTarget, Result<Pagination.Loaded, SourceError>)] {
    let (client, mapping) = (client, pages.mapping)
    return await withTaskGroup(of: (Int, Result<Pagination.Loaded, SourceError>).self) { group in
      for (i, target) in targets.enumerated() {
        group.addTask {
          do throws(SourceError) {
            let answer = try await client.send(
              target, query: "", perPage: client.settings.perPage, timeout: timeout)
            let next = try NextPage.target(after: answer, client.settings)
            return (i, .success(Pagination.Loaded(answer, next: next, mapping)))
          } catch {
            return (i, .failure(error))
          }
        }
      }
      var answers: [Int: Result<Pagination.Loaded, SourceError>] = [:]
      for await (i, answer) in group { answers[i] = answer }
      return targets.indices.compactMap { i in answers[i].map { (targets[i], $0) } }
    }
  }

  /// Makes a table of what came, and forgets the way.
  private func table() async throws(SourceError) -> SearchedTable {
    guard let pagination else { throw SourceError(.cancelled) }
    self.pagination = nil
    let (pages, lines) = (pages, pagination.lines)
    let reading = await Background.run { () -> Result<Table, SourceError> in
      Result { () throws(SourceError) in
        try TableReader(RecordLayout(format: .ndjson), pages.mapping).table(lines)
      }
    }
    let table: Table
    do throws(SourceError) {
      table = try reading.get()
    } catch {
      throw SourceError(error.cause, httpStatus: 200)
    }
    if table.malformed.count > 0 {
      dependencies.warn(
        "\(name): \(table.malformed.count) of \(pagination.recordCount) items could not be used.")
    }
    guard case .short(let reason)? = pagination.end else { return SearchedTable(table, pages) }
    dependencies.warn("\(name): the list is not whole; \(reason).")
    return SearchedTable(table, pages, isIncomplete: true)
  }

  private func report(_ stage: SourceProgress.Stage) {
    dependencies.progress(SourceProgress(source: pages.sourceID, stage: stage))
  }

  private func reportPages(_ pagination: Pagination) {
    let expected = pagination.expectedPages
    let percentage = expected.map { min(100, pagination.pageCount * 100 / max(1, $0)) }
    let message =
      expected.map { "page \(pagination.pageCount) of \($0)" } ?? "page \(pagination.pageCount)"
    report(.reached(percentage: percentage, message: message))
  }
}
