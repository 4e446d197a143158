import Explorer
import JSON
import Service
import TestKit
import Testing
import Wire

@Suite("The lifecycle")
struct LifecycleTests {
  @Test(
    arguments: [
      "search/query", "profile/get", "user/isFollowing", "user/follow", "shutdown", "no/such",
    ])
  func `before initialize a request is refused`(method: String) {
    let harness = ServiceHarness()
    harness.request(1, method, ["query": "x", "login": "x"])
    #expect(harness.readLines() == ["error 1 -32002"])
    #expect(harness.source.calls.isEmpty)
  }

  @Test func `before initialize a notification is dropped`() {
    let harness = ServiceHarness()
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    harness.notify("no/such", [:])
    harness.request(1, "initialize")
    harness.notify("search/didSubmit", ["searchId": "s"])
    #expect(harness.readLines() == ["answer 1", "search/results failure v0  unknownSearch"])
  }

  @Test func `a second initialize is refused`() {
    let harness = ServiceHarness.initialized()
    harness.request(1, "initialize")
    #expect(harness.readLines() == ["error 1 -32600"])
  }

  @Test(arguments: ["shutdown", "search/query", "initialize", "no/such"])
  func `after shutdown any request is refused`(method: String) {
    let harness = ServiceHarness.initialized()
    harness.request(1, "shutdown")
    harness.request(2, method, ["query": "octo"])
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    #expect(harness.readLines() == ["answer 1", "error 2 -32600"])
    #expect(harness.source.calls.isEmpty)
  }

  @Test func `shutdown answers null and ends what is under way`() {
    let harness = ServiceHarness.initialized()
    harness.request(1, "search/query", ["query": "octo"])
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    _ = harness.read()
    harness.request(2, "shutdown")
    let messages = harness.read()
    #expect(messages.map { ServiceHarness.line($0) } == ["error 1 -32800", "answer 2"])
    #expect(messages.last?["result"] == .null)
    #expect(harness.source.calls.allSatisfy { $0.isCancelled })
  }

  @Test(arguments: [(true, 0), (false, 1)] as [(Bool, Int32)])
  func `exit ends with 0 after shutdown, else with 1`(isShutDown: Bool, code: Int32) {
    let harness = ServiceHarness.initialized()
    if isShutDown { harness.request(1, "shutdown") }
    harness.notify("exit", .null)
    #expect(harness.end?.exitCode == code)
    let flush = harness.end?.flush ?? .seconds(9)
    #expect(flush < .milliseconds(250))
  }

  @Test func `exit is heard before initialize too`() {
    let harness = ServiceHarness()
    harness.notify("exit", [:])
    #expect(harness.end?.exitCode == 1)
  }

  @Test func `nothing behind an exit takes effect`() {
    let harness = ServiceHarness.initialized()
    harness.send(bodies: [
      Array(#"{"jsonrpc":"2.0","method":"exit"}"#.utf8),
      Array(#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#.utf8),
    ])
    #expect(harness.end?.exitCode == 1)
    #expect(harness.read() == [])
  }

  @Test(arguments: ["{}", "null", "[]", nil] as [String?])
  func `no member of initialize is required`(params: String?) {
    let harness = ServiceHarness()
    let member = params.map { ",\"params\":\($0)" } ?? ""
    harness.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize"\#(member)}"#)
    #expect(harness.readLines() == ["answer 1"])
  }

  @Test(
    arguments: [
      (["utf-8"], "utf-8"), (["utf-32", "utf-8"], "utf-32"), (["latin1", "utf-8"], "utf-8"),
      (["latin1"], "utf-16"), ([], "utf-16"), ([5, "utf-16"], "utf-16"),
    ] as [(JSONValue, String)])
  func `the first position encoding that is known is taken`(offered: JSONValue, taken: String) {
    let harness = ServiceHarness()
    harness.request(
      1, "initialize", ["capabilities": ["general": ["positionEncodings": offered]]])
    let encoding = harness.read().first?["result"]?["capabilities"]?["positionEncoding"]
    #expect(encoding == .string(taken))
  }

  @Test func `with lines the handshake is optional, and initialize may not come late`() {
    let harness = ServiceHarness(framing: .lines)
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    harness.request(1, "initialize")
    #expect(harness.source.openQuestions == ["search octo"])
    #expect(harness.readLines().contains("error 1 -32600"))
  }

  @Test func `the end of the parent ends the session`() {
    let harness = ServiceHarness(parentEnd: .seconds(60))
    harness.request(1, "initialize", ["processId": 4242])
    harness.advance(59_000)
    #expect(harness.end == nil)
    harness.advance(1_000)
    #expect(harness.end?.exitCode == 1)
  }

  @Test func `a parent that cannot be seen is not watched, and the log says so`() {
    let harness = ServiceHarness(parentEnd: nil)
    harness.request(1, "initialize", ["processId": 4242])
    harness.advance(60_000)
    #expect(harness.end == nil)
    #expect(
      harness.log.lines.last == "warning processId 4242 cannot be seen from here and is not watched"
    )
  }

  // MARK: the end of the input

  @Test func `the end of the input with headers ends at once`() {
    let harness = ServiceHarness.initialized()
    harness.request(1, "search/query", ["query": "octo"])
    harness.post(.received(.end(.headers)))
    #expect(harness.end?.exitCode == 1)
    #expect(harness.source.calls.allSatisfy { $0.isCancelled })
    #expect(harness.clock.sleeperCount == 0)
  }

  @Test func `after shutdown the end of the input is a good end`() {
    let harness = ServiceHarness.initialized()
    harness.request(1, "shutdown")
    harness.post(.received(.end(.headers)))
    #expect(harness.end?.exitCode == 0)
  }

  @Test func `the end of the input before the first byte is a good end`() {
    let harness = ServiceHarness()
    harness.post(.received(.end(nil)))
    #expect(harness.end?.exitCode == 0)
  }

  @Test func `the end of the input with lines lets what was asked finish`() {
    let harness = ServiceHarness(framing: .lines)
    harness.notify("search/didOpen", ["searchId": "s"])
    harness.notify("search/didChange", ["searchId": "s", "text": "octo"])
    harness.request(7, "search/query", ["query": "cat"])
    harness.post(.received(.end(.lines)))
    // The debounce does not wait.
    #expect(harness.source.openQuestions == ["search cat", "search octo"])
    #expect(harness.end == nil)
    harness.answer("search octo", .page(.people("octo")))
    #expect(harness.end == nil)
    harness.answer("search cat", .page(.people("cat")))
    #expect(harness.end?.exitCode == 0)
    #expect(
      harness.readLines() == [
        "search/status loading v1 octo", "search/results success v1 octo", "answer 7",
      ])
  }

  @Test func `a script's work takes 10 s at most`() {
    var settings = Settings()
    (settings.search.requestTimeout, settings.search.deadline) = (.seconds(60), .seconds(60))
    let harness = ServiceHarness(framing: .lines, settings: settings, heedsCancellation: false)
    harness.request(7, "search/query", ["query": "cat"])
    harness.post(.received(.end(.lines)))
    harness.advance(9_000)
    #expect(harness.end == nil)
    harness.advance(1_000)
    #expect(harness.end?.exitCode == 0)
    #expect(harness.readLines() == ["error 7 -32800"])
  }

  @Test func `what waits for a limit when a script's time is over ends with the limit's error`() {
    let harness = ServiceHarness(framing: .lines)
    let limit = SourceError(
      .rateLimited(.init(resource: "search", hasToken: true)), httpStatus: 403,
      retryAfter: .seconds(30))
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    harness.notify(
      "profile/didOpen", ["profileId": "p", "login": "octocat", "sections": ["repos"]])
    harness.answer("search octo", .failure(limit))
    harness.answer("user octocat", .page(.people("octocat")))
    harness.answer("repos octocat", .failure(limit))
    harness.post(.received(.end(.lines)))
    harness.advance(10_000)
    #expect(harness.end?.exitCode == 0)
    let messages = harness.read()
    let results = messages.last { $0["method"] == "search/results" }?["params"]
    #expect(results?["status"] == "failure")
    #expect(results?["error"]?["data"]?["kind"] == "rateLimited")
    let loaded = messages.filter { $0["method"] == "profile/loaded" }.map { $0["params"] }
    #expect(loaded.count == 1)
    #expect(loaded.first??["status"] == "partial")
    #expect(loaded.first??["error"]?["data"]?["kind"] == "rateLimited")
  }

  @Test func `with lines and nothing to do the end of the input is the end`() {
    let harness = ServiceHarness(framing: .lines)
    harness.request(1, "no/such")
    harness.post(.received(.end(.lines)))
    #expect(harness.end?.exitCode == 0)
  }

  @Test(arguments: [(false, 1), (true, 0)] as [(Bool, Int32)])
  func `a signal answers what is under way, and ends`(isShutDown: Bool, code: Int32) {
    let harness = ServiceHarness.initialized()
    harness.request(1, "search/query", ["query": "octo"])
    if isShutDown { harness.request(2, "shutdown") }
    harness.post(.terminated)
    #expect(harness.end?.exitCode == code)
    #expect(harness.readLines().first == "error 1 -32800")
  }

  @Test func `a closed output is a clean end, and nothing is told to it`() {
    let harness = ServiceHarness.initialized()
    harness.post(.received(.outputClosed))
    #expect(harness.end?.exitCode == 1)
    #expect(harness.read() == [])
  }

  @Test func `after the end nothing sleeps on`() {
    let harness = ServiceHarness.initialized()
    harness.notify("search/didOpen", ["searchId": "s"])
    harness.notify("search/didChange", ["searchId": "s", "version": 1, "text": "octo"])
    harness.notify("profile/didOpen", ["profileId": "p", "login": "octocat"])
    harness.request(1, "user/follow", ["login": "octocat"])
    harness.answer("user octocat", .failure(.init(.serverError, httpStatus: 500)))
    #expect(harness.clock.sleeperCount > 0)
    harness.notify("exit", [:])
    harness.settle()
    #expect(harness.clock.sleeperCount == 0)
    #expect(harness.source.openQuestions == [])
  }
}
