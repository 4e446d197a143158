import Explorer
import JSON
import TestKit
import Testing

@Suite("Following")
struct FollowTests {
  private let harness = ServiceHarness.initialized()

  @Test(arguments: [
    ("user/follow", "follow octocat", true), ("user/unfollow", "unfollow octocat", false),
  ])
  func `a wish is shown at once, and confirmed when it is known`(
    method: String, question: String, state: Bool
  ) {
    harness.request(1, method, ["login": "octocat"])
    #expect(harness.readLines() == ["user/followChanged pending \(state) octocat"])
    harness.answer(question, .done)
    let messages = harness.read()
    #expect(
      messages.map { ServiceHarness.line($0) } == [
        "answer 1", "user/followChanged confirmed \(state) octocat",
      ])
    #expect(messages.first?["result"] == ["login": "octocat", "following": .bool(state)])
  }

  @Test func `a wish that failed shows the state that holds again`() {
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.answer(
      "follow octocat", .failure(SourceError(.forbidden(.missingScope("user:follow")))))
    #expect(
      states == ["pending true", "reverted false"])
  }

  @Test func `the state that was asked for before holds again`() {
    harness.request(1, "user/isFollowing", ["login": "Octocat"])
    harness.answer("isFollowing Octocat", .following(true))
    harness.request(2, "user/follow", ["login": "octocat"])
    harness.answer("follow octocat", .failure(SourceError(.notFound(what: "user octocat"))))
    #expect(states == ["pending true", "reverted true"])
  }

  @Test func `of one login one request is under way, and the last wish holds`() {
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.request(2, "user/unfollow", ["login": "OCTOCAT"])
    harness.request(3, "user/follow", ["login": "octocat"])
    harness.request(4, "user/follow", ["login": "hubot"])
    #expect(harness.source.openQuestions == ["follow octocat", "follow hubot"])
    harness.answer("follow octocat", .done)
    #expect(harness.source.openQuestions == ["follow hubot", "unfollow OCTOCAT"])
    harness.answer("unfollow OCTOCAT", .done)
    harness.answer("follow octocat", .done)
    let octocat = harness.readParams("user/followChanged").filter {
      $0["login"]?.stringValue?.lowercased() == "octocat"
    }
    #expect(octocat.last == ["login": "octocat", "following": true, "state": "confirmed"])
    let settled = octocat.filter { $0["state"] == "confirmed" }
    #expect(settled.count == 3)
    // Whatever ends, shown is what was wished last.
    #expect(settled.allSatisfy { $0["following"] == true })
  }

  @Test func `a wish that failed does not undo the one behind it`() {
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.request(2, "user/unfollow", ["login": "octocat"])
    harness.answer("follow octocat", .failure(SourceError(.serverError)))
    harness.answer("unfollow octocat", .done)
    #expect(states.last == "confirmed false")
  }

  @Test(arguments: [SourceError(.offline(.lost)), SourceError(.timeout)])
  func `after a lost answer it is repeated once`(error: SourceError) {
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.answer("follow octocat", .failure(error))
    harness.advance(300)
    #expect(harness.source.openQuestions == ["follow octocat"])
    harness.answer("follow octocat", .failure(error))
    #expect(harness.source.calls.count == 2)
    let answer = harness.read().first { $0["id"] == 1 }
    #expect(answer?["error"]?["data"]?["attempts"] == 2)
  }

  @Test(
    arguments: [
      SourceError(.offline(.refused(host: "h"))), SourceError(.serverError, httpStatus: 500),
      SourceError(.unauthorized(.noToken)), SourceError(.notFound(what: "x"), httpStatus: 404),
      SourceError(.rateLimited(.init(resource: "core", hasToken: true)), httpStatus: 403),
    ])
  func `after any other failure it is not repeated`(error: SourceError) {
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.answer("follow octocat", .failure(error))
    harness.advance(60_000)
    #expect(harness.source.calls.count == 1)
    #expect(states == ["pending true", "reverted false"])
  }

  @Test func `a cancelled wish is settled, and the next goes on`() {
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.request(2, "user/unfollow", ["login": "octocat"])
    harness.notify("$/cancelRequest", ["id": 1])
    #expect(harness.source.openQuestions == ["unfollow octocat"])
    harness.answer("unfollow octocat", .done)
    let messages = harness.readLines()
    #expect(messages.filter { $0.hasPrefix("error 1") } == ["error 1 -32800"])
    #expect(messages.last == "user/followChanged confirmed false octocat")
  }

  @Test func `a wish that waits can be cancelled without a request`() {
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.request(2, "user/unfollow", ["login": "octocat"])
    harness.notify("$/cancelRequest", ["id": 2])
    harness.answer("follow octocat", .done)
    #expect(harness.source.calls.count == 1)
    #expect(states == ["pending true", "pending false", "reverted true", "confirmed true"])
  }

  /// Whatever the order, every wish is settled in the end and the last word is what was done last.
  @Test(arguments: UInt64(1)...30)
  func `what is shown in the end is what holds`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var holds = false
    harness.request("first", "user/isFollowing", ["login": "octocat"])
    harness.answer("isFollowing octocat", .following(holds))
    for id in 1...12 {
      harness.request(
        JSONValue(id), random.chance(50) ? "user/follow" : "user/unfollow", ["login": "octocat"])
      while random.chance(40), let call = harness.source.open.first {
        settle(call, &holds, &random)
      }
    }
    while let call = harness.source.open.first { settle(call, &holds, &random) }
    let messages = harness.read()
    #expect(messages.compactMap { $0["id"]?.intValue }.sorted() == Array(1...12))
    let last = messages.last { $0["method"] == "user/followChanged" }?["params"]
    #expect(last?["state"] != "pending")
    #expect(last?["following"] == .bool(holds))
  }

  private func settle(
    _ call: StubSource.Call, _ holds: inout Bool, _ random: inout SplitMix64
  ) {
    guard case .setFollowing(_, let following) = call.question else { return }
    if random.chance(30) {
      harness.answer(call.number, .failure(SourceError(.serverError)))
    } else {
      holds = following
      harness.answer(call.number, .done)
    }
  }

  private var states: [String] {
    harness.readParams("user/followChanged").map { params in
      "\(params["state"]?.stringValue ?? "") \(params["following"]?.boolValue == true)"
    }
  }
}
