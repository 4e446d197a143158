/// Sends requests; the one live conformance is `CurlClient`.
package protocol HTTPClient: Sendable {
  /// Returns the whole response, or throws what kept it from coming.
  ///
  /// Any status is a response. Cancelling the task ends the transfer on the wire and throws
  /// `HTTPError.cancelled`. Redirects (301, 302, 303, 307, 308) are followed here, five at most.
  func send(_ request: Request) async throws(HTTPError) -> Response
}

/// Why there is no response.
package enum HTTPError: Error, Equatable, Sendable {
  case cancelled
  /// The URL is not an absolute `http` or `https` URL.
  case badURL
  case cannotResolve(host: String)
  case cannotConnect(host: String)
  /// The proxy of the environment is in the way.
  case proxy(ProxyFailure)
  /// This process may open no further file or socket.
  case outOfDescriptors
  /// The connection ended before there was a response.
  case connectionLost
  /// The server ended the request since too much was asked of it (HTTP/2's ENHANCE_YOUR_CALM).
  case askedTooMuch
  /// The connection ended inside the body.
  case bodyCut
  case timedOut
  /// The certificate or the handshake was refused; the reason is the TLS library's.
  case tls(reason: String)
  /// The body outgrew `maximumBodyBytes`.
  case bodyTooLarge(limit: Int)
  /// The response is not HTTP, or its content coding does not unpack.
  case badResponse(reason: String)
  case tooManyRedirects
  /// A redirect of a request that must not follow it, or to no http(s) URL.
  case redirectRefused(status: Int)
  case failed(reason: String)
}

/// What is wrong with a proxy.
package enum ProxyFailure: Equatable, Sendable {
  case cannotResolve(host: String)
  case cannotConnect(host: String)
  /// It answered with that status instead of opening a way.
  case refused(status: Int)
  /// Its variable holds no URL of a proxy; the value may have a password in it and is not repeated.
  case misspelt
  /// Its own protocol failed.
  case failed
}
