import JSON
import Service
import TestKit
import Testing
import Wire

@Suite("Settings")
struct SettingsTests {
  typealias Row = (name: String, right: [JSONValue], wrong: [JSONValue])

  private static func milliseconds(_ name: String, from minimum: Int64 = 0) -> Row {
    (
      name, [.integer(minimum), 600_000, 250, 250.0],
      [.integer(minimum - 1), 600_001, "250", 2.5, true, [], .largeInteger("99999999999999999999")]
    )
  }

  private static let rows: [Row] = [
    milliseconds("debounceMilliseconds"), milliseconds("maximumWaitMilliseconds"),
    milliseconds("deadlineMilliseconds", from: 1),
    milliseconds("requestTimeoutMilliseconds", from: 1),
    ("minimumQueryLength", [0, 100, 3], [-1, 101, "2", 1.5, false]),
    ("maximumRetries", [0, 10], [-1, 11, "2", [:]]),
    ("perPage", [1, 100], [0, 101, "30", .null] as [JSONValue]),
    ("cacheSeconds", [0, 86_400], [-1, 86_401, "60"]),
    ("provisionalResults", [true, false], [0, 1, "true", [:]]),
    (
      "github.baseUrl",
      [
        "https://api.github.com", "http://127.0.0.1:8080", "https://h/api/v3", "HTTPS://h/",
        " https://h/api/v3 ", "https://h\n",
      ],
      [
        "", "api.github.com", "ftp://h", "https://", "https:///x", "https://u:p@h",
        "https://h/?q=1",
        "https://h/#x", "https://h/ x", "https://é", 5, true, "https://:80",
      ]
    ),
    ("github.token", ["x", "ghp_0123"], ["", "a b", "a\n", "a\r\nX: y", "é", "\u{0}", 5, []]),
    (
      "github.tokenCommand", [["gh"], ["gh", "auth", "token"], ["pass", "a b", ""]],
      ["gh", [""], ["", "x"], [1], ["gh", 5], ["a\u{0}"], 5, []]
    ),
    ("github.apiVersion", ["2022-11-28"], ["", "a b", 5, ["x"]]),
    ("github.graphql", ["auto", "always", "never"], ["", "Auto", true, []]),
    ("sources", [[], [["id": "x"]]], ["x", 5, [1], [["id": "x"], "y"]]),
  ]

  @Test(arguments: [Framing.headers, .lines])
  func `what was refused before the session is told once it is initialised`(framing: Framing) {
    let fault = SettingFault(name: "perPage", expected: "a whole number", found: "a string")
    let harness = ServiceHarness(framing: framing, refused: [fault])
    #expect(harness.readLines() == [])
    harness.request(1, framing == .headers ? "initialize" : "no/such")
    harness.request(2, "no/such")
    let told = "window/showMessage \(fault.message)"
    #expect(harness.readLines().filter { $0.hasPrefix("window") } == [told])
    let warnings = harness.log.lines.filter { $0.hasPrefix("warning") }
    #expect(warnings == ["warning \(fault.message)"])
  }

  @Test(arguments: rows.map(\.name))
  func `a right value is taken`(name: String) throws {
    let row = try #require(Self.rows.first { $0.name == name })
    for value in row.right {
      var settings = Settings()
      #expect(settings.apply(Self.nested(name, value)) == [], "\(value)")
    }
  }

  @Test(arguments: rows.map(\.name))
  func `a wrong value is refused by name, and leaves all as it was`(name: String) throws {
    let row = try #require(Self.rows.first { $0.name == name })
    for value in row.wrong where !value.isNull {
      var settings = Settings()
      let faults = settings.apply(Self.nested(name, value))
      #expect(faults.map(\.name) == [name], "\(value)")
      #expect(faults.first?.message.contains("`\(name)`") == true)
      guard name != "github.baseUrl" else { continue }
      #expect(settings == Settings(), "\(value)")
    }
  }

  @Test(arguments: ["ghe.corp.example/api/v3", "ftp://h", 5] as [JSONValue])
  func `while a base URL is refused nothing is to be asked, and no token is for what comes after`(
    url: JSONValue
  ) {
    var settings = Settings()
    #expect(settings.apply(["github": ["baseUrl": url, "token": "t"]]).count == 1)
    #expect(settings.github.baseURL == nil)
    #expect(settings.apply(["github": ["token": "u"]]).isEmpty)
    #expect(settings.github.baseURL == nil)
    #expect(settings.apply(["github": ["baseUrl": "https://api.github.com"]]).isEmpty)
    #expect(settings.github.baseURL != nil && settings.github.token == nil)
  }

  @Test func `a token belongs to the base URL that it was given with`() {
    var settings = Settings()
    _ = settings.apply(["github": ["token": "t", "tokenCommand": ["pass"]]])
    _ = settings.apply(["github": ["baseUrl": "https://API.github.com/ "]])
    #expect(settings.github.token == "t", "it is the same one")
    _ = settings.apply(["github": ["baseUrl": "https://ghe.example", "token": 5]])
    #expect(settings.github.token == nil && settings.github.tokenCommand == nil)
    _ = settings.apply(["github": ["tokenCommand": ["gh"], "baseUrl": "https://h.example"]])
    #expect(settings.github.tokenCommand == ["gh"])
  }

  @Test func `a token that is named again is another wish`() {
    var settings = Settings()
    _ = settings.apply(["github": ["tokenCommand": ["pass"]]])
    let before = settings
    _ = settings.apply(["github": ["tokenCommand": ["pass"]]])
    #expect(settings != before)
  }

  @Test func `what is wrong keeps nothing else from applying`() {
    var settings = Settings()
    let faults = settings.apply([
      "perPage": 0, "debounceMilliseconds": 5, "github": ["token": 5, "apiVersion": "x"],
      "maximumRetries": 1,
    ])
    #expect(faults.map(\.name) == ["perPage", "github.token"])
    #expect(settings.search.debounce == .milliseconds(5))
    #expect(settings.search.maximumRetries == 1)
    #expect(settings.github.apiVersion == "x")
  }

  @Test func `null and unknown names change nothing`() {
    var settings = Settings()
    #expect(settings.apply(["perPage": .null, "unknown": 5, "github": .null]) == [])
    #expect(settings.apply(.null) == [])
    #expect(settings.apply(["github": ["unknown": [:]]]) == [])
    #expect(settings == Settings())
  }

  @Test func `a later value wins and changes only what it names`() {
    var settings = Settings()
    _ = settings.apply(["perPage": 10, "cacheSeconds": 5])
    _ = settings.apply(["perPage": 20])
    #expect(settings.search.perPage == 20)
    #expect(settings.search.cacheAge == .seconds(5))
  }

  @Test(arguments: ["x", 5, true, [1]] as [JSONValue])
  func `settings that are no object are refused`(value: JSONValue) {
    var settings = Settings()
    #expect(settings.apply(value).count == 1)
    #expect(settings == Settings())
    #expect(settings.apply(["github": value]).map(\.name) == ["github"])
    #expect(settings.github.baseURL == nil, "whom to ask is part of what was refused")
  }

  @Test(arguments: ["github.token", "github.tokenCommand", "github.baseUrl"])
  func `a secret is never repeated`(name: String) {
    var settings = Settings()
    for value: JSONValue in ["s3cret with blanks", ["s3cret": 1], [["s3cret"]], "https://s3cret@h"]
    {
      for fault in settings.apply(Self.nested(name, value)) {
        #expect(!"\(fault) \(fault.message)".contains("s3cret"))
      }
    }
  }

  @Test func `options of one search are named as such`() {
    let harness = ServiceHarness.initialized()
    harness.notify(
      "search/didOpen",
      [
        "searchId": "s", "text": "octo",
        "options": ["perPage": 0, "sort": "joined", "order": "asc"],
      ])
    let lines = harness.readLines()
    #expect(lines.count == 2)
    #expect(lines.first?.contains("`options.perPage`") == true)
    guard case .search(let query, _)? = harness.source.calls.first?.question else {
      Issue.record("nothing was asked")
      return
    }
    #expect((query.sort, query.order, query.perPage) == ("joined", "asc", 30))
  }

  @Test(
    arguments: [
      ["settings": ["gitexplorer": ["debounceMilliseconds": 10]]],
      ["settings": ["debounceMilliseconds": 10]],
    ] as [JSONValue])
  func `settings change at run time, in both forms`(params: JSONValue) {
    let harness = ServiceHarness.initialized()
    harness.notify("search/didOpen", ["searchId": "old"])
    harness.notify("workspace/didChangeConfiguration", params)
    harness.notify("search/didOpen", ["searchId": "new"])
    harness.notify("search/didChange", ["searchId": "old", "text": "old text"])
    harness.notify("search/didChange", ["searchId": "new", "text": "new text"])
    harness.advance(10)
    #expect(harness.source.openQuestions == ["search new text"])
    harness.advance(490)
    #expect(harness.source.openQuestions == ["search new text", "search old text"])
  }

  /// `{"a": {"b": value}}` for `a.b`.
  private static func nested(_ name: String, _ value: JSONValue) -> JSONValue {
    name.split(separator: ".").reversed().reduce(value) { inner, part in
      .object(JSONObject(lastWins: [(key: String(part), value: inner)]))
    }
  }
}
