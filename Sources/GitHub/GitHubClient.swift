import Explorer
import HTTP
import REST
import Secrets

/// Asks one GitHub: finds the token, makes the request, sends it as every API is asked.
struct GitHubClient: Sendable {
  /// An answer that is 2xx, or 304 where that was asked for.
  struct Answer: Sendable {
    var response: APIResponse
    var call: Call
    var token: Token?
    /// What a 304 renews.
    var held: CachedPage?
  }

  let form: RequestForm
  let api: APIClient
  let credentials: Credentials
  let memory: GitHubMemory

  init(
    form: RequestForm, client: any HTTPClient, credentials: Credentials, memory: GitHubMemory,
    redactor: Redactor, now: @escaping @Sendable () -> Duration,
    wallClock: @escaping @Sendable () -> Int64, report: @escaping Report
  ) {
    var dialect = Dialect()
    dialect.requestID = "X-GitHub-Request-Id"
    dialect.namesBudgets = true
    dialect.oneTimePassword = "X-GitHub-OTP"
    dialect.permissions = "X-Accepted-GitHub-Permissions"
    dialect.queryFaults = [422]
    dialect.isQuoted = false
    (self.form, self.credentials, self.memory) = (form, credentials, memory)
    api = APIClient(
      client, dialect: dialect, redactor: redactor, now: now, wallClock: wallClock, report: report)
  }

  /// Sends nothing where a token is needed and there is none, or the budget is used up.
  ///
  /// The time for the request begins once it is known who asks. A token that is refused is looked up
  /// once more before that is told.
  ///
  /// - Parameter held: returns the earlier answer to the token, which a 304 would renew.
  func send(
    _ endpoint: Endpoint, about what: String, timeout: Duration,
    revalidating held: @Sendable (Token?) -> CachedPage? = { _ in nil }
  ) async throws(SourceError) -> Answer {
    guard form.host != .nowhere else {
      throw SourceError(.misconfigured(reason: "the setting github.baseUrl was refused"))
    }
    let token = try await credentials.credential().token
    do throws(SourceError) {
      return try await send(endpoint, about: what, token, timeout, held(token))
    } catch {
      guard case .unauthorized(.refusedToken) = error.cause, let token,
        let other = try await credentials.credential(replacing: token)?.token
      else { throw error }
      do throws(SourceError) {
        return try await send(endpoint, about: what, other, timeout, held(other))
      } catch {
        var error = error
        error.earlierRequests += 1
        throw error
      }
    }
  }

  private func send(
    _ endpoint: Endpoint, about what: String, _ token: Token?, _ timeout: Duration,
    _ held: CachedPage?
  ) async throws(SourceError) -> Answer {
    if endpoint.needsToken, token == nil { throw SourceError(.unauthorized(.noToken)) }
    let call = Call(
      budget: memory.budget(of: token), resource: endpoint.budget, subject: what,
      hasToken: token != nil, accepted: held?.etag != nil ? [304] : [])
    let request = form.request(for: endpoint, token: token, etag: held?.etag, timeout: timeout)
    let response = try await api.send(request, as: call)
    return Answer(response: response, call: call, token: token, held: held)
  }
}
