import Explorer
import JSON
import Testing

@testable import Catalog

@Suite("Reading catalogues")
struct ReadingTests {
  private func table(
    _ text: some Sequence<UInt8>, _ form: FileForm, items: [String] = [], label: String = "name",
    group: String? = nil
  ) throws(SourceError) -> Table {
    var mapping = ItemMapping(label: FieldTemplate(label) ?? Self.name)
    mapping.group = group.flatMap { FieldTemplate($0) }
    return try TableReader(form: form, items: items, mapping: mapping) { _ in }.table(Array(text))
  }

  private static let name: FieldTemplate = {
    guard let field = FieldTemplate("name") else { preconditionFailure("a name is a field") }
    return field
  }()

  private func labels(_ table: Table, _ label: String = "name") -> [String] {
    (0..<table.count).compactMap { table.record($0)[label]?.stringValue }
  }

  struct Good: Sendable {
    var form: FileForm
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
      Good(form: .csv, text: "name,n\na,1\nb,2\n", labels: ["a", "b"]),
      Good(
        form: .csv,
        text: "\u{FEFF}n,name\r\n1,\"a, \"\"b\"\"\"\r\n\r\n2,\"two\nlines\"\r\n3,a\"b\"\"",
        labels: ["a, \"b\"", "two\nlines", "a\"b\"\""]),
      Good(
        form: .csv, text: "name,n\na\nb,2,3\nc,4\n\"d\"x,5\n,6", labels: ["c"], malformed: 4),
      Good(form: .tsv, text: "name\tn\na,b\t1\n\"c\td\"\t2", labels: ["a,b", "c\td"]),
      Good(form: .csv, text: "name\n", labels: []),
    ])
  func reads(_ good: Good) throws {
    let table = try table(good.text.utf8, good.form, items: good.items)
    #expect(labels(table) == good.labels)
    #expect(table.malformed.count == good.malformed)
  }

  struct Bad: Sendable {
    var form: FileForm
    var bytes: [UInt8]
    var place: String

    init(_ form: FileForm, _ text: String, _ place: String) {
      self.init(form, Array(text.utf8), place)
    }

    init(_ form: FileForm, _ bytes: [UInt8], _ place: String) {
      (self.form, self.bytes, self.place) = (form, bytes, place)
    }
  }

  @Test(
    "says where a file that cannot be read is wrong",
    arguments: [
      Bad(.json, "[{\"name\":\"a\"},\n {\"name\":}]", "line 2, column 10"),
      Bad(.json, "[{\"name\":\"a\"}", "line 1, column 14"), Bad(.json, "", "line 1, column 1"),
      Bad(.json, "[{\"name\":\"é\"}] x", "line 1, column 16"),
      Bad(.json, [0x5B, 0x22, 0xFF, 0x22, 0x5D], "line 1, column 3"),
      Bad(.json, [0xFF, 0xFE, 0x5B, 0x00], "it is UTF-16 and not UTF-8"),
      Bad(.json, "{\"a\":1}", "there is no array at the top; `items` names where it is"),
      Bad(.json, "[1]", "no row can be used, line 1, column 2 the first"),
      Bad(.ndjson, "\nx\ny", "no row can be used, line 2, column 1 the first"),
      Bad(.csv, "", "it is empty"),
      Bad(.csv, "name\na\n\"b\nc", "a quote is not closed, line 3, column 1"),
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

  @Test("passes whatever it is given, without a crash", arguments: FileForm.allCases)
  func survives(_ form: FileForm) {
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
    let table = try TableReader(form: .ndjson, items: [], mapping: ItemMapping(label: Self.name)) {
      _ in
    }
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
