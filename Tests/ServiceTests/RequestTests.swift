import Explorer
import JSON
import TestKit
import Testing

@Suite("Every request is answered exactly once")
struct RequestTests {
  private let harness = ServiceHarness.initialized()

  @Test(
    arguments: [
      "1", "-7", "\"1\"", "\"\"", "9007199254740993", "-9223372036854775808", "\"a\\u0000b\"",
    ])
  func `an id comes back as it was sent`(id: String) {
    harness.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"no/such"}"#)
    #expect(String(decoding: harness.written, as: UTF8.self).contains("\"id\":\(id),\"error\""))
  }

  @Test(arguments: [("2.0", 2), ("1e2", 100)] as [(String, JSONValue)])
  func `a whole number is one however it is written`(text: String, id: JSONValue) {
    harness.send(#"{"jsonrpc":"2.0","id":\#(text),"method":"no/such"}"#)
    #expect(harness.read().first?["id"] == id)
  }

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, -32600, "null"),
      (#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, -32600, "null"),
      (#"{"jsonrpc":"2.0","id":[1],"method":"x"}"#, -32600, "null"),
      (#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"x"}"#, -32600, "null"),
      (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600, "1"),
      (#"{"id":1,"method":"x"}"#, -32600, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"x","params":5}"#, -32600, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600, "1"),
      (#"{"jsonrpc":"2.0","id":1}"#, -32600, "1"),
      ("[]", -32600, "null"), ("5", -32600, "null"), ("nope", -32700, "null"), ("", -32700, "null"),
      ("{\"a\":", -32700, "null"), (#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"search/query"}"#, -32602, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"search/query","params":[1]}"#, -32602, "1"),
      (#"{"jsonrpc":"2.0","id":1,"method":"search/didOpen"}"#, -32600, "1"),
    ])
  func `what is wrong has its code and its id`(text: String, code: Int, id: String) {
    harness.send(text)
    let messages = harness.read()
    #expect(messages.count == 1)
    #expect(messages.first?["error"]?["code"]?.intValue == code)
    #expect(messages.first?["id"]?.jsonBytes == Array(id.utf8))
    #expect(messages.flatMap { strictFormFaults($0) } == [])
  }

  @Test func `a message that is wrong costs nothing but its answer`() {
    harness.send("{nope")
    harness.request(1, "no/such")
    #expect(harness.readLines() == ["error null -32700", "error 1 -32601"])
  }

  @Test(
    arguments: [
      ("search/query", ["query": 5], "query"), ("search/query", [:], "query"),
      ("search/query", ["query": "x", "page": 0], "page"),
      ("search/query", ["query": "x", "perPage": 101], "perPage"),
      ("search/query", ["query": "x", "perPage": "5"], "perPage"),
      ("search/query", ["query": "x", "sort": 1], "sort"),
      ("profile/get", [:], "login"), ("profile/get", ["login": "a b"], "login"),
      ("profile/get", ["login": ""], "login"),
      ("profile/get", ["login": "x", "sections": ["stars"]], "sections"),
      ("profile/get", ["login": "x", "sections": "repos"], "sections"),
      ("user/follow", ["login": 1], "login"), ("user/isFollowing", [:], "login"),
      ("user/unfollow", [:], "login"),
    ] as [(String, JSONValue, String)])
  func `invalid params name the member`(method: String, params: JSONValue, member: String) {
    harness.request(1, method, params)
    let error = harness.read().first?["error"]
    #expect(error?["code"] == -32602)
    #expect(error?["message"]?.stringValue?.contains("`\(member)`") == true)
    #expect(error?["data"] == ["kind": "invalidParams", "retryable": false])
    #expect(harness.source.calls.isEmpty)
  }

  @Test(
    arguments: [
      (["query": "x", "sort": "stars"], "followers, repositories, joined"),
      (["query": "x", "sort": ""], "followers, repositories, joined"),
      (["query": "x", "sort": "joined", "order": "up"], "asc or desc"),
      (["query": "x", "order": "DESC"], "asc or desc"),
    ] as [(JSONValue, String)])
  func `what the source cannot sort by is refused, naming what it can`(
    params: JSONValue, possible: String
  ) {
    harness.request(1, "search/query", params)
    var open = params.objectValue ?? JSONObject()
    (open["query"], open["searchId"], open["text"]) = (nil, "s", "x")
    open["options"] = params
    harness.notify("search/didOpen", .object(open))
    let messages = harness.read()
    for error in [messages.first?["error"], messages.last?["params"]?["error"]] {
      #expect(error?["data"]?["kind"] == "notSupported")
      #expect(error?["data"]?["retryable"] == false)
      #expect(error?["message"]?.stringValue?.contains(possible) == true)
    }
    #expect(harness.source.calls.isEmpty)
  }

  @Test(
    arguments: [
      ["query": "x", "sort": "joined"], ["query": "x", "sort": "followers", "order": "asc"],
      ["query": "x", "order": "desc"], ["query": "x", "sort": .null, "order": .null],
    ] as [JSONValue])
  func `what the source can sort by is asked`(params: JSONValue) {
    harness.request(1, "search/query", params)
    #expect(harness.source.openQuestions == ["search x"])
  }

  @Test func `an unknown notification is logged once, one that begins with a dollar never`() {
    for _ in 0..<3 { harness.notify("no/such", [:]) }
    harness.notify("$/progress", [:])
    harness.notify("$/unknown", [:])
    #expect(harness.read() == [])
    #expect(
      harness.log.lines.filter { $0.contains("no/such") && $0.hasPrefix("warning") }.count == 1)
    #expect(!harness.log.lines.contains { $0.hasPrefix("warning") && $0.contains("$/") })
  }

  @Test func `a response to nothing changes nothing`() {
    harness.send(#"{"jsonrpc":"2.0","id":1,"result":5}"#)
    harness.send(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#)
    #expect(harness.read() == [])
  }

  // MARK: ids under way

  @Test func `a live id used again is refused, the first is untouched`() {
    harness.request(1, "search/query", ["query": "octo"])
    harness.request(1, "search/query", ["query": "cat"])
    #expect(harness.readLines() == ["error 1 -32600"])
    harness.answer("search octo", .page(.people("octo")))
    #expect(harness.readLines() == ["answer 1"])
    harness.request(1, "search/query", ["query": "cat"])
    harness.answer("search cat", .page(.people("cat")))
    #expect(harness.readLines() == ["answer 1"])
  }

  @Test func `a number and its text are two ids`() {
    harness.request(1, "search/query", ["query": "octo"])
    harness.request("1", "search/query", ["query": "cat"])
    harness.answer("search cat", .page(.people("cat")))
    harness.answer("search octo", .page(.people("octo")))
    #expect(harness.readLines() == ["answer \"1\"", "answer 1"])
  }

  // MARK: cancel

  @Test(
    arguments: [
      ("search/query", ["query": "octo"]), ("profile/get", ["login": "octo"]),
      ("user/isFollowing", ["login": "octo"]), ("user/follow", ["login": "octo"]),
    ] as [(String, JSONValue)], [true, false])
  func `a cancelled request is answered once, at once, whatever comes of it`(
    row: (String, JSONValue), heeds: Bool
  ) {
    let harness = ServiceHarness.initialized(heedsCancellation: heeds)
    harness.request(1, row.0, row.1)
    harness.notify("$/cancelRequest", ["id": 1])
    harness.notify("$/cancelRequest", ["id": 1])
    #expect(harness.source.calls.allSatisfy { $0.isCancelled })
    for call in harness.source.open { harness.answer(call.number, .page(.people("late"))) }
    let answers = harness.read().filter { $0["id"] == 1 }
    #expect(answers.map { ServiceHarness.line($0) } == ["error 1 -32800"])
    #expect(answers.first?["error"]?["data"]?["kind"] == "cancelled")
  }

  @Test func `a cancelled retry does not sleep on`() {
    harness.request(1, "search/query", ["query": "octo"])
    harness.answer("search octo", .failure(SourceError(.serverError, httpStatus: 500)))
    #expect(harness.clock.sleeperCount == 1)
    harness.notify("$/cancelRequest", ["id": 1])
    harness.settle()
    #expect(harness.clock.sleeperCount == 0)
    harness.advance(1_000)
    #expect(harness.source.calls.count == 1)
    #expect(harness.readLines() == ["error 1 -32800"])
  }

  @Test(arguments: ["{}", #"{"id":99}"#, #"{"id":null}"#, #"{"id":1.5}"#, "null"])
  func `cancelling what is not under way changes nothing`(params: String) {
    harness.request(1, "search/query", ["query": "octo"])
    harness.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":\#(params)}"#)
    #expect(harness.read() == [])
    #expect(harness.source.openQuestions == ["search octo"])
  }

  // MARK: batches

  @Test func `a batch is answered by one array, when the last is there`() {
    harness.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"search/query","params":{"query":"octo"}},"#
        + #"{"jsonrpc":"2.0","method":"no/such"},5,{"jsonrpc":"2.0","id":"b","method":"no/such"}]"#)
    #expect(harness.read() == [])
    harness.answer("search octo", .page(.people("octo")))
    let messages = harness.read()
    #expect(messages.count == 1)
    let ids = messages.first?.arrayValue?.map { $0["id"] ?? nil } ?? []
    #expect(ids.count == 3)
    #expect(ids.contains(1) && ids.contains("b") && ids.contains(.null))
    #expect(messages.flatMap { strictFormFaults($0) } == [])
  }

  @Test func `a batch of notifications alone is answered by nothing at all`() {
    harness.send(#"[{"jsonrpc":"2.0","method":"no/such"},{"jsonrpc":"2.0","id":1,"result":1}]"#)
    #expect(harness.read() == [])
  }

  @Test func `one of a batch can be cancelled, and the batch is whole all the same`() {
    harness.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"search/query","params":{"query":"octo"}},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"search/query","params":{"query":"cat"}}]"#)
    harness.notify("$/cancelRequest", ["id": 1])
    #expect(harness.read() == [])
    harness.answer("search cat", .page(.people("cat")))
    #expect(harness.read().first?.arrayValue?.count == 2)
  }

  @Test func `an id twice in one batch is refused once`() {
    harness.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"search/query","params":{"query":"octo"}},"#
        + #"{"jsonrpc":"2.0","id":1,"method":"search/query","params":{"query":"cat"}}]"#)
    harness.answer("search octo", .page(.people("octo")))
    let answers = harness.read().first?.arrayValue ?? []
    #expect(answers.map { ServiceHarness.line($0) }.sorted() == ["answer 1", "error 1 -32600"])
    #expect(harness.source.calls.count == 1)
  }

  // MARK: any interleaving

  @Test(arguments: UInt64(1)...20)
  func `whatever is asked, cancelled and answered, each has one answer`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let harness = ServiceHarness.initialized(heedsCancellation: random.chance(50), seed: seed)
    var asked = 0
    for _ in 0..<150 {
      switch random.below(6) {
      case 0, 1:
        asked += 1
        let row = random.pick(
          [
            ("search/query", ["query": .string("q\(asked)")]),
            ("profile/get", ["login": .string("p\(asked)")]),
            ("user/follow", ["login": .string("f\(asked % 3)")]),
            ("user/isFollowing", ["login": .string("i\(asked)")]),
            ("no/such", [:]), ("search/query", [:]),
          ] as [(String, JSONValue)])
        harness.request(JSONValue(asked), row.0, row.1)
      case 2: harness.notify("$/cancelRequest", ["id": JSONValue(1 + random.below(asked + 1))])
      case 3: harness.advance(random.below(400))
      default:
        let open = harness.source.open
        guard !open.isEmpty else { continue }
        let call = random.pick(open)
        harness.answer(call.number, Self.answer(to: call.question, &random))
      }
    }
    for _ in 0..<60 {
      for call in harness.source.open {
        harness.answer(call.number, .failure(SourceError(.notFound(what: "x"))))
      }
      harness.advance(1_000)
    }
    let ids = harness.read().compactMap { $0["id"]?.intValue }
    #expect(ids.sorted() == Array(1...asked))
  }

  private static func answer(
    to question: StubSource.Question, _ random: inout SplitMix64
  ) -> StubSource.Answer {
    if random.chance(30) { return .failure(SourceError(.timeout)) }
    switch question {
    case .search, .part, .more: return .page(.people("x"))
    case .isFollowing: return .following(true)
    case .setFollowing: return .done
    case .avatar: return .path("x.png")
    }
  }
}
