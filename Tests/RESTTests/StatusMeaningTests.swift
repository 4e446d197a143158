import Explorer
import HTTP
import Secrets
import Testing

@testable import REST

@Suite("What a status means")
struct StatusMeaningTests {
  private static let date = "Wed, 07 Jan 2026 10:31:03 GMT"

  private static let token = "ghp_0123456789secret"
  /// 7 January 2026, 10:31:03 UTC.
  private static let wallClock: Int64 = 1_767_781_863

  private func error(
    _ response: Response, token: String? = StatusMeaningTests.token, isFromHost: Bool = true
  ) -> SourceError? {
    let redactor = Redactor()
    if let token { redactor.remember(Token(token)) }
    var dialect = Dialect()
    dialect.requestID = "X-GitHub-Request-Id"
    dialect.oneTimePassword = "X-GitHub-OTP"
    dialect.permissions = "X-Accepted-GitHub-Permissions"
    dialect.queryFaults = [422]
    return StatusMeaning(
      dialect: dialect, redactor: redactor, hasToken: token != nil, resource: "core",
      subject: "user octocat"
    ).error(
      for: response, RateLimitHeaders(response.headers, wallClock: Self.wallClock),
      isFromHost: isFromHost)
  }

  struct Row: Sendable {
    var status: Int
    var headers: Headers
    var body: String
    var cause: SourceError.Cause
    var retryAfter: Duration?

    init(
      _ status: Int, _ headers: Headers, _ body: String, _ cause: SourceError.Cause,
      retryAfter: Duration? = nil
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.cause = cause
      self.retryAfter = retryAfter
    }

    init(
      _ status: Int, _ headers: Headers, _ cause: SourceError.Cause, retryAfter: Duration? = nil
    ) {
      self.init(status, headers, "", cause, retryAfter: retryAfter)
    }

    init(_ status: Int, _ cause: SourceError.Cause) { self.init(status, [:], "", cause) }
  }

  private static let core = SourceError.Cause.rateLimited(
    SourceError.Limit(resource: "core", hasToken: true))
  private static let search = SourceError.Cause.rateLimited(
    SourceError.Limit(resource: "search", hasToken: true))

  @Test(arguments: [200, 201, 204])
  func `2xx is no error`(status: Int) { #expect(error(Response(status)) == nil) }

  @Test(arguments: [
    Row(304, .badResponse(.status)),
    Row(301, .badResponse(.redirect)),
    Row(307, .badResponse(.redirect)),
    Row(400, .badResponse(.status)),
    Row(401, .unauthorized(.refusedToken)),
    Row(401, ["x-github-otp": "required; app"], .unauthorized(.needsOneTimePassword)),
    Row(404, .notFound(what: "user octocat")),
    Row(408, .badResponse(.status)),
    Row(418, .badResponse(.status)),
    Row(
      422, [:], #"{"message": "Validation Failed"}"#,
      .invalidQuery(.refused(message: "Validation Failed"))),
    Row(
      422, [:], #"{"message": "Validation Failed", "errors": [{"message": "No such user."}]}"#,
      .invalidQuery(.refused(message: "Validation Failed: No such user."))),
    Row(422, [:], "<html>", .invalidQuery(.refused(message: nil))),
    Row(500, .serverError),
    Row(502, [:], "<html>Unicorn!</html>", .serverError),
    Row(503, ["Retry-After": "7"], .serverError, retryAfter: .seconds(7)),
    Row(
      503, ["Date": date, "Retry-After": "Wed, 07 Jan 2026 10:31:33 GMT"], .serverError,
      retryAfter: .seconds(30)),
    Row(599, .serverError),
  ])
  func `each status has its meaning`(row: Row) {
    let error = error(Response(row.status, row.headers, row.body))
    #expect(error?.cause == row.cause)
    #expect(error?.retryAfter == row.retryAfter)
    #expect(error?.httpStatus == row.status)
  }

  @Test(arguments: [
    Row(
      403,
      [
        "Date": date, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767781905",
        "X-RateLimit-Resource": "search",
      ], search, retryAfter: .seconds(42)),
    Row(
      403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767781905"],
      #"{"message": "Must have push access"}"#, core, retryAfter: .seconds(42)),
    Row(
      429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767781000"], core,
      retryAfter: .zero),
    Row(429, ["X-RateLimit-Reset": "8"], core, retryAfter: .seconds(8)),
    Row(429, ["X-Rate-Limit-Reset": "1767781871"], core, retryAfter: .seconds(8)),
    Row(429, ["X-RateLimit-Reset": "1767781871500"], core, retryAfter: .seconds(8)),
    Row(
      429, ["X-RateLimit-Reset": "Wed, 07 Jan 2026 10:31:11 GMT"], core, retryAfter: .seconds(8)),
    Row(429, ["RateLimit-Reset": "8"], core, retryAfter: .seconds(8)),
    Row(429, ["RateLimit": "\"default\";r=0;t=8"], core, retryAfter: .seconds(8)),
    Row(
      429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9223372036854775807"], core,
      retryAfter: RateLimitHeaders.longestReset),
    Row(403, ["X-RateLimit-Remaining": "0"], core),
    Row(429, ["Retry-After": "8"], core, retryAfter: .seconds(8)),
    Row(403, ["Retry-After": "0"], core, retryAfter: .zero),
    Row(403, ["Retry-After": "-5"], core, retryAfter: .zero),
    Row(
      429, ["Date": "nonsense", "Retry-After": "Wed, 07 Jan 2026 10:31:11 GMT"], core,
      retryAfter: .seconds(8)),
    Row(429, core),
    Row(403, [:], #"{"message": "You have exceeded a secondary rate limit."}"#, core),
    Row(403, [:], #"{"message": "API Rate Limit Exceeded for 192.0.2.1"}"#, core),
    Row(403, [:], #"{"message": "You have triggered an abuse detection mechanism."}"#, core),
    Row(
      403, [:],
      #"{"message": "No.", "documentation_url": "https://docs.github.com/rest/x#about-secondary-rate-limits"}"#,
      core),
    Row(403, ["gh-limited-by": "search-elapsed-time-shared-grouped"], core),
    Row(403, [:], #"{"message": "Please slow down."}"#, core),
    // The reset is that of the primary limit: not what there is to wait for.
    Row(
      403, ["X-RateLimit-Remaining": "21", "X-RateLimit-Reset": "1767781905"],
      #"{"message": "You have exceeded a secondary rate limit."}"#, core),
  ])
  func `a limit of either kind is told, with the wait it names`(row: Row) {
    let error = error(Response(row.status, row.headers, row.body))
    #expect(error?.cause == row.cause)
    #expect(error?.retryAfter == row.retryAfter)
  }

  @Test(arguments: [
    Row(403, .forbidden(.plain(message: nil))),
    Row(403, [:], #"{"message": "No."}"#, .forbidden(.plain(message: "No."))),
    Row(403, [:], "Sorry, no.\nReally.", .forbidden(.plain(message: "Sorry, no."))),
    Row(403, [:], "<h1>no</h1>", .forbidden(.plain(message: nil))),
    Row(
      403, ["X-Accepted-GitHub-Permissions": "followers=write"],
      .forbidden(.missingPermission("followers=write"))),
    Row(
      403, ["X-Accepted-GitHub-Permissions": "allows_permissionless_access=true"],
      .forbidden(.plain(message: nil))),
    Row(
      403, [:], #"{"message": "Maximum number of login attempts exceeded."}"#,
      .forbidden(.plain(message: "Maximum number of login attempts exceeded."))),
  ])
  func `a plain refusal is no limit`(row: Row) {
    let error = error(Response(row.status, row.headers, row.body))
    #expect(error?.cause == row.cause)
    #expect(error?.mayPass == false)
  }

  struct Said: Sendable {
    var body: String
    var words: String?
  }

  @Test(arguments: [
    Said(body: #"{"message": "No."}"#, words: "No."),
    Said(body: #"{"error": "No."}"#, words: "No."),
    Said(body: #"{"error": {"root_cause": [], "reason": "No."}}"#, words: "No."),
    Said(body: #"{"error": {"code": 1, "message": "No."}}"#, words: "No."),
    Said(body: #"{"error": "bad", "error_description": "No."}"#, words: "No."),
    Said(body: #"{"detail": "No."}"#, words: "No."),
    Said(body: #"{"detail": [{"loc": ["q"], "msg": "No."}]}"#, words: "No."),
    Said(body: #"{"type": "about:blank", "title": "Out", "detail": "No."}"#, words: "Out: No."),
    Said(body: #"{"title": "No."}"#, words: "No."),
    Said(body: #"{"errors": [{"message": "No."}, {"message": "x"}]}"#, words: "No."),
    Said(body: #"{"errors": ["No."]}"#, words: "No."),
    Said(body: #"{"errors": [{"title": "Out", "detail": "No."}]}"#, words: "Out: No."),
    Said(body: #"{"header": {"return_code": -63, "error": {"message": "No."}}}"#, words: "No."),
    Said(body: #"{"response": {"header": {"resultMsg": "No."}}}"#, words: "No."),
    Said(body: "<r><h><errMsg>x</errMsg><returnAuthMsg>No.</returnAuthMsg></h></r>", words: "No."),
    Said(body: #"{"message": "\u001b[31mNo.\u0000\nx"}"#, words: "[31mNo."),
    Said(body: #"{"message": "No \#(token)."}"#, words: "No ***."),
    Said(body: #"{"id": 1, "status": 400}"#), Said(body: "<html>no</html>"), Said(body: ""),
  ])
  func `an answer's own words are told, whatever it calls them`(row: Said) {
    let redactor = Redactor()
    redactor.remember(Token(Self.token))
    let meaning = StatusMeaning(
      dialect: Dialect(), redactor: redactor, hasToken: true, resource: nil, subject: "such list")
    for status in [401, 404, 405, 429, 500] {
      let error = meaning.error(
        for: Response(status, [:], row.body), RateLimitHeaders([:], wallClock: 0), isFromHost: true)
      #expect(error?.said == row.words, "\(status)")
    }
    for status in [400, 422] {
      let error = meaning.error(
        for: Response(status, [:], row.body), RateLimitHeaders([:], wallClock: 0), isFromHost: true)
      #expect(error?.cause == .invalidQuery(.refused(message: row.words)), "\(status)")
    }
  }

  @Test func `without a token a 401 asks for one`() {
    #expect(error(Response(401), token: nil)?.cause == .unauthorized(.noToken))
  }

  @Test func `a host that a redirect led to did not refuse the token`() {
    let response = Response(status: 401, url: "https://other.example/x")
    #expect(
      error(response, isFromHost: false)?.cause == .unauthorized(.elsewhere(host: "other.example")))
  }

  @Test func `a proxy that answers in the place of the server is named`() {
    let error = error(Response(407))
    #expect(error?.cause == .offline(.proxy(.refused(status: 407))))
    #expect(error?.mayPass == false)
  }

  @Test func `the id of the request is kept`() {
    #expect(error(Response(500, ["x-github-request-id": "AB:1"]))?.requestID == "AB:1")
  }

  @Test func `a message is one short line without the token`() throws {
    let noise = String(repeating: "é", count: 400)
    let body =
      #"{"message": "\u0007Bad \#(StatusMeaningTests.token)\u0301 ghp_0123\u0001456789secret \#(noise)\nx"}"#
    let error = error(Response(403, [:], body))
    guard case .forbidden(.plain(let message)) = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    let text = try #require(message)
    #expect(text.utf8.starts(with: "Bad ***".utf8))
    #expect(text.count == 300)
    #expect(!text.contains("secret") && !text.contains("\n"))
  }

  @Test(arguments: [
    (HTTPError.cancelled, SourceError.Cause.cancelled),
    (.badURL, .misconfigured(reason: "the address is no http(s) URL")),
    (.cannotResolve(host: "h"), .offline(.unresolved(host: "h"))),
    (.cannotConnect(host: "h"), .offline(.refused(host: "h"))),
    (.connectionLost, .offline(.lost)),
    (.proxy(.cannotResolve(host: "p")), .offline(.proxy(.unresolved(host: "p")))),
    (.proxy(.refused(status: 407)), .offline(.proxy(.refused(status: 407)))),
    (.outOfDescriptors, .offline(.outOfDescriptors)),
    (.timedOut, .timeout),
    (.tls(reason: "for \(StatusMeaningTests.token)"), .tls(reason: "for ***")),
    (.bodyTooLarge(limit: 9), .badResponse(.tooLarge(limit: 9))),
    (.badResponse(reason: "x"), .badResponse(.malformed(reason: "x"))),
    (.tooManyRedirects, .badResponse(.redirect)),
    (.redirectRefused(status: 302), .badResponse(.redirect)),
    (.failed(reason: "x"), .offline(.other(reason: "x"))),
  ])
  func `no answer at all has its causes`(error: HTTPError, cause: SourceError.Cause) {
    let redactor = Redactor()
    redactor.remember(Token(Self.token))
    #expect(SourceError(error, redactor).cause == cause)
  }
}

extension Response {
  fileprivate init(_ status: Int, _ headers: Headers = [:], _ body: String = "") {
    self.init(status: status, headers: headers, body: Array(body.utf8))
  }
}
