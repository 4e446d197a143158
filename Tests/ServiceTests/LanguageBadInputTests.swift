import Explorer
import JSON
import TestKit
import Testing

@testable import Service

@Suite("Bad input from LSP clients")
struct LanguageBadInputTests {
  private static let methods = [
    "textDocument/completion", "textDocument/hover", "textDocument/documentLink",
    "textDocument/codeAction",
  ]

  /// Asks all that can be asked of a place, and returns the answers.
  private func askAll(
    _ harness: LanguageHarness, _ place: JSONValue, uri: String? = nil
  ) -> [JSONValue] {
    for method in Self.methods {
      harness.service.request(
        .string(method), method,
        [
          "textDocument": ["uri": .string(uri ?? harness.uri)], "position": place,
          "range": ["start": place, "end": place], "context": ["diagnostics": []],
        ])
    }
    return harness.service.read()
  }

  @Test(arguments: [
    (-1, 0), (0, -1), (0, 99), (1, 0), (99, 0), (Int.min, Int.min), (Int.max, Int.max),
  ])
  func `a place outside of the text is answered, by nobody`(line: Int, character: Int) {
    let harness = LanguageHarness("plain words")
    let answers = askAll(harness, harness.place(line, character))
    #expect(answers.map { $0["id"]?.stringValue } == Self.methods)
    #expect(
      answers.map { $0["result"] }
        == [["isIncomplete": false, "items": []], .null, [], []])
    #expect(harness.source.calls.isEmpty)
  }

  @Test(
    arguments: [
      ["line": 0], ["line": "0", "character": 1], ["line": 0.5, "character": 0], [],
    ] as [JSONValue])
  func `a place that is none is refused`(place: JSONValue) {
    let harness = LanguageHarness("@octocat")
    let codes = askAll(harness, place).compactMap { $0["error"]?["code"] }
    #expect(codes == [-32602, -32602, -32602])
  }

  @Test func `a version that goes backwards is logged, and its text taken`() {
    let harness = LanguageHarness("thanks @oc")
    harness.type("t", 0, 10, version: -7)
    harness.complete("a", 0, 11)
    harness.service.advance(150)
    #expect(harness.source.openQuestions == ["search oct"])
    #expect(
      harness.service.log.lines.contains("info the version of \(harness.uri) went from 1 to -7"))
  }

  @Test func `what is said of a document that was never opened is dropped, and answered by null`() {
    let harness = LanguageHarness("@octocat")
    let uri = "file:///work/never.md"
    harness.service.notify(
      "textDocument/didChange",
      ["textDocument": ["uri": .string(uri), "version": 1], "contentChanges": [["text": "@oc"]]])
    for method in ["textDocument/didSave", "textDocument/didClose", "textDocument/didClose"] {
      harness.service.notify(method, ["textDocument": ["uri": .string(uri)]])
    }
    let answers = askAll(harness, harness.place(0, 3), uri: uri)
    #expect(answers.map { $0["id"]?.stringValue } == Self.methods)
    #expect(answers.allSatisfy { $0["result"] == .null })
    #expect(
      harness.service.log.lines.contains("warning a change of \(uri) was dropped: it is not open"))
  }

  @Test(arguments: ["many lines", "one line"])
  func `of a million mentions as many as a client can use are linked`(form: String) {
    let separator = form == "one line" ? " " : "\n"
    let harness = LanguageHarness(
      Array(repeating: "@octocat", count: 1_000_000).joined(separator: separator))
    harness.service.request(
      "l", "textDocument/documentLink", ["textDocument": ["uri": .string(harness.uri)]])
    let links = harness.service.read().last?["result"]?.arrayValue?.count
    #expect(links == (form == "one line" ? 0 : 5_000))
    let place = form == "one line" ? harness.place(0, 4_500_003) : harness.place(500_000, 3)
    harness.complete("a", 0, 3)
    harness.service.request(
      "h", "textDocument/hover", ["textDocument": ["uri": .string(harness.uri)], "position": place])
    harness.service.advance(150)
    #expect(harness.source.openQuestions == ["user octocat", "search oc"])
    harness.service.answer("user octocat", .page(Page(items: [.login("octocat")])))
    let range = harness.service.read().last?["result"]?["range"]
    #expect(range?["start"]?["line"] == place["line"])
  }

  @Test func `a client that asks on every key and cancels none is answered once for each`() {
    let harness = LanguageHarness("")
    harness.source.nearby = [.login("octocat")]
    typeAll(harness) { _ in }
    harness.service.advance(10_000)
    let messages = harness.service.read()
    #expect(messages.map { $0["id"]?.intValue } == Array(0..<400))
    #expect(messages.allSatisfy { $0["error"] == nil })
    #expect(harness.source.calls.count < 10, "typing does not cost a search for each word")
  }

  @Test func `a client that asks on every key and cancels all is answered once for each`() {
    let harness = LanguageHarness("")
    typeAll(harness) { id in harness.service.notify("$/cancelRequest", ["id": JSONValue(id)]) }
    harness.service.advance(10_000)
    let messages = harness.service.read()
    #expect(messages.map { $0["id"]?.intValue } == Array(0..<400))
    #expect(harness.source.open.isEmpty)
    #expect(harness.source.calls.isEmpty, "a search was begun for a request that was cancelled")
  }

  /// Types fifty words of eight letters, asks behind every letter, and does something then.
  private func typeAll(_ harness: LanguageHarness, _ then: (Int) -> Void) {
    for number in 0..<400 {
      if number % 8 == 0 { harness.type("@octocat\n", 0, 0, version: number + 2) }
      harness.complete(JSONValue(number), 0, 1 + number % 8)
      then(number)
      harness.service.advance(20)
    }
  }

  @Test func `nothing is pushed that LSP does not define, whatever the client does`() {
    let harness = LanguageHarness("@octocat", settings: ["maximumRetries": 0, "unknown": 1])
    harness.source.isAuthenticated = true
    for (number, error) in [SourceError(.serverError), SourceError(.notFound(what: "x"))]
      .enumerated()
    {
      harness.type(" @oct\(number)", 0, 8, version: number + 2)
      harness.complete(.string("c\(number)"), 0, 14)
      harness.service.advance(150)
      harness.service.answer("search oct\(number)", .failure(error))
    }
    harness.service.request("f", "user/follow", ["login": "octocat"])
    harness.service.answer("follow octocat", .done)
    harness.service.post(.progress(SourceProgress(source: "stub", stage: .began(title: "reading"))))
    harness.service.notify("textDocument/unknown", [:])
    harness.service.notify("textDocument/didChange", ["textDocument": 7])
    harness.service.send("{\"jsonrpc\": \"2.0\", \"id\": \"x\"}")
    harness.service.advance(10_000)
    let known = [
      "window/showMessage", "window/logMessage", "textDocument/publishDiagnostics", "$/logTrace",
    ]
    let methods = harness.service.read().compactMap { $0["method"]?.stringValue }
    #expect(methods.filter { !known.contains($0) } == [])
  }

  @Test func `a limit that completion runs into is shown once`() {
    let harness = LanguageHarness("@oct", settings: ["maximumRetries": 0])
    for number in 0..<3 {
      harness.type("\(number)", 0, 4 + number, version: number + 2)
      harness.complete(JSONValue(number), 0, 5 + number)
      harness.service.advance(150)
      let question = harness.source.openQuestions.first ?? ""
      harness.service.answer(
        question,
        .failure(
          SourceError(
            .rateLimited(.init(resource: "search", hasToken: true)), retryAfter: .seconds(3_600))))
      harness.service.advance(3_000)
    }
    let messages = harness.service.read()
    #expect(messages.count { $0["method"] == "window/showMessage" } == 1)
    #expect(messages.count { $0["id"] != nil } == 3)
  }
}
