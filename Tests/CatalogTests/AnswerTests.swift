import Explorer
import HTTP
import JSON
import Testing
import URLs

@testable import Catalog

@Suite("What the answer of a JSON API says", .timeLimit(.minutes(1)))
struct AnswerTests {
  /// An answer, and the labels that come of it.
  struct Row: Sendable, CustomTestStringConvertible {
    var members: JSONValue = ["items": "data"]
    var body: String
    var type = "application/json"
    var status = 200
    var labels: [String] = []
    var testDescription: String { "\(status) \(body)" }

    init(
      _ body: String, _ labels: [String] = [], _ members: JSONValue = ["items": "data"],
      type: String = "application/json", status: Int = 200
    ) {
      (self.body, self.labels, self.members) = (body, labels, members)
      (self.type, self.status) = (type, status)
    }
  }

  private func source(_ members: JSONValue, _ bench: Bench, mode: String) throws -> any Source {
    var entry: JSONObject = JSONObject(lastWins: [
      (key: "id", value: "x"), (key: "type", value: "http"), (key: "mode", value: .string(mode)),
      (key: "url", value: "http://x.test/?q={query}"), (key: "total", value: "count"),
      (key: "label", value: "name"),
    ])
    for member in members.objectValue?.members ?? [] { entry[member.key] = member.value }
    return try bench.source(.object(entry))
  }

  private func bench(_ body: [UInt8], type: String = "application/json", status: Int = 200) -> Bench
  {
    Bench(
      StubClient { _ in Response(status: status, headers: ["Content-Type": type], body: body) })
  }

  private static let keyed: JSONValue = ["items": "data", "label": "{@key} {n}"]

  @Test(
    "is read as a file is, for every query and once for all",
    arguments: [
      Row(#"[{"name":"a"}]"#, ["a"], [:]),
      Row(#"{"data":{"name":"a"}}"#, ["a"]),
      Row(#"{"data":[{"x":[{"name":"a"},{"name":"b"}]}]}"#, ["a", "b"], ["items": "data.0.x"]),
      Row(
        #"[{"g":"1","e":[{"name":"a"}]},{"g":"2","e":[{"name":"b"}]}]"#, ["1 a", "2 b"],
        ["items": "*.e", "label": "{@parent.g} {name}"]),
      Row(#"{"data":{"a":{"n":1},"b":{"n":2}}}"#, ["a 1", "b 2"], keyed),
      Row(#"{"data":["a","b"]}"#, ["a", "b"], ["items": "data", "label": "@value"]),
      Row(
        #"{"data":[["h"],["a"],["b"]]}"#, ["a", "b"],
        ["items": "data", "columns": ["name"], "skip": 1]),
      Row(
        #"{"data":{"name":["a","b"],"n":[1,2]}}"#, ["a 1", "b 2"],
        ["items": "data", "zip": true, "label": "{name} {n}"]),
      Row(")]}'\n{\"data\":[{\"name\":\"a\"},]}", ["a"]),
      Row("{\"name\":\"a\"}\n{\"name\":\"b\"}\n", ["a", "b"], [:]),
      Row("{\"name\":\"a\"}\n\n{\"name\":\"b\"", ["a"], [:], type: "application/x-ndjson"),
      Row("name;n\na;1\nb;2\n", ["a", "b"], [:], type: "text/csv; charset=utf-8"),
      Row("name\tn\na, b\t1\n", ["a, b"], ["format": "tsv"], type: "text/plain"),
      Row(
        "# by hand\na|1\n", ["a"],
        ["format": "csv", "comment": "#", "separator": "|", "columns": ["name", "n"]]),
    ])
  func reads(_ row: Row) async throws {
    for mode in ["query", "all"] {
      let bench = bench(Array(row.body.utf8), type: row.type)
      let source = try source(row.members, bench, mode: mode)
      #expect(try await source.labels("") == row.labels, "\(mode)")
    }
  }

  @Test(
    "is in the encoding that it says, or that the settings say",
    arguments: [
      ([:], "application/json; charset=\"EUC-KR\""), (["encoding": "CP949"], "application/json"),
    ] as [(JSONValue, String)])
  func encodings(_ members: JSONValue, _ type: String) async throws {
    let body = Array("[{\"name\":\"".utf8) + [0xBB, 0xE7, 0xB0, 0xFA] + Array("\"}]".utf8)
    let source = try source(members, bench(body, type: type), mode: "query")
    #expect(try await source.labels("a") == ["사과"])
  }

  @Test("that is not UTF-8 and says nothing is refused with the byte")
  func otherEncoding() async throws {
    let body = Array("[{\"name\":\"".utf8) + [0xBB, 0xE7, 0xB0, 0xFA] + Array("\"}]".utf8)
    let source = try source([:], bench(body), mode: "query")
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    guard case .badResponse(.undecodable(let place)) = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place.hasPrefix("it is not UTF-8: 0xBB at line 1"))
  }

  @Test(
    "is empty and no failure where there is nothing",
    arguments: [
      Row(#"{"data":[]}"#), Row(#"{"data":null,"count":0}"#), Row(#"{"data":""}"#),
      Row(#"{"data":false}"#), Row(#"{"count":0}"#), Row(#"{"count":"0","data":7}"#),
      Row(#"{"data":null}"#, [], ["items": "data.rows"]),
      Row(#"{"data":""}"#, [], ["items": "data.rows.row"]),
      Row(#"{"data":[]}"#, [], ["items": "data.rows"]),
      Row("", status: 204), Row("gone", [], ["items": "data", "empty": [404, 410]], status: 404),
      Row("", [], ["items": "data", "empty": 404], status: 404),
      Row(#"{"errors":[],"data":[]}"#), Row(#"{"error":null,"data":[]}"#),
      Row(#"{"header":{"resultCode":"00"},"data":[]}"#), Row(#"{"resultCode":200,"data":null}"#),
      Row(#"{"response":{"header":{"resultCode":"03","resultMsg":"NODATA_ERROR"}}}"#),
    ])
  func empties(_ row: Row) async throws {
    for mode in ["query", "all"] {
      let bench = bench(Array(row.body.utf8), status: row.status)
      let source = try source(row.members, bench, mode: mode)
      #expect(try await source.labels("a").isEmpty)
      #expect(bench.warnings.isEmpty)
    }
  }

  @Test(
    "is a failure with its words where it says so, whatever its status",
    arguments: [
      Row(#"{"ok":false,"error":"No.","data":[{"name":"a"}]}"#, ["No."]),
      Row(#"{"success":false,"message":"No."}"#, ["No."]),
      Row(#"{"success":false}"#, []),
      Row(#"{"errors":[{"message":"No."}],"data":null}"#, ["No."]),
      Row(#"{"errors":[{"message":"No."}],"data":{"s":null}}"#, ["No."], ["items": "data.s.nodes"]),
      Row(#"{"error":{"code":"x","info":"No."}}"#, ["No."]),
      Row(#"{"status":"error","message":"No."}"#, ["No."]),
      Row(
        #"{"response":{"header":{"resultCode":"30","resultMsg":"No."},"body":{}}}"#, ["No."],
        ["items": "response.body.items.item"]),
      Row(#"{"header":{"return_code":-22,"error":{"message":"No."}},"body":{}}"#, ["No."]),
      Row(
        #"{"fault":{"text":"No."},"data":[{"name":"a"}]}"#, ["No."],
        ["items": "data", "error": "fault.text"]),
      Row(
        #"{"fault":1,"message":"No.","data":[]}"#, ["No."], ["items": "data", "error": "fault"]),
    ])
  func failures(_ row: Row) async throws {
    let bench = bench(Array(row.body.utf8))
    let source = try source(row.members, bench, mode: "query")
    let error = await failure { () throws(SourceError) in try await source.labels("a") }
    #expect(error?.cause == .badResponse(.saysItFailed))
    #expect(error?.said == row.labels.first)
    #expect(error?.mayPass == false)
  }

  @Test(
    "is no failure where an error is a remark beside items",
    arguments: [
      Row(#"{"errors":[{"message":"No."}],"data":[{"name":"a"}]}"#),
      Row(#"{"resultCode":"7","data":[{"name":"a"}]}"#),
      Row(#"{"error":"none","data":[{"name":"a"}]}"#),
      Row(#"{"fault":"","data":[{"name":"a"}]}"#, [], ["items": "data", "error": "fault"]),
      Row(#"{"fault":0,"data":[{"name":"a"}]}"#, [], ["items": "data", "error": "fault"]),
    ])
  func remarks(_ row: Row) async throws {
    let source = try source(row.members, bench(Array(row.body.utf8)), mode: "query")
    #expect(try await source.labels("a") == ["a"])
  }

  @Test("holds requests back where it speaks of a limit, and as long as it asks for")
  func limits() async throws {
    let bench = bench(Array(#"{"data":[{"name":"a"}],"backoff":7}"#.utf8))
    let source = try source(["items": "data"], bench, mode: "query")
    #expect(try await source.labels("a") == ["a"])
    let error = await failure { () throws(SourceError) in try await source.labels("b") }
    #expect(error?.retryAfter == .seconds(7))
    #expect(bench.client.requests.count == 1)
    bench.time.advance(by: .seconds(8))
    bench.client.replace { _ in .json(["ok": false, "error": "Rate limit exceeded"]) }
    let refused = await failure { () throws(SourceError) in try await source.labels("b") }
    guard case .rateLimited = refused?.cause else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(bench.client.requests.count == 2)
    #expect(refused?.said == "Rate limit exceeded")
  }

  @Test("names the right field in mode `all` too, and as something that was asked")
  func suggestions() async throws {
    for members in [["items": "dta"], ["items": "data", "label": "nmae"]] as [JSONValue] {
      let source = try source(
        members, bench(Array(#"{"data":[{"name":"a"},{"name":"b"}]}"#.utf8)), mode: "all")
      let error = await failure { () throws(SourceError) in try await source.labels("") }
      guard case .misconfigured(let reason) = error?.cause else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.contains("did you mean `data`?") || reason.contains("did you mean `name`?"))
      #expect(error?.httpStatus == 200)
    }
  }
}

@Suite("What a request to a JSON API is filled in with", .timeLimit(.minutes(1)))
struct FilledRequestTests {
  private func request(_ members: JSONValue, _ query: String) async throws -> Request {
    let bench = Bench(StubClient { _ in .json([]) }, variables: ["KEY": "s&=k"])
    var entry: JSONObject = JSONObject(lastWins: [
      (key: "id", value: "x"), (key: "type", value: "http"), (key: "label", value: "name"),
      (key: "url", value: "http://x.test/"),
    ])
    for member in members.objectValue?.members ?? [] { entry[member.key] = member.value }
    _ = try await bench.source(.object(entry)).labels(query)
    return try #require(bench.client.requests.first)
  }

  struct Escape: Sendable {
    var escape: JSONValue
    var template: String
    var query: String
    var expected: String
  }

  @Test(
    "a query stays inside the quotes that it is put in",
    arguments: [
      Escape(
        escape: "backslash", template: #"n ~ "{query}""#, query: #"a"\'"#,
        expected: #"n ~ "a\"\\'""#),
      Escape(
        escape: "backslash", template: #"n ~ '%{query}%'"#, query: #"a"'"#,
        expected: #"n ~ '%a"\'%'"#),
      Escape(
        escape: "double", template: "contains(n,'{query}')", query: #"O'B"r"#,
        expected: #"contains(n,'O''B"r')"#),
      Escape(escape: "double", template: #""{query}"*"#, query: #"O'B"r"#, expected: #""O'B""r"*"#),
      Escape(escape: "backslash", template: "{query}", query: #"a"'\"#, expected: #"a\"\'\\"#),
      Escape(
        escape: ["+": "\\+", "&&": "\\&&", "a": "b", "b": "c"], template: "n:{query}",
        query: "a+b&&&", expected: #"n:b\+c\&&&"#),
      Escape(escape: ["\"": ""], template: "{query}", query: "a\"\u{301}b", expected: "a\u{301}b"),
    ])
  func escapes(_ row: Escape) async throws {
    let body = try await request(
      ["method": "POST", "body": ["f": .string(row.template)], "escape": row.escape], row.query)
    #expect(try JSONValue(parsing: body.body)["f"]?.stringValue == row.expected)
    let form = try await request(
      ["form": ["f": .string(row.template)], "escape": row.escape], row.query)
    #expect(form.body == Array(("f=" + URLEncoding.queryValue(row.expected)).utf8))
  }

  @Test("the quote may be percent-encoded in a URL, and no query is another path")
  func urls() async throws {
    let odata = try await request(
      ["url": "http://x.test/?$filter=contains(n,%27{query}%27)", "escape": "double"], "O'B")
    #expect(odata.url == "http://x.test/?$filter=contains(n,%27O%27%27B%27)")
    let path = try await request(["url": "http://x.test/find/{query}"], "..")
    #expect(path.url == "http://x.test/find/%2E%2E")
  }

  @Test("a form is sent as forms are, by POST, its fields percent-encoded")
  func forms() async throws {
    let request = try await request(
      ["form": ["q": "{query}", "k": "{env:KEY}", "n": 5, "c": "{cursor}"], "next": "body:c"],
      "a b&x=1")
    #expect(request.method == .post)
    #expect(String(decoding: request.body, as: UTF8.self) == "q=a%20b%26x%3D1&k=s%26%3Dk&n=5")
    #expect(
      request.headers.contains {
        $0.name == "Content-Type" && $0.value == "application/x-www-form-urlencoded"
      })
  }
}
