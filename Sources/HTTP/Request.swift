import URLs

/// One HTTP request, to be sent as it stands.
package struct Request: Sendable {
  package enum Method: String, Sendable {
    case get = "GET", put = "PUT", delete = "DELETE", post = "POST"
  }

  package var method: Method
  /// An absolute `http` or `https` URL, already percent-encoded.
  package var url: String
  /// Sent in this order; `Authorization` and `Cookie` stay behind when a redirect leaves the host.
  package var headers: [(name: String, value: String)]
  /// The names of further headers that stay behind with them.
  package var credentials: [String] = []
  /// Whether a redirect may lead there, besides what holds for all of them.
  package var allowsRedirect: @Sendable (ResolvedURL) -> Bool = { _ in true }
  package var body: [UInt8]
  /// The time from the start of the connection to the last byte, redirects included.
  package var timeout: Duration
  /// The largest body that is accepted, in bytes after unpacking.
  package var maximumBodyBytes: Int

  package init(
    method: Method = .get, url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = [], timeout: Duration = .seconds(8), maximumBodyBytes: Int = 16 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumBodyBytes = maximumBodyBytes
  }
}
