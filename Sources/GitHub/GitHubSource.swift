import Explorer
import HTTP

/// GitHub's REST API as a source.
///
/// Everything it needs is handed in; what it learns of its host goes into the memory that it was given.
package struct GitHubSource: Source {
  package let descriptor: SourceDescriptor
  let host: GitHubHost
  let exchange: Exchange
  let responses: Responses

  /// - Parameters:
  ///   - version: of this program, for `User-Agent`.
  ///   - now: monotonic, from any start.
  ///   - wallClock: seconds since 1970, where an answer has no `Date`.
  package init(
    settings: GitHubSettings, version: String, client: any HTTPClient, credentials: Credentials,
    memory: GitHubMemory = GitHubMemory(), now: @escaping @Sendable () -> Duration,
    wallClock: @escaping @Sendable () -> Int64, report: @escaping Report
  ) {
    host = settings.host
    descriptor = SourceDescriptor(
      id: "github", name: "GitHub", host: settings.host.name, webURL: settings.host.webBase,
      features: [.search, .loadMore, .profile, .follow],
      sortKeys: ["followers", "repositories", "joined"])
    let form = RequestForm(
      host: settings.host, apiVersion: settings.apiVersion, userAgent: "gitexplorer/\(version)")
    exchange = Exchange(
      form: form, client: client, credentials: credentials, memory: memory, now: now,
      wallClock: wallClock, report: report)
    responses = Responses(host: settings.host)
  }

  /// What may still be sent, by what the answers so far have said.
  package var budgets: [RateBudget.Reading] {
    exchange.memory.budget(of: exchange.credentials.found?.token).readings(now: exchange.now())
  }

  var cache: ResponseCache { exchange.memory.answers }

  package var isRemembering: Bool { !cache.isEmpty }

  package func remembered(_ query: Query) -> Remembered? {
    guard let credential = exchange.credentials.found,
      let entry = cache[.search(query, credential.token)]
    else { return nil }
    return Remembered(page: entry.page, age: exchange.now() - entry.storedAt)
  }

  package func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    var query = query
    query.page = max(1, query.page)
    query.perPage = min(max(1, query.perPage), 100)
    if let fault = QueryLimits.fault(in: query) { throw SourceError(.invalidQuery(fault)) }
    let endpoint =
      try continuation.map { url throws(SourceError) in
        try nextPage(url, budget: Endpoint.searchBudget)
      } ?? .search(query)

    let answer = try await exchange.send(endpoint, about: "search", timeout: timeout)
    var page = try page(of: answer) { body throws(SourceError) in
      try responses.searchPage(body, number: query.page)
    }
    if QueryLimits.isLast(page: query.page, perPage: query.perPage) { page.next = nil }
    if continuation == nil {
      let entry = ResponseCache.Entry(page: page, storedAt: exchange.now())
      cache.store(entry, for: .search(query, answer.token), bytes: size(answer))
    }
    return page
  }

  /// The endpoint of a further page; the URL must be one of the host's own.
  func nextPage(_ url: String, budget: String) throws(SourceError) -> Endpoint {
    guard let url = host.ownURL(url) else {
      throw SourceError(.badResponse(.nextLinkElsewhere))
    }
    return .page(url: url, budget: budget)
  }

  /// Reads the body of an answer and adds the link to the page after it.
  func page(
    of answer: Exchange.Answer,
    _ read: ([UInt8]) throws(SourceError) -> Responses.Reading
  ) throws(SourceError) -> Page {
    var reading: Responses.Reading
    do throws(SourceError) {
      reading = try read(answer.response.body)
    } catch {
      throw Statuses(token: answer.token, wallClock: exchange.wallClock())
        .error(error.cause, answer.response)
    }
    if reading.dropped > 0 {
      let count = reading.dropped + reading.page.items.count
      exchange.report(.warning, "\(reading.dropped) of \(count) items could not be used.")
    }
    if let next = answer.response.headers["Link"].flatMap(Link.next) {
      reading.page.next = host.ownURL(next)
      if reading.page.next == nil {
        exchange.report(.warning, "The link to the next page was refused: it leaves \(host.name).")
      }
    }
    return reading.page
  }

  /// About what the answer takes in memory: the fields that are kept and those that are not
  /// balance each other.
  func size(_ answer: Exchange.Answer) -> Int { answer.response.body.count + 512 }
}
