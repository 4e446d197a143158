import Explorer
import JSON
import Testing

@testable import Catalog

@Suite("The setting `sources`")
struct ConfigurationTests {
  struct Fault: Sendable {
    var entry: JSONValue
    var source = "x"
    var member: String
  }

  @Test(
    "names the members of both kinds that nobody reads, and those that were perhaps meant",
    arguments: [
      ["type": "catalog", "path": "p"], ["type": "http", "url": "http://x.test/{query}"],
    ] as [JSONValue])
  func unread(_ place: JSONValue) {
    let entry: [JSONObject.Member] = [
      (key: "id", value: "x"), (key: "label", value: "n"), (key: "lable", value: "n"),
      (key: "zzzzzz", value: 1), (key: "$comment", value: "a remark"),
    ]
    let members = entry + (place.objectValue?.members ?? [])
    let entries = Bench().entries(.object(JSONObject(distinct: members)))
    #expect(entries.entries.count == 1 && entries.faults.isEmpty)
    #expect(
      entries.unread == [
        UnreadMember(source: "x", member: "lable", nearest: "label"),
        UnreadMember(source: "x", member: "zzzzzz", nearest: nil),
      ])
  }

  @Test(
    "names the source and the member of what is wrong",
    arguments: [
      Fault(entry: 1, source: "[0]", member: ""), Fault(entry: [:], source: "[0]", member: "id"),
      Fault(entry: ["id": "a b"], source: "[0]", member: "id"),
      Fault(
        entry: ["id": "github", "type": "catalog", "label": "n", "path": "p"], source: "github",
        member: "id"),
      Fault(entry: ["id": "x"], member: "label"),
      Fault(entry: ["id": "x", "label": "n"], member: "type"),
      Fault(entry: ["id": "x", "label": "n", "type": "sql"], member: "type"),
      Fault(entry: ["id": "x", "label": "{n", "type": "catalog", "path": "p"], member: "label"),
      Fault(entry: ["id": "x", "label": "n", "type": "catalog"], member: "path"),
      Fault(
        entry: ["id": "x", "label": "n", "type": "catalog", "path": "p", "format": "xml"],
        member: "format"),
      Fault(
        entry: ["id": "x", "label": "n", "type": "catalog", "path": "p", "search": [1]],
        member: "search"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "encoding": "no such",
        ], member: "encoding"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "form": ["a": ["b": "{query}"]],
        ], member: "form"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "method": "GET",
          "form": ["a": "b"],
        ], member: "method"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "method": "POST", "form": ["a": "b"], "body": ["a": "b"],
        ], member: "form"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "empty": [200],
        ], member: "empty"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "escape": "sql",
        ], member: "escape"),
      Fault(entry: ["id": "x", "label": "n", "type": "http"], member: "url"),
      Fault(
        entry: ["id": "x", "label": "n", "type": "http", "url": "ftp://x/{query}"], member: "url"),
      Fault(
        entry: ["id": "x", "label": "n", "type": "http", "url": "http://x y/{query}"], member: "url"
      ),
      Fault(
        entry: ["id": "x", "label": "n", "type": "http", "url": "http://x.test/?q=a"], member: "url"
      ),
      Fault(
        entry: ["id": "x", "label": "n", "type": "http", "url": "http://x.test/{q}"], member: "url"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "next": "more",
        ], member: "next"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}?c={cursor}",
        ], member: "next"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "next": "page",
        ], member: "next"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "next": "header:",
        ], member: "next"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "firstPage": 2,
        ], member: "firstPage"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "firstCursor": true,
        ], member: "firstCursor"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "more": true,
        ], member: "more"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "headers": ["A:": "b"],
        ], member: "headers"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "headers": ["A": "b\r\nC: d"],
        ], member: "headers"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "body": ["a": 1],
        ], member: "method"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}",
          "cacheSeconds": -1,
        ], member: "cacheSeconds"),
      Fault(
        entry: [
          "id": "x", "label": "n", "type": "http", "url": "http://x.test/{query}", "mode": "some",
        ], member: "mode"),
    ])
  func faults(_ fault: Fault) {
    let entries = Bench().entries(fault.entry)
    #expect(entries.entries.isEmpty)
    #expect(entries.faults.map(\.source) == [fault.source])
    #expect(entries.faults.map(\.member) == [fault.member])
    #expect(entries.faults.allSatisfy { !$0.found.contains("x.test") })
  }

  @Test("builds those that are right, in their order")
  func builds() {
    let entries = Bench().entries(
      ["id": "a", "name": "A", "type": "catalog", "path": "p.csv", "label": "n"], ["id": "bad"],
      ["id": "b", "type": "http", "url": "{sandbox}/x?q={query}", "label": "n"],
      ["id": "a", "type": "catalog", "path": "q", "label": "n"], sandboxURL: "http://127.0.0.1:9")
    let descriptors = entries.entries.map { $0.source(Bench().dependencies).descriptor }
    #expect(descriptors.map(\.id) == ["a", "b"])
    #expect(descriptors.map(\.name) == ["A", "b"])
    #expect(descriptors.map(\.host) == [nil, "127.0.0.1"])
    #expect(entries.faults.map(\.member) == ["label", "id"])
  }

  @Test("lets a source with the sandbox's address stand, which says what is missing when asked")
  func withoutSandbox() async throws {
    let source = try Bench().source([
      "id": "b", "type": "http", "url": "{sandbox}/x?q={query}", "label": "n",
    ])
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    #expect(
      error?.cause == .misconfigured(reason: "its address has `{sandbox}`, use --sandbox"))
  }
}
