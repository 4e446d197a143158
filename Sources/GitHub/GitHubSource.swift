import Explorer
import HTTP
import REST
import Secrets

/// GitHub as a source: by GraphQL where that may be, which knows more of people, else by REST.
///
/// Everything it needs is handed in; what it learns of its host goes into the memory that it was given.
package struct GitHubSource: Source {
  package let descriptor: SourceDescriptor
  let host: GitHubHost
  let client: GitHubClient
  let responses: Responses
  /// Whether GraphQL may be asked where there is a token.
  let mayUseGraphQL: Bool
  /// Where pictures are kept; nil keeps none.
  let avatarFiles: AvatarFiles?

  /// - Parameters:
  ///   - version: of this program, for `User-Agent`.
  ///   - avatarFiles: where pictures are kept; without it there are none.
  ///   - now: monotonic, from any start.
  ///   - wallClock: seconds since 1970, where an answer has no `Date`.
  package init(
    settings: GitHubSettings, version: String, client: any HTTPClient, credentials: Credentials,
    memory: GitHubMemory = GitHubMemory(), redactor: Redactor = Redactor(),
    avatarFiles: AvatarFiles? = nil, now: @escaping @Sendable () -> Duration,
    wallClock: @escaping @Sendable () -> Int64, report: @escaping Report
  ) {
    host = settings.host
    self.avatarFiles = avatarFiles
    // Where the base URL was refused the source keeps its usual name, and asks nobody.
    let named = settings.host == .nowhere ? GitHubHost.gitHub : settings.host
    descriptor = SourceDescriptor(
      id: "github", name: "GitHub", host: named.name, webURL: named.webBase,
      features: [.search, .loadMore, .profile, .follow], account: .gitHub,
      addressHint: "Check github.baseUrl.",
      sortKeys: ["followers", "repositories", "joined"])
    let form = RequestForm(
      host: settings.host, apiVersion: settings.apiVersion, userAgent: "gitexplorer/\(version)")
    self.client = GitHubClient(
      form: form, client: client, credentials: credentials, memory: memory, redactor: redactor,
      now: now, wallClock: wallClock, report: report)
    responses = Responses(host: settings.host)
    mayUseGraphQL =
      switch settings.graphQL {
      case .auto: settings.host.isKnownToHaveGraphQL
      case .always: settings.host != .nowhere
      case .never: false
      }
  }

  /// What may still be sent, by what the answers so far have said.
  package var budgets: [RateBudget.Reading] {
    client.memory.budget(of: client.credentials.found?.token).readings(now: client.api.now())
  }

  /// Has the token looked up anew at the next request.
  package func lookAgainForToken() { client.credentials.lookAgain() }

  var cache: ResponseCache<GitHubMemory.Key> { client.memory.answers }

  package var isRemembering: Bool { !cache.isEmpty }

  package func remembered(_ query: Query) -> Remembered? {
    guard let credential = client.credentials.found,
      let entry = cache[.search(query, credential.token)]
    else { return nil }
    return Remembered(
      page: named(entry.page, credential.token), age: client.api.now() - entry.storedAt)
  }

  package func search(
    _ query: Query, continuing continuation: String?, timeout: Duration
  ) async throws(SourceError) -> Page {
    var query = query
    if let login = Login.pasted(query.text, host: host.name) { query.text = login.text }
    query.page = max(1, query.page)
    query.perPage = min(max(1, query.perPage), 100)
    if let fault = QueryLimits.fault(in: query) { throw SourceError(.invalidQuery(fault)) }
    // All pages of a query are asked for in the same way, unless that has ceased to be one.
    let cursor = continuation.flatMap(Self.cursor)
    if cursor != nil || (continuation == nil && query.page == 1),
      try await usesGraphQL(for: query.text),
      let page = try await searchByGraphQL(query, after: cursor, timeout: timeout)
    {
      return page
    }
    let url = cursor == nil ? continuation : nil
    let endpoint =
      try url.map { url throws(SourceError) in
        try nextPage(url, budget: Endpoint.searchBudget)
      } ?? .search(query)
    return try await searchByREST(query, endpoint, isFirst: continuation == nil, timeout: timeout)
  }

  private func searchByREST(
    _ query: Query, _ endpoint: Endpoint, isFirst: Bool, timeout: Duration
  ) async throws(SourceError) -> Page {
    let answer = try await client.send(endpoint, about: "search", timeout: timeout)
    var page = try page(of: answer) { body throws(SourceError) in
      try responses.searchPage(body, number: query.page)
    }
    if QueryLimits.isLast(page: query.page, perPage: query.perPage) { page.next = nil }
    // What GitHub had no time to finish is no answer to keep.
    if isFirst, !page.isIncomplete {
      let entry = CachedPage(page: page, storedAt: client.api.now())
      cache.store(entry, for: .search(query, answer.token), bytes: size(answer))
    }
    return named(page, answer.token)
  }

  /// Rows without a name get what is held of people who were looked up.
  private func named(_ page: Page, _ token: Token?) -> Page {
    guard let age = client.memory.lookupAge else { return page }
    var page = page
    for (i, item) in page.items.enumerated() where item.detail == nil {
      guard let entry = cache[key(.user(login: item.label), token)],
        client.api.now() - entry.storedAt <= age, let person = entry.page.items.first,
        person.id == item.id
      else { continue }
      page.items[i] = person
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
    of answer: GitHubClient.Answer,
    _ read: ([UInt8]) throws(SourceError) -> Responses.Reading
  ) throws(SourceError) -> Page {
    var reading: Responses.Reading
    do throws(SourceError) {
      reading = try read(answer.response.http.body)
    } catch {
      throw client.api.error(error.cause, about: answer.response, answer.call)
    }
    if reading.dropped > 0 {
      let count = reading.dropped + reading.page.items.count
      client.api.report(.warning, "\(reading.dropped) of \(count) items could not be used.")
    }
    reading.page.next = next(after: answer)
    return reading.page
  }

  /// The URL of the page after an answer; nil where there is none, or none on the host.
  func next(after answer: GitHubClient.Answer) -> String? {
    guard let link = answer.response.http.headers["Link"].flatMap(Link.next) else { return nil }
    let next = host.ownURL(link, on: answer.response.http.url)
    if next == nil {
      client.api.report(.warning, "The link to the next page was refused: it leaves \(host.name).")
    }
    return next
  }

  /// About what the answer takes in memory: the fields that are kept and those that are not
  /// balance each other.
  func size(_ answer: GitHubClient.Answer) -> Int { answer.response.http.body.count + 512 }
}
