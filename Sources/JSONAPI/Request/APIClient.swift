import Catalog
import Explorer
import HTTP
import JSON

/// One request to an API and its answer: the secrets, the budget, the request, the status.
struct APIClient: Sendable {
  /// What is asked for.
  enum Target: Sendable, Hashable {
    case page(Int)
    /// By the URL that the page before gave.
    case url(String)
    /// By what the page before gave for `{cursor}`.
    case cursor(String)
  }

  let settings: APISettings
  let dependencies: SourceDependencies
  private let budget = Budget()
  private static let budgetName = "requests"

  init(_ settings: APISettings, _ dependencies: SourceDependencies) {
    (self.settings, self.dependencies) = (settings, dependencies)
  }

  /// Sends nothing where a secret is missing or the budget is used up.
  func send(
    _ target: Target, query: String, perPage: Int, timeout: Duration
  ) async throws(SourceError) -> APIResponse {
    guard !settings.lacksSandbox else {
      throw SourceError(.misconfigured(reason: "its address has `{sandbox}`, use --sandbox"))
    }
    let secrets = try secrets()
    let (now, wallClock) = (dependencies.now, dependencies.wallClock)
    let errors = APIErrors(secrets: secrets.values, wallClock: wallClock())
    if let wait = budget.wait(for: Self.budgetName, now: now()) {
      let limit = SourceError.Limit(resource: Self.budgetName, hasToken: !secrets.isEmpty)
      throw SourceError(.rateLimited(limit), retryAfter: wait)
    }
    var values = PlaceholderValues(query: query, perPage: perPage, secrets: secrets)
    switch target {
    case .page(let page): values.page = page
    case .cursor(let cursor): values.cursor = cursor
    case .url: break
    }
    let request = try request(target, values, timeout: timeout)
    let response: Response
    do throws(HTTPError) {
      response = try await dependencies.client.send(request)
    } catch {
      throw errors.error(for: error)
    }
    note(response, errors)
    if let error = errors.error(for: response) { throw error }
    do throws(SourceError) {
      return try APIResponse(response, settings)
    } catch {
      var error = error
      error.httpStatus = response.status
      throw error
    }
  }

  /// What the answer says of the page after it, as something that can be asked for.
  func next(after answer: APIResponse) throws(SourceError) -> Target? {
    guard let next = answer.next else { return nil }
    if settings.has(.cursor) { return .cursor(next) }
    guard
      let base = ResolvedURL(
        settings.url.filled(PlaceholderValues(), escaped: URLEncoding.queryValue)),
      let url = base.resolving(next), url.isSameOrigin(as: base)
    else { throw SourceError(.badResponse(.nextLinkElsewhere)) }
    return .url(url.description)
  }

  private func request(
    _ target: Target, _ values: PlaceholderValues, timeout: Duration
  ) throws(SourceError) -> Request {
    var url = settings.url.filled(values, escaped: URLEncoding.queryValue)
    if case .url(let next) = target { url = next }
    var headers = settings.headers.map { (name: $0.name, value: $0.value.filled(values)) }
    func add(_ name: String, _ value: String) {
      guard !headers.contains(where: { equalIgnoringCase($0.name, name) }) else { return }
      headers.append((name: name, value: value))
    }
    add("Accept", "application/json")
    add("User-Agent", "gitexplorer/\(dependencies.version)")
    if settings.body != nil { add("Content-Type", "application/json") }
    var request = Request(
      method: settings.method, url: url, headers: headers,
      body: settings.body?.filled(values).jsonBytes ?? [], timeout: timeout)
    request.credentials = settings.headers.filter { !$0.value.variables.isEmpty }.map(\.name)
    return request
  }

  private func secrets() throws(SourceError) -> [String: Token] {
    var secrets: [String: Token] = [:]
    for name in Set(settings.texts.flatMap(\.variables)) {
      guard let value = dependencies.variable(name), !value.isEmpty else {
        throw SourceError(.misconfigured(reason: "the variable \(name) is not set"))
      }
      let token = Token(value)
      guard token.isUsable else {
        throw SourceError(.misconfigured(reason: "the variable \(name) cannot be sent"))
      }
      secrets[name] = token
    }
    return secrets
  }

  private func note(_ response: Response, _ errors: APIErrors) {
    var headers = RateLimitHeaders(response.headers, wallClock: dependencies.wallClock())
    headers.resource = nil
    let now = dependencies.now()
    if response.status != 401 { budget.record(headers, fallback: Self.budgetName, now: now) }
    guard let error = errors.error(for: response), case .rateLimited = error.cause else { return }
    if headers.isUsedUp, headers.retryAfter == nil { return }
    budget.block(Self.budgetName, for: headers.retryAfter ?? RateBudget.unnamedWait, now: now)
  }
}
