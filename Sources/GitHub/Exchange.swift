import Explorer
import HTTP

/// One request and its answer: the credential, the budget, the request, the status.
struct Exchange: Sendable {
  /// An answer that is 2xx, or 304 where that was asked for.
  struct Answer: Sendable {
    var response: Response
    var token: Token?
    /// What a 304 renews.
    var held: ResponseCache.Entry?
    /// Whether the host itself answered, and not another one that it sent us to.
    var isFromHost: Bool
  }

  let form: RequestForm
  let client: any HTTPClient
  let credentials: Credentials
  let memory: GitHubMemory
  let now: @Sendable () -> Duration
  let wallClock: @Sendable () -> Int64
  let report: Report

  /// Sends nothing where a token is needed and there is none, or the budget is used up.
  ///
  /// - Parameter held: returns the earlier answer to the token, which a 304 would renew.
  func send(
    _ endpoint: Endpoint, about what: String, timeout: Duration,
    revalidating held: @Sendable (Token?) -> ResponseCache.Entry? = { _ in nil }
  ) async throws(SourceError) -> Answer {
    let start = now()
    let token = try await credentials.credential(within: timeout).token
    if endpoint.needsToken, token == nil { throw SourceError(.unauthorized(.noToken)) }
    try heedBudget(endpoint, token)
    let remaining = timeout - (now() - start)
    guard remaining > .zero else { throw SourceError(.timeout) }

    let held = held(token)
    let request = form.request(for: endpoint, token: token, etag: held?.etag, timeout: remaining)
    let response = try await response(to: request, token)
    let isFromHost = response.url.isEmpty || form.host.ownURL(response.url) != nil
    let headers = RateLimitHeaders(response.headers, wallClock: wallClock())
    // A refused token is answered with the numbers of those who have none.
    if isFromHost, response.status != 401 {
      memory.budget(of: token)
        .record(headers, fallback: endpoint.budget ?? Endpoint.coreBudget, now: now())
    }
    let answer = Answer(response: response, token: token, held: held, isFromHost: isFromHost)
    if response.status == 304, held?.etag != nil { return answer }
    let name = endpoint.budget ?? Endpoint.coreBudget
    if let error = Statuses(token: token, wallClock: wallClock())
      .error(for: response, budget: name, what: what)
    {
      if isFromHost { heedLimit(error, headers, token) }
      throw error
    }
    return answer
  }

  private func heedBudget(_ endpoint: Endpoint, _ token: Token?) throws(SourceError) {
    guard let name = endpoint.budget,
      let wait = memory.budget(of: token).wait(for: name, now: now())
    else { return }
    let limit = SourceError.Limit(resource: name, hasToken: token != nil)
    throw SourceError(.rateLimited(limit), retryAfter: wait)
  }

  private func response(
    to request: Request, _ token: Token?
  ) async throws(SourceError) -> Response {
    let start = now()
    do throws(HTTPError) {
      let response = try await client.send(request)
      log(request, "\(response.status) after \(now() - start)", token)
      return token?.blotted(from: response) ?? response
    } catch {
      let error = SourceError(error, token: token)
      log(request, "\(error.cause)", token)
      throw error
    }
  }

  private func log(_ request: Request, _ outcome: String, _ token: Token?) {
    let line = "\(request.method.rawValue) \(request.url): \(outcome)"
    report(.debug, token?.blotted(from: line) ?? line)
  }

  /// Holds further requests back where the limit is not in the numbers of the headers.
  private func heedLimit(_ error: SourceError, _ headers: RateLimitHeaders, _ token: Token?) {
    guard case .rateLimited(let limit) = error.cause else { return }
    if headers.isUsedUp, headers.retryAfter == nil { return }
    let wait = headers.retryAfter ?? RateBudget.unnamedWait
    memory.budget(of: token).block(limit.resource, for: wait, now: now())
  }
}
