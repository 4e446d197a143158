import Explorer
import JSON
import Secrets
import Service
import TestKit
import Testing

@Suite("Traces and secrets")
struct TraceTests {
  private static let secret = "ghp_veryS3cret"

  @Test(
    arguments: [
      ["github": ["token": "ghp_veryS3cret"]],
      ["github": ["tokenCommand": ["echo", "ghp_veryS3cret"]]],
      ["gitexplorer": ["github": ["Token": "ghp_veryS3cret"]]], ["github.token": "ghp_veryS3cret"],
      [
        "sources": [
          ["headers": ["X": "ghp_veryS3cret"]], ["Authorization": "Bearer ghp_veryS3cret"],
        ]
      ],
      ["github": ["token": "ghp_veryS3cret with blanks"]],
      ["github": ["token": ["ghp_veryS3cret"]]],
    ] as [JSONValue])
  func `no secret of the settings is written, logged or traced`(settings: JSONValue) {
    let harness = ServiceHarness()
    harness.request(
      1, "initialize", ["trace": "verbose", "initializationOptions": settings])
    harness.notify("$/setTrace", ["value": "verbose"])
    harness.notify("workspace/didChangeConfiguration", ["settings": settings])
    #expect(harness.readParams("$/logTrace").count > 0)
    #expect(!String(decoding: harness.written, as: UTF8.self).contains(Self.secret))
    #expect(!harness.log.lines.contains { $0.contains(Self.secret) })
  }

  @Test func `what is no secret stays as it is`() {
    let value: JSONValue = ["a": [1, "x", ["b": true, "tokens": 2]], "token": "x", "TOKEN": 5]
    #expect(
      value.redacted(by: Redactor()) == [
        "a": [1, "x", ["b": true, "tokens": 2]], "token": "…", "TOKEN": "…",
      ])
  }

  @Test(arguments: [("messages", false), ("verbose", true)])
  func `a trace tells of each message, in full where it is verbose`(level: String, isFull: Bool) {
    let harness = ServiceHarness.initialized()
    harness.notify("$/setTrace", ["value": .string(level)])
    harness.request(1, "search/query", ["query": "octo"])
    harness.answer("search octo", .page(.people("octo")))
    let traces = harness.readParams("$/logTrace")
    #expect(traces.count == 2)
    #expect(traces.allSatisfy { $0["message"]?.stringValue?.isEmpty == false })
    #expect(traces.allSatisfy { ($0["verbose"] != nil) == isFull })
  }

  @Test func `off is off, and a trace is never traced`() {
    let harness = ServiceHarness.initialized()
    harness.notify("$/setTrace", ["value": "messages"])
    harness.notify("$/setTrace", ["value": "nonsense"])
    harness.request(1, "no/such")
    #expect(harness.readParams("$/logTrace").count == 2)
    harness.notify("$/setTrace", ["value": "off"])
    harness.request(1, "no/such")
    #expect(harness.readParams("$/logTrace") == [])
  }
}
