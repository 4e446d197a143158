import Documents
import Explorer
import JSON
import Service
import TestKit
import Testing

@Suite("Changes of the text")
struct TextChangeTests {
  /// Applies changes to a text; returns the text that is asked for, or why it was refused.
  private func result(
    _ text: String, _ changes: JSONValue, encoding: String, version: JSONValue = 2
  ) -> String {
    let harness = ServiceHarness.initialized(
      settings: ["minimumQueryLength": 0, "debounceMilliseconds": 0], encoding: encoding)
    harness.notify("search/didOpen", ["searchId": "s", "text": .string("x" + text), "version": 1])
    harness.notify(
      "search/didChange", ["searchId": "s", "version": version, "contentChanges": changes])
    for message in harness.read() where message["params"]?["status"] == "failure" {
      let error = message["params"]?["error"]
      return "refused v\(message["params"]?["version"]?.intValue ?? -1) "
        + (error?["data"]?["kind"]?.stringValue ?? "")
    }
    guard case .search(let query, _)? = harness.source.open.last?.question else { return "nothing" }
    return String(query.text.unicodeScalars.dropFirst())
  }

  private func change(_ start: Int, _ end: Int, _ text: String) -> JSONValue {
    ["range": ["start": JSONValue(start), "end": JSONValue(end)], "text": .string(text)]
  }

  /// Offsets count the leading `x` too.
  @Test(
    arguments: [
      // é is 2 bytes, 1 unit, 1 scalar; 😀 is 4 bytes, 2 units, 1 scalar.
      ("utf-8", "é😀z", 1, 3, "a", "a😀z"), ("utf-8", "é😀z", 3, 7, "", "éz"),
      ("utf-8", "é😀z", 8, 8, "!", "é😀z!"), ("utf-16", "é😀z", 1, 2, "a", "a😀z"),
      ("utf-16", "é😀z", 2, 4, "", "éz"), ("utf-16", "é😀z", 5, 5, "!", "é😀z!"),
      ("utf-32", "é😀z", 1, 2, "a", "a😀z"), ("utf-32", "é😀z", 2, 3, "", "éz"),
      ("utf-32", "é😀z", 4, 4, "!", "é😀z!"), ("utf-16", "ab", 0, 3, "xq", "q"),
      // Between the scalars of one character.
      ("utf-8", "e\u{301}", 2, 4, "", "e"), ("utf-16", "e\u{301}", 2, 3, "", "e"),
      ("utf-32", "e\u{301}", 1, 2, "a", "a\u{301}"), ("utf-16", "🇫🇷", 3, 5, "", "🇫"),
      ("utf-32", "👨‍👩‍👧", 2, 6, "", "👨"), ("utf-8", "e", 2, 2, "\u{301}", "e\u{301}"),
    ])
  func `a range is replaced`(
    encoding: String, text: String, start: Int, end: Int, new: String, expected: String
  ) {
    let found = result(text, [change(start, end, new)], encoding: encoding)
    #expect(Array(found.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    arguments: [
      ("utf-8", 2, 2), ("utf-8", 1, 2), ("utf-8", 4, 5), ("utf-8", 6, 8), ("utf-8", 0, 9),
      ("utf-8", 9, 9), ("utf-16", 3, 3), ("utf-16", 0, 3), ("utf-16", 3, 4), ("utf-16", 6, 6),
      ("utf-32", 5, 5), ("utf-32", 0, 5), ("utf-32", -1, 0), ("utf-16", 2, 1), ("utf-8", 3, 1),
      ("utf-32", 4, 0), ("utf-16", -1, -1), ("utf-16", 0, 4_611_686_018_427_387_904),
    ])
  func `inside a scalar, out of range, or backwards is refused`(
    encoding: String, start: Int, end: Int
  ) {
    #expect(
      result("é😀z", [change(start, end, "")], encoding: encoding) == "refused v2 invalidParams")
  }

  @Test func `changes apply one after the other, all or none`() {
    let three: JSONValue = [change(1, 2, "A"), ["text": "xBC"], change(3, 3, "D")]
    #expect(result("ab", three, encoding: "utf-16") == "BCD")
    let bad: JSONValue = [change(1, 2, "A"), change(99, 99, "D")]
    #expect(result("ab", bad, encoding: "utf-16") == "refused v2 invalidParams")
  }

  @Test(
    arguments: [
      ([["text": 5]], 2), (["x"], 2), ([[:]], 2), ([["range": [:], "text": "a"]], 2),
      ([["range": ["start": 0], "text": "a"]], 2),
      ([["range": ["start": 0, "end": 0.5], "text": "a"]], 2),
      ("x", 2), (5, 2), (.null, 2), ([["text": "ok"]], 1), ([["text": "ok"]], 0),
      ([["text": "ok"]], -5),
    ] as [(JSONValue, JSONValue)])
  func `what is malformed, or not newer, is refused with its version`(
    changes: JSONValue, version: JSONValue
  ) {
    #expect(
      result("ab", changes, encoding: "utf-16", version: version)
        == "refused v\(version.intValue ?? 0) invalidParams")
  }

  @Test func `a refused version is not used up, and the search lives on`() {
    let harness = ServiceHarness.initialized()
    harness.notify("search/didOpen", ["searchId": "s"])
    harness.notify("search/didChange", ["searchId": "s", "version": 5, "text": 7])
    harness.notify(
      "search/didChange",
      ["searchId": "s", "version": 5, "contentChanges": [change(9, 9, "x")]])
    harness.notify("search/didChange", ["searchId": "s", "version": 5, "text": "octo"])
    harness.notify("search/didChange", ["searchId": "s", "version": 5, "text": "late"])
    harness.advance(500)
    harness.answer("search octo", .page(.people("octo")))
    #expect(
      harness.readLines() == [
        "search/results failure v5  invalidParams", "search/results failure v5  invalidParams",
        "search/results failure v5 octo invalidParams", "search/status loading v5 octo",
        "search/results success v5 octo",
      ])
  }

  @Test func `a refusal cancels nothing`() {
    let harness = ServiceHarness.initialized()
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo", "version": 3])
    harness.notify("search/didChange", ["searchId": "s", "version": 3, "text": "x"])
    #expect(harness.source.openQuestions == ["search octo"])
  }

  @Test func `the short form counts versions by itself`() {
    let harness = ServiceHarness.initialized()
    harness.notify("search/didOpen", ["searchId": "s"])
    harness.notify("search/didChange", ["searchId": "s", "text": "oc"])
    harness.notify("search/didChange", ["searchId": "s", "text": "octo"])
    harness.advance(500)
    #expect(harness.readLines() == ["search/status loading v2 octo"])
  }

  @Test(arguments: PositionEncoding.allCases)
  func `matches count in the negotiated encoding`(encoding: PositionEncoding) {
    let harness = ServiceHarness.initialized(encoding: encoding.rawValue)
    harness.notify("search/didOpen", ["searchId": "s", "text": "octo é"])
    harness.answer("search octo é", .page(.people("😀é-Octo")))
    let item = harness.readParams("search/results").first?["items"]?.arrayValue?.first
    let places = item?["matches"]?.arrayValue?.map { [$0["start"]?.intValue, $0["end"]?.intValue] }
    switch encoding {
    case .utf8: #expect(places == [[4, 6], [7, 11]])
    case .utf16: #expect(places == [[2, 3], [4, 8]])
    case .utf32: #expect(places == [[1, 2], [3, 7]])
    }
  }

  @Test func `U+0000 is removed from a text`() {
    let harness = ServiceHarness.initialized()
    harness.send(
      #"{"jsonrpc":"2.0","method":"search/didOpen","params":{"searchId":"s","text":"oc\u0000to"}}"#)
    #expect(harness.source.openQuestions == ["search octo"])
  }

  // MARK: half a character

  /// The text after changes that are written as they are, with escapes.
  private func text(
    after changes: [String], encoding: String = "utf-16", opened: String = "ab"
  ) -> String? {
    let harness = ServiceHarness.initialized(
      settings: ["minimumQueryLength": 0, "debounceMilliseconds": 0], encoding: encoding)
    let open =
      #"{"jsonrpc":"2.0","method":"search/didOpen","params":{"searchId":"s","text":"OPENED","version":1}}"#
    harness.send(open.replacing("OPENED", with: opened))
    for (i, change) in changes.enumerated() {
      harness.send(
        #"{"jsonrpc":"2.0","method":"search/didChange","params":{"searchId":"s","version":\#(i + 2),"#
          + #""contentChanges":\#(change)}}"#)
    }
    return harness.read().last?["params"]?["query"]?.stringValue
  }

  private func insert(_ text: String, at place: Int, to end: Int? = nil) -> String {
    #"[{"range":{"start":\#(place),"end":\#(end ?? place)},"text":"\#(text)"}]"#
  }

  @Test func `an emoji that is typed in two halves becomes whole`() {
    let (high, low) = (#"\ud83d"#, #"\ude00"#)
    #expect(text(after: [insert(high, at: 1)]) == "a\u{FFFD}b")
    #expect(text(after: [insert(high, at: 1), insert(low, at: 2)]) == "a😀b")
    #expect(text(after: [insert(low, at: 1), insert(high, at: 1)]) == "a😀b")
    #expect(text(after: [insert(low, at: 3)], opened: "ab" + high) == "ab😀")
    #expect(text(after: [#"[{"text":"x\#(high)"}]"#, insert(low, at: 2)]) == "x😀")
    let both = insert(high, at: 1).dropLast() + "," + insert(low, at: 2).dropFirst()
    #expect(text(after: [String(both)]) == "a😀b")
  }

  @Test func `half a character counts as one unit and can be taken away`() {
    let high = #"\ud83d"#
    #expect(text(after: [insert(high, at: 1), insert("é😀", at: 2)]) == "a\u{FFFD}é😀b")
    #expect(text(after: [insert(high, at: 1), insert("", at: 1, to: 2)]) == "ab")
    #expect(text(after: [insert(high, at: 1), insert("c", at: 3)]) == "a\u{FFFD}bc")
    #expect(text(after: [insert(high, at: 1), insert("c", at: 4)]) == "a\u{FFFD}b")
  }

  @Test(arguments: ["utf-8", "utf-32"])
  func `half a character is U+FFFD where halves are not counted`(encoding: String) {
    let end = encoding == "utf-8" ? 4 : 2
    let changes = [insert(#"\ud83d"#, at: 1), insert(#"\ude00"#, at: end)]
    #expect(text(after: changes, encoding: encoding) == "a\u{FFFD}\u{FFFD}b")
  }

  @Test func `no changes may be written as Lua writes an empty table`() {
    #expect(text(after: ["{}"]) == "ab")
    #expect(text(after: ["{}", insert("c", at: 2)]) == "abc")
  }
}
