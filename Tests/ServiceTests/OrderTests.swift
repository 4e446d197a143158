import Explorer
import JSON
import TestKit
import Testing

@Suite("Order, and a client that does not read")
struct OrderTests {
  @Test func `a keystroke is never overtaken by what follows it in one read`() {
    let harness = ServiceHarness.initialized()
    harness.send(
      bodies: [
        #"{"jsonrpc":"2.0","method":"search/didOpen","params":{"searchId":"s"}}"#,
        #"{"jsonrpc":"2.0","method":"search/didChange","params":{"searchId":"s","text":"oc"}}"#,
        #"{"jsonrpc":"2.0","method":"search/didChange","params":{"searchId":"s","text":"octo"}}"#,
        #"{"jsonrpc":"2.0","method":"search/didSubmit","params":{"searchId":"s"}}"#,
      ].map { Array($0.utf8) })
    #expect(harness.readLines() == ["search/status loading v2 octo"])
  }

  @Test func `an id that is opened again starts afresh, and nothing of the first appears`() {
    let harness = ServiceHarness.initialized(heedsCancellation: false)
    harness.notify("search/didOpen", ["searchId": "s", "text": "first", "version": 9])
    harness.notify("search/didOpen", ["searchId": "s", "text": "second", "version": 1])
    harness.answer("search first", .page(.people("old")))
    harness.answer("search second", .page(.people("second")))
    #expect(
      harness.readLines() == [
        "search/status loading v9 first", "search/status loading v1 second",
        "search/results success v1 second",
      ])
    #expect(harness.source.calls.first?.isCancelled == true)
  }

  @Test func `after a close nothing more is pushed, also not from the queue`() {
    let harness = ServiceHarness.initialized()
    harness.isReading = false
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    harness.answer("search octo", .page(.people("octo")))
    harness.notify("search/didOpen", ["searchId": "other", "text": "cat"])
    harness.notify("search/didClose", ["searchId": "s"])
    #expect(harness.readLines() == ["search/status loading v0 cat"])
  }

  @Test func `unread lists make way for newer ones, answers and refusals are kept`() {
    let harness = ServiceHarness.initialized(settings: ["debounceMilliseconds": 0])
    harness.isReading = false
    harness.notify("search/didOpen", ["searchId": "s"])
    for number in 1...200 {
      harness.notify("search/didChange", ["searchId": "s", "text": .string("text \(number)")])
      harness.answer("search text \(number)", .page(.people("a\(number)")))
      harness.request(JSONValue(number), "no/such")
    }
    harness.notify("search/didChange", ["searchId": "s", "version": 1, "text": "refused"])
    let lines = harness.readLines()
    #expect(
      lines.filter { $0.hasPrefix("search/results success") } == [
        "search/results success v200 text 200"
      ])
    #expect(lines.filter { $0.hasPrefix("search/status") } == [])
    #expect(lines.filter { $0.hasPrefix("error") }.count == 200)
    #expect(lines.last == "search/results failure v1 text 200 invalidParams")
  }

  @Test func `unread pages of the standing list are kept behind it`() {
    let harness = ServiceHarness.initialized()
    harness.isReading = false
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo"])
    harness.answer("search octo", .page(.people("a", next: "2")))
    for page in 2...5 {
      harness.notify("search/loadMore", ["searchId": "s"])
      harness.answer("search octo page \(page)", .page(.people("b\(page)", next: "\(page + 1)")))
    }
    let results = harness.readParams("search/results")
    #expect(results.map { $0["page"]?.intValue } == [1, 2, 3, 4, 5])
    #expect(results.map { $0["append"]?.boolValue } == [false, true, true, true, true])
  }

  @Test func `profile loaded is kept whatever follows`() {
    let harness = ServiceHarness.initialized()
    harness.isReading = false
    for login in ["a", "b"] {
      harness.notify(
        "profile/didOpen", ["profileId": "p", "login": .string(login), "sections": []])
      harness.answer("user \(login)", .page(.people(login)))
    }
    let loaded = harness.readParams("profile/loaded")
    #expect(loaded.map { $0["login"] } == ["a", "b"])
  }

  /// Two searches and random events: for each search versions never go back, and results are always
  /// of the text of their version.
  @Test(arguments: UInt64(1)...20)
  func `nothing of an old version follows anything of a newer one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let harness = ServiceHarness.initialized(
      heedsCancellation: random.chance(50), remembers: random.chance(50), seed: seed)
    let texts = ["a", "ab", "abc", "abcd", "ab ", "b", "ba", ""]
    var typed: [String: [Int: String]] = ["s": [:], "t": [:]]
    for id in ["s", "t"] { harness.notify("search/didOpen", ["searchId": .string(id)]) }
    for _ in 0..<250 {
      harness.isReading = random.chance(70)
      let id = random.chance(50) ? "s" : "t"
      switch random.below(8) {
      case 0...2:
        let text = random.pick(texts)
        let version = (typed[id]?.count ?? 0) + 1
        typed[id]?[version] = text
        harness.notify(
          "search/didChange",
          ["searchId": .string(id), "version": JSONValue(version), "text": .string(text)])
      case 3: harness.notify("search/loadMore", ["searchId": .string(id)])
      case 4: harness.notify("search/didSubmit", ["searchId": .string(id)])
      case 5: harness.advance(random.pick([10, 200, 500, 700]))
      default:
        guard let call = harness.source.open.randomElement(using: &random) else { continue }
        harness.answer(
          call.number,
          random.chance(70)
            ? .page(.people("abc", "abcd", next: random.chance(50) ? "n" : nil))
            : .failure(SourceError(.serverError, httpStatus: 500)))
      }
    }
    var newest: [String: Int] = [:]
    for message in harness.read() {
      #expect(strictFormFaults(message) == [])
      guard let params = message["params"], let id = params["searchId"]?.stringValue,
        let version = params["version"]?.intValue, let query = params["query"]?.stringValue
      else { continue }
      #expect(version >= newest[id] ?? 0)
      newest[id] = max(version, newest[id] ?? 0)
      #expect(query == Query.normalized(typed[id]?[version] ?? ""), "v\(version) of \(id)")
    }
    #expect(newest.values.allSatisfy { $0 > 0 })
  }
}
