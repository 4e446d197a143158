import Explorer
import JSON
@testable import Service
import TestKit
import Testing

@Suite("The one error object")
struct ErrorTests {
  typealias Row = (cause: SourceError.Cause, kind: ErrorKind, isRetryable: Bool, hint: String?)

  /// Every cause, what it becomes, and a word that its hint must hold (nil: no hint).
  static let rows: [Row] = [
    (.offline(.unresolved(host: "h")), .offline, true, "network"),
    (.offline(.refused(host: "h")), .offline, true, "network"),
    (.offline(.lost), .offline, true, "network"),
    (.offline(.other(reason: "no route")), .offline, true, "network"),
    (.timeout, .timeout, true, "try again"),
    (.tls(reason: "no trust"), .tls, false, "SSL_CERT_FILE"),
    (limit("search", hasToken: false), .rateLimited, true, "GITHUB_TOKEN"),
    (limit("core", hasToken: true), .rateLimited, true, "Wait"),
    (.unauthorized(.noToken), .unauthorized, false, "gh auth login"),
    (.unauthorized(.refusedToken), .unauthorized, false, "gh auth refresh"),
    (.unauthorized(.needsOneTimePassword), .unauthorized, false, "gh auth login"),
    (.forbidden(.plain(message: nil)), .forbidden, false, nil),
    (.forbidden(.plain(message: "Blocked.")), .forbidden, false, nil),
    (.forbidden(.missingScope("user:follow")), .forbidden, false, "user:follow"),
    (.forbidden(.missingPermission("Followers: write")), .forbidden, false, "Followers: write"),
    (.notFound(what: "user x"), .notFound, false, nil),
    (.invalidQuery(.empty), .invalidQuery, false, "word"),
    (.invalidQuery(.tooLong(maximum: 256)), .invalidQuery, false, "Shorten"),
    (.invalidQuery(.pastTheCap(maximum: 1_000)), .invalidQuery, false, "narrower"),
    (.invalidQuery(.refused(message: "Bad.")), .invalidQuery, false, nil),
    (.serverError, .serverError, true, "again"),
    (.badResponse(.undecodable(place: "items")), .badResponse, true, "proxy"),
    (.badResponse(.unusableItems), .badResponse, true, "proxy"),
    (.badResponse(.tooLarge(limit: 16 << 20)), .badResponse, false, "proxy"),
    (.badResponse(.status), .badResponse, false, "proxy"),
    (.badResponse(.redirect), .badResponse, false, "proxy"),
    (.badResponse(.nextLinkElsewhere), .badResponse, false, "proxy"),
    (.badResponse(.saysItFailed), .badResponse, false, nil),
    (.badResponse(.malformed(reason: "cut")), .badResponse, true, "proxy"),
    (.cancelled, .cancelled, false, nil),
    (.notSupported(feature: "profile"), .notSupported, false, nil),
    (.misconfigured(reason: "x"), .internal, false, "settings"),
  ]

  private static func limit(_ resource: String, hasToken: Bool) -> SourceError.Cause {
    .rateLimited(SourceError.Limit(resource: resource, hasToken: hasToken))
  }

  @Test(arguments: rows.indices)
  func `every cause has its kind, code, retryable and hint`(index: Int) throws {
    let row = Self.rows[index]
    let error = SourceError(row.cause, httpStatus: 499, requestID: "AB:1", retryAfter: .seconds(42))
    let report = ErrorReport(
      Failure(error, attempts: 3), during: .profile(login: "octocat"), of: .stub)
    let data = report.rpc.data
    #expect(report.kind == row.kind)
    #expect(data["kind"] == .string(row.kind.rawValue))
    #expect(data["retryable"] == .bool(row.isRetryable))
    #expect(data["feature"] == "profile")
    #expect(data["attempts"] == 3)
    #expect(data["httpStatus"] == 499)
    #expect(data["requestId"] == "AB:1")
    #expect(data["retryAfterMilliseconds"] == 42_000)
    if let hint = row.hint {
      #expect(data["hint"]?.stringValue?.contains(hint) == true)
    } else {
      #expect(data["hint"] == nil)
    }
    // One sentence: it begins with a capital and ends with one full stop.
    let message = report.message
    #expect(
      message.first?.isUppercase == true && message.hasSuffix(".") && !message.hasSuffix(".."))
  }

  @Test(
    arguments: [
      (.parseError, -32700), (.invalidRequest, -32600), (.methodNotFound, -32601),
      (.invalidParams, -32602), (.unknownSearch, -32602), (.unknownProfile, -32602),
      (.unknownSource, -32602), (.internal, -32603), (.notInitialized, -32002),
      (.cancelled, -32800), (.offline, -32803), (.timeout, -32803), (.tls, -32803),
      (.rateLimited, -32803), (.unauthorized, -32803), (.forbidden, -32803), (.notFound, -32803),
      (.invalidQuery, -32803), (.serverError, -32803), (.badResponse, -32803),
      (.notSupported, -32803),
    ] as [(ErrorKind, Int)])
  func `every kind has its code`(kind: ErrorKind, code: Int) {
    #expect(kind.code == code)
    #expect(
      ErrorReport(kind, "x").rpc.data == ["kind": .string(kind.rawValue), "retryable": false])
  }

  @Test func `no kind is left out above`() { #expect(ErrorKind.allCases.count == 21) }

  @Test(
    arguments: [
      (Duration.milliseconds(1), 1), (.milliseconds(1_500), 1_500), (.microseconds(1), 1),
      (.zero, 0), (.seconds(-5), 0), (.seconds(3_600), 3_600_000), (.nanoseconds(1_000_001), 2),
    ])
  func `a wait is told in whole milliseconds, rounded up`(wait: Duration, milliseconds: Int) {
    #expect(wait.milliseconds == milliseconds)
  }

  @Test func `what can be done is the source's to say`() {
    var source = SourceDescriptor.stub
    source.account?.missingScope = "Ask its owner for %."
    let failure = Failure(SourceError(.forbidden(.missingScope("read:user"))), attempts: 1)
    let report = ErrorReport(failure, during: .search, of: source)
    #expect(report.hint == "Ask its owner for read:user.")
  }

  @Test func `of a source that takes no token none is spoken of, whatever else it can do`() {
    var source = SourceDescriptor.stub
    source.account = nil
    let failure = Failure(SourceError(.unauthorized(.noToken)), attempts: 1)
    let report = ErrorReport(failure, during: .search, of: source)
    #expect(!report.message.contains("token") && report.hint?.contains("token") == false)
  }

  @Test func `what is not known is absent`() {
    let report = ErrorReport(
      Failure(SourceError(.notFound(what: "user x")), attempts: 1),
      during: .profile(login: "x"), of: .stub)
    #expect(
      report.rpc.data
        == ["kind": "notFound", "feature": "profile", "retryable": false, "attempts": 1])
  }
}

@Suite("One error for all that failed")
struct UnifiedErrorTests {
  private func report(_ cause: SourceError.Cause, retryAfter: Duration? = nil) -> ErrorReport {
    ErrorReport(
      Failure(SourceError(cause, retryAfter: retryAfter), attempts: 1),
      during: .profile(login: "octocat"), of: .stub)
  }

  @Test func `offline four times is told once, with a cause for each`() {
    let parts: [ProfilePart] = [.user] + ProfilePart.allSections
    let unified = ErrorReport.unified(
      parts.map { (part: $0, report: report(.offline(.lost))) }, login: "octocat")
    #expect(unified.kind == .offline)
    #expect(unified.message == report(.offline(.lost)).message)
    #expect(unified.causes.map(\.section) == ["user", "repos", "followers", "following"])
    #expect(unified.causes.allSatisfy { $0.kind == .offline && !$0.message.isEmpty })
  }

  @Test func `the person's failure is the one that counts`() {
    let unified = ErrorReport.unified(
      [
        (part: .user, report: report(.notFound(what: "user octocat"))),
        (part: .section(.repos), report: report(.offline(.lost))),
      ], login: "octocat")
    #expect(unified.kind == .notFound)
  }

  @Test func `missing sections are named, what explains most comes first`() {
    let unified = ErrorReport.unified(
      [
        (part: .section(.repos), report: report(.serverError)),
        (part: .section(.following), report: report(.unauthorized(.refusedToken))),
      ], login: "octocat")
    #expect(unified.kind == .unauthorized)
    #expect(unified.message.contains("octocat"))
    #expect(unified.message.contains("repositories"))
    #expect(unified.hint?.contains("gh auth refresh") == true)
  }

  @Test func `the longest wait of all holds`() {
    let limit = SourceError.Cause.rateLimited(SourceError.Limit(resource: "core", hasToken: true))
    let unified = ErrorReport.unified(
      [
        (part: .section(.repos), report: report(limit, retryAfter: .seconds(70))),
        (part: .section(.following), report: report(limit, retryAfter: .seconds(90))),
      ], login: "octocat")
    #expect(unified.retryAfter == .seconds(90))
  }
}
