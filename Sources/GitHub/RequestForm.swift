import Secrets
import HTTP

/// Makes requests of endpoints.
package struct RequestForm: Sendable {
  /// The host that is asked.
  package var host: GitHubHost
  /// The value of `X-GitHub-Api-Version`.
  package var apiVersion: String
  /// The value of `User-Agent`.
  package var userAgent: String

  package init(host: GitHubHost, apiVersion: String, userAgent: String) {
    self.host = host
    self.apiVersion = apiVersion
    self.userAgent = userAgent
  }

  /// Returns the request, with the token where it goes to the host that the token is for.
  package func request(
    for endpoint: Endpoint, token: Token?, etag: String? = nil, timeout: Duration
  ) -> Request {
    let url = endpoint.url(on: host)
    var headers = [
      (name: "Accept", value: "application/vnd.github+json"),
      (name: "X-GitHub-Api-Version", value: apiVersion),
      (name: "User-Agent", value: userAgent),
    ]
    if let token, host.ownURL(url) != nil {
      headers.append((name: "Authorization", value: "Bearer \(token.secret)"))
    }
    if let etag { headers.append((name: "If-None-Match", value: etag)) }
    var body: [UInt8] = []
    if case .graphQL(let query) = endpoint {
      headers.append((name: "Content-Type", value: "application/json"))
      body = query.body
    }
    return Request(
      method: endpoint.method, url: url, headers: headers, body: body, timeout: timeout)
  }
}
