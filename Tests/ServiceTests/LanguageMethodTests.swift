import Explorer
import JSON
@testable import Service
import TestKit
import Testing

@Suite("Methods of LSP")
struct LanguageMethodTests {
  @Test(arguments: Router.languageRoutes.keys.sorted())
  func `where the client speaks no LSP there is no such method`(method: String) {
    let harness = ServiceHarness.initialized()
    harness.request(1, method, ["textDocument": ["uri": "file:///work/notes.md"]])
    #expect(harness.read().map { $0["error"]?["code"] } == [-32601])
  }

  @Test func `where the client speaks no LSP its notifications are unknown ones`() {
    let harness = ServiceHarness.initialized()
    harness.notify("textDocument/didClose", ["textDocument": ["uri": "file:///work/notes.md"]])
    #expect(
      harness.log.lines.contains("warning unknown notification textDocument/didClose was dropped"))
    #expect(harness.read().isEmpty)
  }

  @Test(arguments: [
    ("gitexplorer.follow", "follow octocat", "You follow octocat."),
    ("gitexplorer.unfollow", "unfollow octocat", "You no longer follow octocat."),
  ])
  func `what came of a command is shown, and nothing is pushed that LSP does not define`(
    command: String, question: String, sentence: String
  ) {
    let harness = LanguageHarness("")
    harness.execute(command)
    harness.service.answer(question, .done)
    let messages = harness.service.read()
    #expect(messages.map { $0["method"] } == [nil, "window/showMessage"])
    #expect(messages.first?["result"]?["login"] == "octocat")
    #expect(messages.last?["params"] == ["type": 3, "message": .string(sentence)])
  }

  @Test(arguments: [SourceError(.unauthorized(.noToken)), SourceError(.serverError)])
  func `a command that failed is answered with the error, and nothing is shown besides`(
    error: SourceError
  ) {
    let harness = LanguageHarness("")
    harness.execute("gitexplorer.follow")
    harness.service.answer("follow octocat", .failure(error))
    let messages = harness.service.read()
    #expect(messages.count == 1)
    #expect(messages.first?["error"]?["message"] != nil)
  }

  @Test(arguments: [
    ("thanks @octocat", ["Write as a link"]), ("[@octocat](https://github.com/octocat)", []),
    ("[thanks @octocat][ref]", []), ("[a](b) @octocat", ["Write as a link"]),
  ])
  func `a mention is offered as a link where it is in none`(text: String, titles: [String]) {
    let harness = LanguageHarness(text)
    #expect(harness.actions(on: 0, text.utf16.count / 2) == titles)
  }

  @Test(arguments: [
    ("Co-authored-by: Octo <1+OctoCat@users.noreply.github.com>", []),
    ("co-authored-by: Octo <octo@example.org>", []),
    ("Co-authored-by: Octo <other@example.org>", ["Add Co-authored-by for octocat"]),
    ("Reviewed-by: O <1+octocat@users.noreply.github.com>", ["Add Co-authored-by for octocat"]),
    (
      "# Co-authored-by: O <1+octocat@users.noreply.github.com>", ["Add Co-authored-by for octocat"]
    ),
  ])
  func `a co-author is offered where no trailer names that one`(trailer: String, titles: [String]) {
    let harness = LanguageHarness(
      "Draw\n\nBy @octocat\n\n\(trailer)\n", language: "gitcommit",
      capabilities: [
        "textDocument": [
          "codeAction": ["dataSupport": true, "resolveSupport": ["properties": ["edit"]]]
        ]
      ])
    var data = JSONObject()
    data["login"] = "octocat"
    data["mail"] = "octo@example.org"
    harness.source.nearby = [
      Item(id: "git:1", kind: .user, label: "octo@example.org", data: data)
    ]
    #expect(harness.actions(on: 2, 5) == titles)
  }

  @Test func `a request of our own shows nothing where it went well`() {
    let harness = LanguageHarness("")
    harness.service.request(1, "user/follow", ["login": "octocat"])
    harness.service.answer("follow octocat", .done)
    #expect(harness.service.read().map { $0["id"] } == [1])
  }
}

extension LanguageHarness {
  /// The titles of what can be done at a place.
  fileprivate func actions(on line: Int, _ character: Int) -> [String] {
    let range: JSONValue = ["start": place(line, character), "end": place(line, character)]
    service.request(
      "a", "textDocument/codeAction",
      ["textDocument": ["uri": .string(uri)], "range": range, "context": ["diagnostics": []]])
    return service.read().last?["result"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
  }

  fileprivate func execute(_ command: String) {
    service.request(
      "c", "workspace/executeCommand",
      ["command": .string(command), "arguments": ["octocat"]])
  }
}
