import Catalog
import Secrets
import URLs
import Explorer
import HTTP
import JSON
import REST

/// One request to an API and its answer: the secrets, the budget, the request, the status.
struct JSONAPIClient: Sendable {
  let settings: APISettings
  let dependencies: SourceDependencies
  private let mapping: ItemMapping
  private let client: APIClient
  private let budget = Budget()

  init(_ settings: APISettings, _ mapping: ItemMapping, _ dependencies: SourceDependencies) {
    (self.settings, self.mapping, self.dependencies) = (settings, mapping, dependencies)
    client = APIClient(
      dependencies.client, redactor: dependencies.redactor, now: dependencies.now,
      wallClock: dependencies.wallClock, report: { _, _ in })
  }

  /// Sends nothing where a secret is missing or the budget is used up.
  func send(
    _ target: PageTarget, query: String, perPage: Int, timeout: Duration
  ) async throws(SourceError) -> PageResponse {
    guard !settings.lacksSandbox else {
      throw SourceError(.misconfigured(reason: "its address has `{sandbox}`, use --sandbox"))
    }
    let secrets = try secrets()
    var values = PlaceholderValues(
      query: query, escape: settings.escape, perPage: perPage, secrets: secrets)
    switch target {
    case .page(let number, let offset):
      (values.page, values.offset) = (number - 1 + settings.firstPage, offset)
    case .cursor(let cursor): values.cursor = cursor
    case .url: break
    }
    let request = try request(target, values, timeout: timeout)
    let call = Call(
      budget: budget, resource: "requests", subject: "such list", hasToken: !secrets.isEmpty,
      accepted: settings.empty)
    let response = try await client.send(request, as: call)
    let page: PageResponse
    do throws(SourceError) {
      page = try PageResponse(response.http, settings, mapping, address: request.url)
    } catch {
      throw client.unreadable(error.cause, response, call)
    }
    if let backoff = page.backoff {
      client.note(
        RateLimitHeaders(resource: nil, limit: nil, remaining: 0, resetsIn: backoff), of: call)
    }
    if let failure = page.failure { throw client.failure(failure, in: response, call) }
    return page
  }

  private func request(
    _ target: PageTarget, _ values: PlaceholderValues, timeout: Duration
  ) throws(SourceError) -> Request {
    var url = settings.url.filled(values, escaped: URLEncoding.pathSegment)
    if case .url(let next) = target {
      guard NextPage.mayBeSent(next, settings) else {
        throw SourceError(.badResponse(.nextLinkElsewhere))
      }
      url = NextPage.filled(next, settings, values)
    }
    var headers = settings.headers.filter {
      values.cursor != nil || $0.value.onlyPlaceholder != .cursor
    }
    .map { (name: $0.name, value: $0.value.filled(values)) }
    func add(_ name: String, _ value: String) {
      guard !headers.contains(where: { equalIgnoringCase($0.name, name) }) else { return }
      headers.append((name: name, value: value))
    }
    add("Accept", [nil, .json].contains(settings.layout.format) ? "application/json" : "*/*")
    add("User-Agent", "gitexplorer/\(dependencies.version)")
    var body: [UInt8] = []
    if let form = settings.form {
      body = Array(form.filled(values).utf8)
      add("Content-Type", "application/x-www-form-urlencoded")
    } else if let json = settings.body {
      body = json.filled(values).jsonBytes
      add("Content-Type", "application/json")
    }
    var request = Request(
      method: settings.method, url: url, headers: headers, body: body, timeout: timeout)
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
      dependencies.redactor.remember(token)
      secrets[name] = token
    }
    return secrets
  }
}
