import Explorer
import HTTP
import REST

/// What can be said of a host and a token by asking: for `doctor`.
package struct Inspection: Sendable, Equatable {
  /// Where the token came from that was sent.
  package var tokenOrigin: TokenOrigin
  /// What a classic token may do; nil where the server does not say, as for fine-grained ones.
  package var scopes: [String]?
  /// Empty where the server keeps none.
  package var budgets: [RateBudget.Reading]
}

extension GitHubSource {
  /// Where the token comes from that requests are sent with; asks no server.
  package func tokenOrigin() async throws(SourceError) -> TokenOrigin {
    try await client.credentials.credential().origin
  }

  /// Asks for the budgets, which costs nothing; a server without them is fine.
  package func inspect(timeout: Duration) async throws(SourceError) -> Inspection {
    let credential = try await client.credentials.credential()
    var inspection = Inspection(tokenOrigin: credential.origin, budgets: [])
    do throws(SourceError) {
      let response = try await client.send(
        .rateLimit, about: "rate limit", timeout: timeout
      ).response.http
      inspection.scopes = response.headers["X-OAuth-Scopes"].map { scopes in
        scopes.split { $0 == "," || $0 == " " }.map(String.init)
      }
      let now = client.api.time(of: response)
      // A page for people, as a network asks its guests to sign in, is no answer of GitHub.
      guard let budgets = responses.budgets(response.body, now: now) else {
        throw SourceError(
          .badResponse(.undecodable(place: "no budgets")), httpStatus: response.status)
      }
      inspection.budgets = budgets
    } catch {
      guard case .notFound = error.cause else { throw error }
    }
    return inspection
  }
}
