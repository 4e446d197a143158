import Explorer
import JSON
import TestKit
import Testing

/// A server that an LSP client has opened one document on.
struct LanguageHarness {
  let service: ServiceHarness
  let uri = "file:///work/notes.md"
  var source: StubSource { service.source }

  init(
    _ text: String, language: String = "markdown", file: String = "notes.md",
    capabilities: JSONValue = ["textDocument": [:]], encoding: String = "utf-16",
    settings: JSONValue = [:]
  ) {
    service = ServiceHarness()
    var client = capabilities.objectValue ?? JSONObject()
    client["general"] = ["positionEncodings": [.string(encoding)]]
    service.request(
      "init", "initialize",
      ["capabilities": .object(client), "initializationOptions": settings])
    service.notify("initialized", [:])
    _ = service.read()
    service.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file:///work/notes.md", "languageId": .string(language), "version": 1,
          "text": .string(text),
        ]
      ])
  }

  /// Asks for completion at a place.
  func complete(_ id: JSONValue, _ line: Int, _ character: Int) {
    service.request(
      id, "textDocument/completion",
      ["textDocument": ["uri": .string(uri)], "position": place(line, character)])
  }

  func type(_ text: String, _ line: Int, _ character: Int, version: Int = 2) {
    service.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": JSONValue(version)],
        "contentChanges": [
          [
            "range": ["start": place(line, character), "end": place(line, character)],
            "text": .string(text),
          ]
        ],
      ])
  }

  func place(_ line: Int, _ character: Int) -> JSONValue {
    ["line": JSONValue(line), "character": JSONValue(character)]
  }

  /// The answers that came since the last reading, as `ID: label, label`; `+` where more may come.
  func answers() -> [String] {
    service.read().compactMap { message in
      guard let id = message["id"]?.stringValue else { return nil }
      if let error = message["error"] { return "\(id): error \(error["code"]?.intValue ?? 0)" }
      guard let items = message["result"]?["items"]?.arrayValue else { return "\(id): null" }
      let labels = items.compactMap { $0["label"]?.stringValue }.joined(separator: ", ")
      let isIncomplete = message["result"]?["isIncomplete"] == true
      return "\(id):\(labels.isEmpty ? "" : " ")\(labels)\(isIncomplete ? " +" : "")"
    }
  }
}

@Suite("Completion of people")
struct LanguageCompletionTests {
  @Test func `two characters are searched for after the debounce, and answered once`() {
    let harness = LanguageHarness("thanks @oc")
    harness.complete("a", 0, 10)
    harness.service.advance(149)
    #expect(harness.source.openQuestions.isEmpty)
    harness.service.advance(1)
    #expect(harness.source.openQuestions == ["search oc"])
    harness.service.answer("search oc", .page(Page(items: [.login("octocat"), .login("ocelot")])))
    #expect(harness.answers() == ["a: octocat, ocelot +"])
    harness.service.advance(10_000)
    #expect(harness.answers().isEmpty)
  }

  @Test func `who is near at hand comes first, each person once`() {
    let harness = LanguageHarness("@oc")
    harness.source.nearby = [.login("Octocat"), .login("ocean")]
    harness.complete("a", 0, 3)
    harness.service.advance(150)
    harness.service.answer(
      "search oc", .page(Page(items: [.login("octocat"), .login("ocelot")])))
    #expect(harness.answers() == ["a: Octocat, ocean, ocelot +"])
  }

  @Test func `one character is answered from near at hand, and nothing is asked`() {
    let harness = LanguageHarness("@ @o")
    harness.source.nearby = [.login("octocat")]
    harness.complete("a", 0, 1)
    harness.complete("b", 0, 4)
    #expect(harness.answers() == ["a: octocat +", "b: octocat +"])
    harness.service.advance(5_000)
    #expect(harness.source.calls.isEmpty)
  }

  @Test func `where nobody is near at hand a request is held for a second`() {
    let harness = LanguageHarness("thanks @")
    harness.complete("a", 0, 8)
    harness.service.advance(999)
    #expect(harness.answers().isEmpty)
    harness.service.advance(1)
    #expect(harness.answers() == ["a:"])
    #expect(harness.source.calls.isEmpty)
  }

  @Test func `authors without an account do not answer for a mention`() {
    let harness = LanguageHarness("thanks @")
    harness.source.nearby = [Item(id: "git:1", kind: .author, label: "A. Author")]
    harness.complete("a", 0, 8)
    #expect(harness.answers().isEmpty, "the request is held")
    harness.service.advance(1_000)
    #expect(harness.answers() == ["a:"])
  }

  @Test func `a request that is held follows what is typed`() {
    let harness = LanguageHarness("thanks @")
    harness.complete("a", 0, 8)
    harness.service.advance(300)
    harness.type("o", 0, 8)
    harness.type("c", 0, 9, version: 3)
    harness.service.advance(150)
    #expect(harness.source.openQuestions == ["search oc"])
    harness.service.answer("search oc", .page(Page(items: [.login("octocat")])))
    #expect(harness.answers() == ["a: octocat +"])
  }

  @Test func `a request that is superseded is answered at once, never with an error`() {
    let harness = LanguageHarness("@oct")
    harness.source.nearby = [.login("octocat")]
    harness.complete("a", 0, 3)
    harness.service.advance(150)
    harness.complete("b", 0, 4)
    #expect(harness.answers() == ["a: octocat +"])
    #expect(harness.source.open.isEmpty, "the transfer of the old query goes on")
    harness.service.advance(150)
    harness.service.answer("search oct", .page(Page(items: [.login("octopus")])))
    #expect(harness.answers() == ["b: octocat, octopus +"])
  }

  @Test func `a cancelled request is an error, and its transfer stops`() {
    let harness = LanguageHarness("@oct")
    harness.complete("a", 0, 4)
    harness.service.advance(150)
    harness.service.notify("$/cancelRequest", ["id": "a"])
    #expect(harness.answers() == ["a: error -32800"])
    #expect(harness.source.open.isEmpty)
    harness.complete("b", 0, 4)
    harness.service.advance(150)
    harness.service.answer("search oct", .page(Page(items: [.login("octocat")])))
    #expect(harness.answers() == ["b: octocat +"])
  }

  @Test func `two seconds are the longest that an answer takes`() {
    let harness = LanguageHarness("@oct")
    harness.source.nearby = [.login("octocat")]
    harness.complete("a", 0, 4)
    harness.service.advance(1_999)
    #expect(harness.answers().isEmpty)
    harness.service.advance(1)
    #expect(harness.answers() == ["a: octocat +"])
  }

  @Test func `nobody is never an incomplete list`() {
    let harness = LanguageHarness("@zz")
    harness.complete("a", 0, 3)
    harness.service.advance(150)
    harness.service.answer("search zz", .page(Page(items: [])))
    harness.complete("b", 0, 3)
    harness.service.advance(150)
    #expect(harness.answers() == ["a:", "b:"])
  }

  @Test func `a failure leaves who is near at hand, and a line in the log`() {
    let harness = LanguageHarness("@oct", settings: ["maximumRetries": 0])
    harness.source.nearby = [.login("octocat")]
    harness.complete("a", 0, 4)
    harness.service.advance(150)
    harness.service.answer("search oct", .failure(SourceError(.serverError)))
    #expect(harness.answers() == ["a: octocat +"])
    #expect(harness.service.log.lines.contains { $0.hasPrefix("warning completion") })
  }

  @Test func `elsewhere there is nothing, at once`() {
    let harness = LanguageHarness("plain words")
    harness.complete("a", 0, 5)
    harness.complete("b", 7, 0)
    harness.complete("c", -1, Int.max)
    #expect(harness.answers() == ["a:", "b:", "c:"])
  }

  @Test func `a burst of requests on every key costs one search`() {
    let harness = LanguageHarness("")
    for (index, key) in "@octocat".enumerated() {
      harness.type(String(key), 0, index, version: index + 2)
      harness.complete(.string("k\(index)"), 0, index + 1)
      harness.service.advance(50)
    }
    harness.service.advance(100)
    #expect(harness.source.calls.count == 1)
    harness.service.answer("search octocat", .page(Page(items: [.login("octocat")])))
    #expect(harness.answers().last == "k7: octocat +")
  }

  @Test func `each of a thousand requests is answered exactly once`() {
    let harness = LanguageHarness("@octo")
    for number in 0..<1000 {
      harness.complete(.string("r\(number)"), 0, 2 + number % 4)
      if number % 3 == 0 {
        harness.service.notify("$/cancelRequest", ["id": .string("r\(number)")])
      }
    }
    harness.service.advance(5_000)
    let ids = harness.answers().map { String($0.prefix { $0 != ":" }) }
    #expect(ids.count == 1000)
    #expect(Set(ids).count == 1000)
  }
}

extension Item {
  /// A person whose data has the login.
  static func login(_ login: String, name: String? = nil) -> Item {
    var data = JSONObject()
    data["login"] = .string(login)
    data["name"] = name.map(JSONValue.string)
    data["coAuthor"] = .string(
      "Co-authored-by: \(name ?? login) <1+\(login)@users.noreply.github.com>")
    return Item(
      id: "github.com:\(login)", kind: .user, label: login,
      url: "https://github.com/\(login)", data: data)
  }
}
