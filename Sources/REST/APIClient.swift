import Explorer
import HTTP
import JSON
import Secrets
import URLs

/// Asks a web API as every source must: keeps to its rate budget, takes secrets out of what it says,
/// notes its limits, and tells what its status or its silence means.
///
/// A source then is an endpoint, a decoder and a mapping. It makes a `Request`, says with a `Call`
/// what that is charged to and what it is about, and decodes the body of what comes back:
///
///     let response = try await client.send(request, as: Call(budget: budget, resource: "requests",
///       subject: "such list", hasToken: !secrets.isEmpty))
///     let page = try decode(response.http.body)
///
/// It has a `Budget` for each token, registers each secret with the `Redactor` before it is sent, and
/// keeps pages in a `ResponseCache`. Attempts are made one level above: nothing is sent twice here.
package struct APIClient: Sendable {
  private let client: any HTTPClient
  private let dialect: Dialect
  private let redactor: Redactor
  /// Monotonic, from any start.
  package let now: @Sendable () -> Duration
  /// Seconds since 1970, where an answer has no `Date`.
  package let wallClock: @Sendable () -> Int64
  package let report: Report

  package init(
    _ client: any HTTPClient, dialect: Dialect = Dialect(), redactor: Redactor,
    now: @escaping @Sendable () -> Duration, wallClock: @escaping @Sendable () -> Int64,
    report: @escaping Report
  ) {
    (self.client, self.dialect, self.redactor) = (client, dialect, redactor)
    (self.now, self.wallClock, self.report) = (now, wallClock, report)
  }

  /// Returns an answer that is 2xx, or has another status that the call accepts.
  ///
  /// Sends nothing where the budget is used up or the server asked to be left alone; the error then
  /// has no status, and says when.
  package func send(_ request: Request, as call: Call) async throws(SourceError) -> APIResponse {
    if let resource = call.resource,
      let hold = call.budget.withLock({ [now] in $0.hold(on: resource, now: now()) })
    {
      throw Self.error(for: hold, resource, call)
    }
    let response = redacted(try await transfer(request))
    let isFromHost = Self.isFromHost(response, request)
    var limits = RateLimitHeaders(response.headers, wallClock: wallClock())
    if !dialect.namesBudgets { limits.resource = nil }
    // A refused token is answered with the numbers of those who have none.
    if isFromHost, response.status != 401, let resource = call.resource {
      call.budget.withLock { [now] in $0.record(limits, fallback: resource, now: now()) }
    }
    if call.accepted.contains(response.status) {
      return APIResponse(http: response, isFromHost: isFromHost)
    }
    if let error = meaning(call).error(for: response, limits, isFromHost: isFromHost) {
      throw isFromHost ? heeding(error, limits, call) : error
    }
    return APIResponse(http: response, isFromHost: isFromHost)
  }

  /// The server's time, in seconds since 1970; ours where the answer has no `Date`.
  package func time(of response: Response) -> Int64 {
    let ours = wallClock()
    let date = response.headers.single("Date").flatMap { HTTPDate.parse($0, now: Int(ours)) }
    return date.map(Int64.init) ?? ours
  }

  /// Notes what the body of an answer says about the budget.
  package func note(_ limits: RateLimitHeaders, of call: Call) {
    guard let resource = call.resource else { return }
    call.budget.withLock { [now] in $0.record(limits, fallback: resource, now: now()) }
  }

  /// Returns the error where the body of an answer says that a limit is reached, and holds further
  /// requests back.
  package func limitReached(_ response: APIResponse, _ call: Call) -> SourceError {
    var limits = RateLimitHeaders(response.http.headers, wallClock: wallClock())
    limits.resource = limits.resource ?? call.resource
    return heeding(meaning(call).limit(response.http, limits), limits, call)
  }

  /// What a server says of an error, as one line without control characters; nil where it is empty.
  package func presentable(_ message: String?) -> String? {
    message.flatMap { ServerMessage.presentable($0, redactor) }
  }

  /// Returns the error where the body of a good answer says that it is none; holds further requests
  /// back where it speaks of a limit.
  ///
  /// - Parameter words: what says so: a sentence, or a value with one in it.
  package func failure(
    _ words: JSONValue, in response: APIResponse, _ call: Call
  ) -> SourceError {
    let message = ServerMessage(words, redactor)
    guard !message.speaksOfLimit else { return limitReached(response, call) }
    var error = error(.badResponse(.saysItFailed), about: response, call)
    error.said = message.text
    return error
  }

  /// Returns an error about an answer whose body is not what was expected.
  package func error(
    _ cause: SourceError.Cause, about response: APIResponse, _ call: Call
  ) -> SourceError {
    meaning(call).error(cause, response.http)
  }

  /// Returns the error where an answer cannot be read: what a gateway says in XML is an error of its
  /// own.
  package func unreadable(
    _ cause: SourceError.Cause, _ response: APIResponse, _ call: Call
  ) -> SourceError {
    guard case .badResponse(.undecodable) = cause,
      let text = ServerMessage.taggedText(response.http.body)
    else { return error(cause, about: response, call) }
    return failure(.string(text), in: response, call)
  }

  private func meaning(_ call: Call) -> StatusMeaning {
    StatusMeaning(
      dialect: dialect, redactor: redactor, hasToken: call.hasToken, resource: call.resource,
      subject: call.subject)
  }

  private static func isFromHost(_ response: Response, _ request: Request) -> Bool {
    guard !response.url.isEmpty, let asked = ResolvedURL(request.url) else { return true }
    return ResolvedURL(response.url)?.isSameOrigin(as: asked) ?? false
  }

  // MARK: sending

  private func transfer(_ request: Request) async throws(SourceError) -> Response {
    let start = now()
    do throws(HTTPError) {
      let response = try await client.send(request)
      log(request, "\(response.status) after \(now() - start)")
      return response
    } catch {
      let error = SourceError(error, redactor)
      log(request, "\(error.cause)")
      throw error
    }
  }

  private func log(_ request: Request, _ outcome: String) {
    report(.debug, redactor.redacted("\(request.method.rawValue) \(request.url): \(outcome)"))
  }

  /// The response without the tokens, wherever its server may have quoted one.
  private func redacted(_ response: Response) -> Response {
    var response = response
    response.headers = Headers(
      response.headers.fields.map { field in
        let value = redactor.redactedBody(Array(field.value.utf8))
        return (name: field.name, value: String(decoding: value, as: UTF8.self))
      })
    response.body = redactor.redactedBody(response.body)
    return response
  }

  // MARK: limits

  private static func error(
    for hold: RateBudget.Hold, _ resource: String, _ call: Call
  ) -> SourceError {
    switch hold.reason {
    case .limit:
      let limit = SourceError.Limit(resource: resource, hasToken: call.hasToken)
      return SourceError(.rateLimited(limit), retryAfter: hold.wait)
    case .serverError: return SourceError(.serverError, retryAfter: hold.wait)
    }
  }

  /// Holds further requests back for as long as the answer asks for in other ways than by its
  /// numbers; returns the error with the wait that results.
  private func heeding(
    _ error: SourceError, _ limits: RateLimitHeaders, _ call: Call
  ) -> SourceError {
    guard let resource = call.resource else { return error }
    var error = error
    let time = now()
    if case .rateLimited(let limit) = error.cause {
      error.retryAfter = call.budget.withLock { budget in
        if limits.isUsedUp, limits.retryAfter == nil {
          guard limits.resetsIn == .zero else { return error.retryAfter }
          return budget.blockAfterVainReset(limit.resource, now: time)
        }
        let wait = error.retryAfter ?? RateBudget.unnamedWait
        budget.block(limit.resource, for: wait, because: .limit, now: time)
        return error.retryAfter
      }
    } else if let wait = error.retryAfter {
      call.budget.withLock {
        $0.block(resource, for: wait, because: .serverError, now: time)
      }
    }
    return error
  }
}
