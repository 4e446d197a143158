import Explorer
import JSON
import Testing

@testable import Catalog

@Suite("Records of catalogues", .timeLimit(.minutes(1)))
struct RecordTests {
  private let bench = Bench()

  private func source(
    _ file: TemporaryFile, _ more: [(String, JSONValue)] = []
  ) throws -> any Source {
    var entry = JSONObject(lastWins: [
      (key: "id", value: "c"), (key: "type", value: "catalog"),
      (key: "path", value: .string(file.path)), (key: "label", value: "name"),
    ])
    for (key, value) in more { entry[key] = value }
    return try bench.source(.object(entry))
  }

  private func items(_ source: any Source) async throws -> [Item] {
    try await source.search(Query(""), continuing: nil, timeout: limit).items
  }

  struct Shape: Sendable {
    var text: String
    var members: [(String, JSONValue)]
    var labels: [String]
  }

  @Test(
    "are found in lists of every shape",
    arguments: [
      Shape(
        text: #"{"NRT":{"name":"Narita"},"HND":{"name":"Haneda"}}"#,
        members: [("label", "{@key}: {name}")], labels: ["NRT: Narita", "HND: Haneda"]),
      Shape(
        text: #"{"unit":{"kg":"kilogram","m":"metre"}}"#,
        members: [("items", "unit"), ("label", "{@value} ({@key})")],
        labels: ["kilogram (kg)", "metre (m)"]),
      Shape(text: #"["oak","elm"]"#, members: [("label", "@value")], labels: ["oak", "elm"]),
      Shape(
        text: #"[{"name":"Sea","fish":[{"name":"cod"}]},{"name":"Lake","fish":[{"name":"pike"}]}]"#,
        members: [("items", "*.fish"), ("label", "{name} of {@parent.name}")],
        labels: ["cod of Sea", "pike of Lake"]),
      Shape(
        text: #"{"name":["a","b","c"],"size":[1,2]}"#,
        members: [("zip", true), ("label", "{name} {size}")], labels: ["a 1", "b 2", "c"]),
      Shape(
        text: #"{"meta":[9],"name":{"0":"a","1":"b"},"size":{"1":2}}"#,
        members: [("zip", ["name", "size"]), ("label", "{name} {size}")], labels: ["a", "b 2"]),
      Shape(
        text: #"{"data":[["name","n"],["a",1],["b",2]]}"#,
        members: [("items", "data"), ("columns", ["name", "n"]), ("skip", 1)], labels: ["a", "b"]),
    ])
  func shapes(_ shape: Shape) async throws {
    let file = TemporaryFile(shape.text)
    let source = try source(file, shape.members)
    #expect(try await items(source).map(\.label) == shape.labels)
  }

  @Test("of a table without names, with a title and comments above")
  func tables() async throws {
    let file = TemporaryFile("Stock of May\n% by shelf\n7|lamp\n% more\n8|desk\n", named: ".dat")
    let source = try source(
      file, [("columns", ["n", "name"]), ("comment", "%"), ("skip", 1), ("separator", "|")])
    #expect(try await items(source).map(\.label) == ["lamp", "desk"])
  }

  @Test(
    "are read in the encoding that is named, and in UTF-16 by themselves",
    arguments: [
      ("CP949", [0xB0, 0xA1]), ("Shift_JIS", [0x83, 0x4A]), ("latin1", [0xE5]),
      ("UTF-8", Array("å".utf8)),
    ] as [(String, [UInt8])])
  func encodings(_ name: String, _ letter: [UInt8]) async throws {
    let file = TemporaryFile(Array("name\n".utf8) + letter + Array("\n".utf8), named: ".csv")
    let source = try source(file, [("encoding", .string(name))])
    let label = try await items(source).first?.label
    #expect(["가", "カ", "å"].contains(label))
  }

  @Test("in UTF-16 need no word of it, with a mark or without", arguments: [true, false])
  func utf16(_ isMarked: Bool) async throws {
    let text = "name,n\r\nGdańsk,1\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let file = TemporaryFile((isMarked ? [0xFF, 0xFE] : []) + text, named: ".csv")
    #expect(try await items(try source(file)).map(\.label) == ["Gdańsk"])
  }

  @Test("keep their ids when others come above them, and have one each")
  func ids() async throws {
    let file = TemporaryFile("name,n\na,1\nb,2\na,1\n", named: ".csv")
    let source = try source(file)
    let before = try await items(source).map(\.id)
    #expect(Set(before).count == 3)
    #expect(before[2] == before[0] + "#2")
    file.write("name,n\nz,0\na,1\nb,2\na,1\n")
    #expect(Array(try await items(source).map(\.id).dropFirst()) == before)
  }

  @Test("have the id that a key says")
  func keys() async throws {
    let file = TemporaryFile(#"[{"name":"a","n":7},{"name":"b","n":7},{"name":"c","n":8}]"#)
    let source = try source(file, [("key", "n")])
    #expect(try await items(source).map(\.id) == ["c:7", "c:7#2", "c:8"])
  }

  @Test(
    "have URLs whose fields are escaped for their place",
    arguments: [
      ("https://x.test/w/{name}", "Q & A", "https://x.test/w/Q%20%26%20A"),
      ("https://x.test/w/{name}", "Żabka #1?", "https://x.test/w/%C5%BBabka%20%231%3F"),
      ("https://x.test/w/{name}", "5% off%21", "https://x.test/w/5%25%20off%21"),
      ("https://x.test/?q={name}&n=1", "a&b=c d", "https://x.test/?q=a%26b%3Dc%20d&n=1"),
      ("name", "https://x.test/a b/ü", "https://x.test/a%20b/%C3%BC"),
      ("name", "HTTPS://bücher.test/<x>", "https://bücher.test/%3Cx%3E"),
      ("name", "www.x.test/y", "https://www.x.test/y"), ("name", "//x.test/y", "https://x.test/y"),
      ("name", "javascript:alert(1)", nil), ("name", "https://me:pw@x.test/", nil),
    ] as [(String, String, String?)])
  func urls(_ template: String, _ name: String, _ url: String?) async throws {
    let file = TemporaryFile(JSONValue.array([["name": .string(name)]]).jsonBytes)
    let source = try source(file, [("url", .string(template))])
    #expect(try await items(source).first?.url == url)
  }

  @Test("are sorted by a field, what lacks it last, and refused where there is no such field")
  func sorts() async throws {
    let file = TemporaryFile("name,n\na,10\nb,9\nc,\nd,100\n", named: ".csv")
    let source = try source(file)
    func labels(_ query: Query) async throws(SourceError) -> [String] {
      try await source.search(query, continuing: nil, timeout: limit).items.map(\.label)
    }
    #expect(try await labels(Query("", sort: "n", order: "asc")) == ["b", "a", "d", "c"])
    #expect(try await labels(Query("", sort: "n", order: "desc")) == ["d", "a", "b", "c"])
    #expect(
      try await labels(Query("", sort: "n", order: "asc", page: 2, perPage: 2)) == ["d", "c"])
    #expect(
      await failure { () throws(SourceError) in try await labels(Query("", sort: "m")) }?.cause
        == .cannotSort(SourceError.Sorting(key: "m", order: nil, possible: ["name", "n"])))
  }

  @Test("are missed with the name that was perhaps meant")
  func suggestions() async throws {
    let file = TemporaryFile(#"{"rows":[{"title":"a","x":{"lang":"ko"}}]}"#)
    let wrongLabel = try source(file, [("items", "rows"), ("label", "titel")])
    #expect(
      await failure { () throws(SourceError) in try await wrongLabel.labels("") }?.cause
        == .misconfigured(reason: "no record has `titel`; did you mean `title`?"))
    let wrongItems = try source(file, [("items", "row"), ("label", "title")])
    #expect(
      await failure { () throws(SourceError) in try await wrongItems.labels("") }?.cause
        == .misconfigured(reason: "there is no list at `row`; did you mean `rows`?"))
  }

  @Test("count rows with too few and too many cells in one alert")
  func ragged() async throws {
    let file = TemporaryFile("name,n,m\na\nb,1,2,3\nc,1,2,\n", named: ".csv")
    let source = try source(file)
    #expect(try await items(source).map(\.label) == ["a", "b", "c"])
    #expect(
      bench.warnings == [
        "c: of all rows 1 have fewer cells than the first line and 1 have more, the first at "
          + "line 2, column 1."
      ])
  }

  @Test("on a last line that is still being written are waited for once, and quietly")
  func growing() async throws {
    let file = TemporaryFile("{\"name\":\"a\"}\n{\"na", named: ".ndjson")
    let source = try source(file)
    let search = Task { try await source.labels("") }
    while bench.time.sleeperCount == 0 { await Task.yield() }
    file.write("{\"name\":\"a\"}\n{\"name\":\"b\"}\n{\"n")
    bench.time.advance(by: .milliseconds(100))
    #expect(try await search.value == ["a", "b"])
    #expect(bench.warnings.isEmpty)
  }
}
