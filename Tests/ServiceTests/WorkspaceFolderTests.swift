import JSON
import TestKit
import Testing

@Suite("Folders that are worked in")
struct WorkspaceFolderTests {
  private func harness(_ params: JSONValue, _ repositories: Set<String>) -> ServiceHarness {
    let harness = ServiceHarness(repositories: repositories)
    var params = params.objectValue ?? JSONObject()
    params["capabilities"] = ["textDocument": [:]]
    harness.request(0, "initialize", .object(params))
    return harness
  }

  private func change(_ harness: ServiceHarness, added: [String] = [], removed: [String] = []) {
    func folders(_ uris: [String]) -> JSONValue { .array(uris.map { ["uri": .string($0)] }) }
    harness.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": folders(added), "removed": folders(removed)]])
  }

  @Test(
    arguments: [
      (["rootUri": "file:///a", "rootPath": "/b"], "file:///a"),
      (["rootUri": .null, "rootPath": "/b"], "/b"), (["rootPath": "/b"], "/b"),
      (["rootPath": "/elsewhere"], "none"),
      (["rootUri": "file:///a", "workspaceFolders": [["uri": "file:///c"]]], "file:///c"),
    ] as [(JSONValue, String)])
  func `the first one that is in a repository counts, in each form that LSP has`(
    params: JSONValue, expected: String
  ) {
    let harness = harness(params, ["file:///a", "/b", "file:///c"])
    #expect(harness.workspaces.lines == [expected])
  }

  @Test func `the last one that was added and is still there counts`() {
    let harness = harness(["rootUri": "file:///a"], ["file:///a", "file:///b", "file:///c"])
    change(harness, added: ["file:///b", "file:///x"])
    #expect(harness.workspaces.lines.last == "file:///b")
    change(harness, added: ["file:///c"], removed: ["file:///a"])
    #expect(harness.workspaces.lines.last == "file:///c")
    change(harness, removed: ["file:///c"])
    #expect(harness.workspaces.lines.last == "file:///b")
    change(harness, removed: ["file:///b"])
    #expect(harness.workspaces.lines.last == "none")
  }

  @Test func `one that was not worked in changes nothing by its going`() {
    let harness = harness(["rootUri": "file:///a"], ["file:///a", "file:///b"])
    change(harness, removed: ["file:///b", "file:///y"])
    #expect(harness.workspaces.lines == ["file:///a"])
  }
}
