import Explorer
import JSON
import TestKit
import Testing

@Suite("The one alert")
struct AlertTests {
  private let harness = ServiceHarness.initialized(settings: ["maximumRetries": 0])

  @Test func `a kind of trouble is shown once while it lasts, and its end once`() {
    for _ in 0..<3 { #expect(searches(failing: .timeout).count <= 1) }
    #expect(searches(failing: .timeout) == [])
    #expect(searches(failing: nil).count == 1)
    #expect(searches(failing: nil) == [])
    #expect(searches(failing: .timeout).count == 1)
  }

  @Test func `another kind is another alert, and tells that the first is gone`() {
    #expect(severities(searches(failing: .timeout)) == [1])
    #expect(severities(searches(failing: .serverError)) == [3, 1])
    #expect(severities(searches(failing: nil)) == [3])
  }

  @Test(
    arguments: [
      .notFound(what: "x"), .invalidQuery(.empty), .notSupported(feature: "x"),
    ] as [SourceError.Cause])
  func `what concerns this one question only is no alert`(cause: SourceError.Cause) {
    #expect(searches(failing: cause) == [])
  }

  @Test func `a limit that is waited for is shown when the wait begins`() {
    let limit = SourceError.Cause.rateLimited(
      SourceError.Limit(resource: "search", hasToken: false))
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    harness.answer(
      "search octo", .failure(SourceError(limit, httpStatus: 403, retryAfter: .seconds(30))))
    let alerts = harness.readParams("window/showMessage")
    #expect(severities(alerts) == [2])
    #expect(alerts.first?["message"]?.stringValue?.contains("GITHUB_TOKEN") == true)
    harness.advance(30_000)
    harness.answer("search octo", .page(.people("octo")))
    #expect(severities(harness.readParams("window/showMessage")) == [3])
  }

  @Test func `an answer from the cache is no news of the network`() {
    let harness = ServiceHarness.initialized(settings: ["maximumRetries": 0], remembers: true)
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    harness.answer("search octo", .page(.people("octo")))
    harness.notify("search/didChange", ["searchId": "s", "text": "octocat"])
    harness.advance(500)
    harness.answer("search octocat", .failure(SourceError(.timeout)))
    #expect(harness.readParams("window/showMessage").count == 1)
    harness.notify("search/didChange", ["searchId": "s", "text": "octo"])
    harness.advance(500)
    #expect(harness.readParams("window/showMessage") == [])
  }

  @Test func `a profile of which all is offline is one alert`() {
    harness.notify("profile/didOpen", ["profileId": "p", "login": "octocat"])
    for part in ["repos", "followers", "following", "user"] {
      harness.answer("\(part) octocat", .failure(SourceError(.offline(.lost))))
    }
    #expect(severities(harness.readParams("window/showMessage")) == [1])
  }

  @Test func `a cancelled request changes nothing about it`() {
    #expect(searches(failing: .timeout).count == 1)
    harness.request(1, "search/query", ["query": "x"])
    harness.notify("$/cancelRequest", ["id": 1])
    #expect(harness.readParams("window/showMessage") == [])
    #expect(searches(failing: .timeout) == [])
  }

  /// Searches once with that end; returns the alerts.
  private func searches(failing cause: SourceError.Cause?) -> [JSONValue] {
    harness.request("q", "search/query", ["query": "octo"])
    harness.answer(
      "search octo", cause.map { .failure(SourceError($0)) } ?? .page(.people("octo")))
    return harness.readParams("window/showMessage")
  }

  private func severities(_ alerts: [JSONValue]) -> [Int] {
    alerts.compactMap { $0["type"]?.intValue }
  }
}
