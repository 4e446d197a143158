import Explorer
import JSON
import TestKit
import Testing

@Suite("Completion items")
struct LanguageItemTests {
  /// What `@` and a query near at hand complete to.
  private func items(
    _ text: String, _ people: [Item], language: String = "markdown",
    _ capabilities: JSONValue = ["textDocument": [:]], encoding: String = "utf-16",
    character: Int? = nil
  ) -> [JSONValue] {
    let harness = LanguageHarness(
      text, language: language, capabilities: capabilities, encoding: encoding)
    harness.complete("a", 0, character ?? text.utf16.count)
    harness.service.advance(150)
    harness.source.open.forEach { harness.service.answer($0.number, .page(Page(items: people))) }
    return harness.service.read().first { $0["id"] == "a" }?["result"]?["items"]?.arrayValue ?? []
  }

  @Test func `an item replaces what is behind the sign`() {
    let found = items("thanks @oct", [.login("octocat", name: "Octo Cat")])
    #expect(
      found.first == [
        "label": "octocat", "detail": "Octo Cat", "kind": 18, "sortText": "00000",
        "textEdit": [
          "range": [
            "start": ["line": 0, "character": 8], "end": ["line": 0, "character": 11],
          ], "newText": "octocat",
        ],
        "data": [
          "source": "github", "id": "github.com:octocat", "login": "octocat",
          "uri": "file:///work/notes.md",
        ],
      ])
  }

  @Test(arguments: [
    ("@oct", "octocat", nil), ("@oct", "Octocat", "oct Octocat"),
    ("@lantern", "octo-lantern[bot]", "lantern octo-lantern[bot]"),
  ])
  func `what a label does not begin with is put before it for filters`(
    text: String, login: String, filter: String?
  ) {
    #expect(items(text, [.login(login)]).first?["filterText"]?.stringValue == filter)
  }

  @Test func `a person found by name has the name in the label`() {
    #expect(items("@cat", [.login("octo", name: "Big Cat")]).first?["label"] == "octo (Big Cat)")
  }

  @Test func `a trailer is written whole, as a snippet where the client has them`() {
    let client: JSONValue = [
      "textDocument": ["completion": ["completionItem": ["snippetSupport": true]]]
    ]
    let person = Item.login("octocat", name: "Octo $ Cat}")
    let mail = "<1+octocat@users.noreply.github.com>"
    let line = "Co-authored-by: @oct"
    let snippet = items(line, [person], language: "gitcommit", client).first
    #expect(snippet?["textEdit"]?["newText"] == .string("Octo \\$ Cat\\} \(mail)"))
    #expect(snippet?["insertTextFormat"] == 2)
    #expect(snippet?["textEdit"]?["range"]?["start"]?["character"] == 16)
    #expect(snippet?["filterText"] == "@oct octocat")
    let plain = items(line, [person], language: "gitcommit").first
    #expect(plain?["textEdit"]?["newText"] == .string("Octo $ Cat} \(mail)"))
    #expect(plain?["insertTextFormat"] == nil)
  }

  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `positions count in the negotiated encoding`(encoding: String) {
    let text = "가👩‍💻 @oct"
    let found = items(
      text, [.login("octocat")], encoding: encoding, character: text.length(encoding))
    let range = found.first?["textEdit"]?["range"]
    #expect(range?["start"]?["character"]?.intValue == text.length(encoding) - 3)
    #expect(range?["end"]?["character"]?.intValue == text.length(encoding))
  }

  @Test func `labels have details where the client knows them`() {
    let client: JSONValue = [
      "textDocument": ["completion": ["completionItem": ["labelDetailsSupport": true]]]
    ]
    let item = items("@oct", [.login("octocat", name: "Octo")], client).first
    #expect(item?["labelDetails"] == ["description": "Octo"])
    #expect(item?["detail"] == nil)
  }

  @Test(arguments: [([1, 2], 1), ([2], nil), (nil, nil)] as [([Int]?, Int?)])
  func `a text is inserted as it is where the client knows that`(modes: [Int]?, mode: Int?) {
    let known = modes.map { JSONValue.array($0.map { JSONValue($0) }) } ?? .null
    let client: JSONValue = [
      "textDocument": [
        "completion": ["completionItem": ["insertTextModeSupport": ["valueSet": known]]]
      ]
    ]
    #expect(items("@oct", [.login("octocat")], client).first?["insertTextMode"]?.intValue == mode)
  }

  @Test func `who has no login cannot be mentioned, and owns by address`() {
    var data = JSONObject()
    data["mail"] = "a@example.org"
    data["signature"] = "A. Author <a@example.org>"
    let author = Item(id: "git:1", kind: .user, label: "A. Author", data: data)
    #expect(items("@aut", [author]).isEmpty)
    let owner = items("*.md @aut", [author], language: "codeowners").first
    #expect(owner?["textEdit"]?["newText"] == "a@example.org")
    #expect(owner?["textEdit"]?["range"]?["start"]?["character"] == 5)
    #expect(owner?["filterText"] == "@aut A. Author")
    let trailer = items("Reviewed-by: aut", [author], language: "gitcommit").first
    #expect(trailer?["textEdit"]?["newText"] == "A. Author <a@example.org>")
    #expect(trailer?["detail"] == "a@example.org")
  }

  @Test func `keys of trailers complete at the end of a message`() {
    let harness = LanguageHarness("Subject\n\nCo\n# comment", language: "gitcommit")
    harness.complete("a", 2, 2)
    let item = harness.service.read().last?["result"]?["items"]?.arrayValue?.first
    #expect(item?["textEdit"]?["newText"] == "Co-authored-by: ")
  }

  @Test func `teams are those that the document names`() {
    let harness = LanguageHarness("@octo/docs @octo/core @octo/d", language: "codeowners")
    harness.type("* ", 0, 0)
    harness.complete("a", 0, 31)
    #expect(harness.answers() == ["a: docs"])
  }
}

extension String {
  fileprivate func length(_ encoding: String) -> Int {
    switch encoding {
    case "utf-8": utf8.count
    case "utf-16": utf16.count
    default: unicodeScalars.count
    }
  }
}
