import URLs

/// Where a response sends a request on to.
struct Redirect {
  var request: Request
  var url: ResolvedURL

  /// How many are followed before it is a loop.
  static let maximum = 5

  /// Returns nil where the response is no redirect or names no place.
  ///
  /// A GET is followed anywhere but from `https` down to `http`; another method only on 307 and 308
  /// and only to the same origin. Once the origin changes, credentials stay behind for good.
  init?(_ response: Response, to request: Request, at url: ResolvedURL) throws(HTTPError) {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers.single("Location"), !location.isEmpty
    else { return nil }
    guard let destination = url.resolving(location),
      Self.mayFollow(response.status, request.method, from: url, to: destination),
      request.allowsRedirect(destination)
    else { throw .redirectRefused(status: response.status) }
    self.url = destination
    self.request = request
    self.request.url = destination.description
    if !destination.isSameOrigin(as: url) {
      self.request.headers.removeAll { header in
        (Self.credentials + request.credentials).contains { equalIgnoringCase($0, header.name) }
      }
    }
  }

  private static let credentials = ["Authorization", "Cookie", "Proxy-Authorization"]

  private static func mayFollow(
    _ status: Int, _ method: Request.Method, from: ResolvedURL, to: ResolvedURL
  ) -> Bool {
    switch method {
    case .get: !(from.scheme == .https && to.scheme == .http)
    case .put, .post, .delete: (status == 307 || status == 308) && to.isSameOrigin(as: from)
    }
  }
}
