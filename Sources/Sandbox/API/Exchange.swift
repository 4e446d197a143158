/// A request on its way to a response: who asks for what, and when.
struct Exchange: Sendable {
  var request: Request
  var route: Route
  var caller: Caller
  var base: BaseURL
  /// Seconds since 1970.
  var now: Int
  /// The sandbox's own address.
  var ownURL: String
  /// Tells the exchange from all others of a sandbox.
  var number: Int

  /// The path that Enterprise servers have their API under; it is accepted here too.
  private static let enterprisePrefix = "/api/v3"
  private static let enterpriseGraphQL = "/api/graphql"

  init(_ request: Request, ownURL: String, now: Int, number: Int) {
    self.request = request
    self.ownURL = ownURL
    self.now = now
    self.number = number
    var path = request.path
    var prefix = ""
    if path == Self.enterprisePrefix || path.hasPrefix(Self.enterprisePrefix + "/") {
      prefix = Self.enterprisePrefix
      path = path.dropFirst(prefix.count)
      if path.isEmpty { path = "/" }
    }
    if request.path == Self.enterpriseGraphQL {
      (prefix, path) = (Self.enterprisePrefix, "/graphql")
    }
    route = Route(path: path)
    caller = Caller(authorization: request.header("authorization"))
    base = BaseURL(request: request, own: ownURL, prefix: prefix)
  }

  /// The method that decides what is done: HEAD is GET without the body.
  var method: String { request.method == "HEAD" ? "GET" : request.method }

  /// An id in the form of GitHub's; the same for the same number.
  var requestID: String {
    var random = SplitMix64(seed: 0x6964, stream: number)
    func hex(_ digits: Int) -> String {
      let text = String(random.next() >> 8, radix: 16, uppercase: true)
      return String(("000000000000" + text).suffix(digits))
    }
    return [4, 6, 7, 7, 8].map(hex).joined(separator: ":")
  }

  /// The version that answers follow; nil where the one asked for does not exist.
  var apiVersion: String? {
    let version = request.header("x-github-api-version") ?? API.versions[0]
    return API.versions.contains(version) ? version : nil
  }
}
