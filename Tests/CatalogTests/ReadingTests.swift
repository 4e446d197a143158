import Explorer
import JSON
import TestKit
import Testing

@testable import Catalog

@Suite("Reading catalogues")
struct ReadingTests {
  private func table(
    _ text: some Sequence<UInt8>, _ form: RecordFormat, items: [String] = [],
    label: String = "name",
    group: String? = nil
  ) throws(SourceError) -> Table {
    var mapping = ItemMapping(label: FieldTemplate(label) ?? Self.name)
    mapping.group = group.flatMap { FieldTemplate($0) }
    return try TableReader(
      RecordLayout(format: form, items: ItemsPath(items.joined(separator: "."))), mapping
    ).table(Array(text))
  }

  private static let name: FieldTemplate = {
    guard let field = FieldTemplate("name") else { preconditionFailure("a name is a field") }
    return field
  }()

  private func labels(_ table: Table, _ label: String = "name") -> [String] {
    (0..<table.count).compactMap { table.record($0)[label]?.stringValue }
  }

  private static let layouts: [(RecordLayout, String)] = {
    var columns = RecordLayout(format: .json)
    columns.columns = ["name", "n"]
    var cells = RecordLayout(format: .csv)
    (cells.comment, cells.skip) = ("#", 1)
    return [
      (RecordLayout(), #"[{"name":"a","n":1},{"name":null},{"name":["b"]},7]"#),
      (
        RecordLayout(items: ItemsPath("x.*.y")), #"{"x":[{"y":[{"name":"a"}]},{"y":{"name":"b"}}]}"#
      ),
      (RecordLayout(format: .ndjson), "{\"name\":\"a\"}\n{\"name\":\"b\",}\n\n{\"n\":1}\n"),
      (columns, #"[["a",1],["b"],{"name":"c"},"d"]"#),
      (cells, "title\nname;n\n# x\n\"a;\";1\nb\nc;2;3\n"),
      (RecordLayout(format: .tsv), "name\tn\na\t1\n\"b\tc\r\nd\t2"),
    ]
  }()

  @Test("an answer has the records that a file of the same bytes has rows of", arguments: 1...4)
  func recordsAreRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let mapping = ItemMapping(label: Self.name)
    for _ in 0..<1_500 {
      let (layout, text) = random.pick(Self.layouts)
      let bytes = random.chance(10) ? Array(text.utf8) : random.damaged(Array(text.utf8))
      let reader = TableReader(layout, mapping)
      let rows = (try? reader.table(bytes)).map { table in (0..<table.count).map(table.record) }
      let records = (try? reader.records(bytes))?.records ?? []
      let usable = records.filter { mapping.item($0, id: "x") != nil }
      #expect(usable == rows ?? [], "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  struct Good: Sendable {
    var form: RecordFormat
    var text: String
    var labels: [String]
    var malformed = 0
    var items: [String] = []
  }

  @Test(
    "reads every form, skips and counts rows that cannot be used",
    arguments: [
      Good(form: .json, text: #"[{"name":"a"},{"name":"b"}]"#, labels: ["a", "b"]),
      Good(form: .json, text: "\u{FEFF}[{\"name\":\"a\"}]\n", labels: ["a"]),
      Good(
        form: .json, text: #"{"x":{"rows":[1]},"x":{"rows":[{"name":"é\n"}]}}"#, labels: ["é\n"],
        items: ["x", "rows"]),
      Good(
        form: .json, text: #"[{"name":"a"},null,1,"x",[],{},{"name":null},{"name":""}]"#,
        labels: ["a"], malformed: 7),
      Good(form: .json, text: #"[{"name":"a","name":"b"},{"na\u006de":"c"}]"#, labels: ["b", "c"]),
      Good(
        form: .json, text: #"[{"name":"\ud83d\ude00"},{"name":"\ud83d"}]"#,
        labels: ["😀", "\u{FFFD}"]),
      Good(form: .json, text: "[]", labels: []),
      Good(
        form: .ndjson,
        text: "{\"name\":\"a\"}\r\n\n  \n{\"name\":\"b\"}\n{\"name\":\nnot\n{\"name\":\"c\"}",
        labels: ["a", "b", "c"], malformed: 2),
      Good(form: .csv, text: "name,name,n\na,,1\nb,c\nd\n", labels: ["a", "c", "d"]),
      Good(form: .csv, text: "name,n\na,1\nb,2\n", labels: ["a", "b"]),
      Good(
        form: .csv,
        text: "\u{FEFF}n,name\r\n1,\"a, \"\"b\"\"\"\r\n\r\n2,\"two\nlines\"\r\n3,a\"b\"\"",
        labels: ["a, \"b\"", "two\nlines", "a\"b\"\""]),
      Good(
        form: .csv, text: "name,n\na\nb,2,3\nc,4\n\"d\"x,5\n,6", labels: ["a", "b", "c"],
        malformed: 2),
      Good(
        form: .csv, text: "name,n\na,1\n\"b,2\nc,\"3\nd,\"4\"", labels: ["a", "d"], malformed: 2),
      Good(form: .csv, text: "name, n,\ra, \"x, y\",\rb,2\r", labels: ["a", "b"]),
      Good(form: .csv, text: "n;name\n1,5;a\n2,5;\"b;c\"", labels: ["a", "b;c"]),
      Good(form: .csv, text: "sep=|\nname|n\na,b|1", labels: ["a,b"]),
      Good(form: .csv, text: "name,n\n\"say \\\"a\\\"\",1", labels: ["say \"a\""]),
      Good(form: .json, text: ")]}',\n[{\"name\":\"a\"},]", labels: ["a"]),
      Good(form: .json, text: "show([{\"name\":\"a\"}]);", labels: ["a"]),
      Good(
        form: .json, text: "{ // who\n\"rows\": [{\"name\":\"a//b,]\", /* x */ \"n\":-Infinity,}]}",
        labels: ["a//b,]"], items: ["rows"]),
      Good(form: .json, text: "{\"name\":\"a\"}\n{\"name\":\"b\"}\n", labels: ["a", "b"]),
      Good(form: .json, text: "{\"name\":\"a\",\"x\":{\"name\":\"b\"}}", labels: ["a"]),
      Good(form: .json, text: "{\"x\":null}", labels: [], items: ["x"]),
      Good(form: .json, text: "{\"x\":\"\"}", labels: [], items: ["x"]),
      Good(
        form: .json, text: "[{\"x\":[{\"name\":\"a\"}]},{\"x\":[{\"name\":\"b\"}]},{}]",
        labels: ["a", "b"], items: ["*", "x"]),
      Good(
        form: .json, text: "[{\"x\":[{\"name\":\"a\"}]},{\"x\":[{\"name\":\"b\"}]}]", labels: ["b"],
        items: ["-1", "x"]),
      Good(form: .ndjson, text: "[{\"name\":\"a\"},\n {\"name\":\"b\"}]", labels: ["a", "b"]),
      Good(form: .ndjson, text: "{\"name\":\n\"a\"} {\"name\":\"b\"}", labels: ["a", "b"]),
      Good(
        form: .ndjson, text: "{\"name\":\"a\"},\n{\"name\":\"b\",\"n\":NaN},\n", labels: ["a", "b"]),
      Good(
        form: .ndjson, text: "\u{1E}{\"name\":\"a\"}\n\u{1E}{\"name\":\"b\"}\n", labels: ["a", "b"]),
      Good(form: .tsv, text: "name\tn\na,b\t1\n\"c\td\"\t2", labels: ["a,b", "c\td"]),
      Good(form: .csv, text: "name\n", labels: []),
    ])
  func reads(_ good: Good) throws {
    let table = try table(good.text.utf8, good.form, items: good.items)
    #expect(labels(table) == good.labels)
    #expect(table.malformed.count == good.malformed)
  }

  struct Bad: Sendable {
    var form: RecordFormat
    var bytes: [UInt8]
    var place: String

    init(_ form: RecordFormat, _ text: String, _ place: String) {
      self.init(form, Array(text.utf8), place)
    }

    init(_ form: RecordFormat, _ bytes: [UInt8], _ place: String) {
      (self.form, self.bytes, self.place) = (form, bytes, place)
    }
  }

  @Test(
    "says where a file that cannot be read is wrong",
    arguments: [
      Bad(.json, "[{\"name\":\"a\"},\n {\"name\":}]", "line 2, column 10"),
      Bad(.json, "[{\"name\":\"a\"}", "line 1, column 14"), Bad(.json, "", "it is empty"),
      Bad(.json, "[{\"name\":\"é\"}] x", "line 1, column 16"),
      Bad(
        .json, [0x5B, 0x22, 0xFF, 0x22, 0x5D],
        "it is not UTF-8: 0xFF at line 1, column 3; `encoding` names another, perhaps "
          + "`windows-1252`"),
      Bad(.json, [0xFF, 0xFE, 0x5B, 0x00], "line 1, column 2"),
      Bad(.json, [0x1F, 0x8B, 0x08, 0x00], "its gzip is cut or broken"),
      Bad(.ndjson, "\nx\ny", "no row can be used, line 2, column 1 the first"),
      Bad(.csv, "", "it is empty"),
      Bad(.csv, [0x00, 0x01, 0x0A, 0x02], "it is binary, line 1"),
      Bad(.json, String(repeating: "[", count: 100_000), "line 1, column 513"),
    ])
  func refuses(_ bad: Bad) {
    let result = Result { () throws(SourceError) in try table(bad.bytes, bad.form).count }
    #expect(result == .failure(SourceError(.badResponse(.undecodable(place: bad.place)))))
  }

  @Test("sorts groups by name, the rows without one last")
  func groups() async throws {
    let text = #"[{"name":"1","g":"b"},{"name":"2"},{"name":"3","g":"a"},{"name":"4","g":"b"}]"#
    let table = try table(text.utf8, .json, group: "g")
    let page = PageOfRows(nil, of: table, 0..<10)
    #expect(page.rows.map { $0 + 1 } == [3, 1, 4, 2])
    #expect(
      page.groups == [
        Page.Group(key: "a", count: 1), Page.Group(key: "b", count: 2),
        Page.Group(key: "", count: 1),
      ])
    #expect(PageOfRows(nil, of: table, 1..<3).rows == [0, 3])
    #expect(PageOfRows(nil, of: table, 9..<12).rows == [])
  }

  @Test("passes whatever it is given, without a crash", arguments: RecordFormat.allCases)
  func survives(_ form: RecordFormat) {
    var random = SplitMix64(seed: 99)
    let json =
      #"[{"name":"Añ가","x":{"y":[1,-2.5e3,null,true]},"s":"\"\\\ud83d\ude00"},{"name":"b"}]"#
    let seed = Array((json + "\r\nname,b\n\"q\"\"\",2\n{\"name\":\"c\"}\n").utf8)
    for _ in 0..<3000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes = Array(bytes.prefix(place))
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: min(place, bytes.count))
        case 2 where !bytes.isEmpty: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default: bytes += bytes.prefix(place)
        }
      }
      guard let table = try? table(bytes, form, group: "x") else { continue }
      for row in 0..<table.count { #expect(!table.record(row).isNull) }
    }
  }

  @Test("skips a line that is far too long, in memory that is not a multiple of it")
  func longLine() throws {
    var bytes = Array("{\"name\":\"a\"}\n{\"name\":\"".utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "x"), count: 20 << 20)
    bytes += Array("\"}\n{\"name\":\"b\"}\n".utf8)
    let table = try TableReader(RecordLayout(format: .ndjson), ItemMapping(label: Self.name))
      .table(bytes)
    #expect(table.count == 2)
    #expect(table.malformed.count == 1)
    #expect(table.plain.bytes.count < 100)
  }

  @Test(
    "makes texts of fields, without what joins an empty one",
    arguments: [
      ("a", "1"), ("{a} • {b} • {c}", "1 • 3"), ("{b} • {a}", "1"), ("b", nil), ("{a} ({b})", "1"),
      ("{{{a}", "{1"), ("https://x.test/{a}", "https://x.test/1"), ("d.e", "4"), ("d.f.1", "6"),
      ("f", "true, 2"), ("g.h", "7"), ("{nothing}", nil), ("{a}!", "1!"),
    ] as [(String, String?)])
  func fieldTexts(_ template: String, _ expected: String?) throws {
    let record: JSONValue = [
      "a": 1, "b": "", "c": 3, "d": ["e": 4, "f": [5, 6]], "f": [true, 2, .null], "g.h": "7",
    ]
    let field = try #require(FieldTemplate(template))
    #expect(field.text(in: record) == expected)
  }
}
