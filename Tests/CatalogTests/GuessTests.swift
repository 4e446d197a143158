import JSON
import Testing

@testable import Catalog

@Suite("The guess of an entry")
struct GuessTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var bytes: [UInt8]
    /// The members that the entry has beside its id and its place.
    var members: JSONValue
    var testDescription: String { name }

    init(_ name: String, _ file: String, _ text: String, _ members: JSONValue) {
      self.init(name, file, Array(text.utf8), members)
    }

    init(_ name: String, _ file: String, _ bytes: [UInt8], _ members: JSONValue) {
      (self.name, self.file, self.bytes, self.members) = (name, file, bytes, members)
    }
  }

  @Test("says how the file is read and what is shown", arguments: Self.json + Self.tables)
  func kind(_ kind: Kind) throws {
    let guess = try EntryGuess(kind.bytes, name: kind.file)
    let members = JSONValue.object(JSONObject(distinct: guess.members(addressName: "url")))
    #expect(members == kind.members, "\(String(decoding: members.jsonBytes, as: UTF8.self))")
  }

  @Test("makes an entry that finds the records", arguments: Self.json + Self.tables)
  func works(_ kind: Kind) async throws {
    let file = TemporaryFile(kind.bytes, named: "-" + kind.file)
    let guess = try EntryGuess(kind.bytes, name: kind.file)
    let source = try Bench().source(.object(guess.entry(ofFile: file.path)))
    let labels = try await source.labels("", perPage: 100)
    let fields = try #require(FieldTemplate(guess.fields.label))
    #expect(labels.prefix(3) == guess.records.compactMap { fields.text(in: $0) }.prefix(3))
    #expect(!labels.isEmpty)
  }

  static let json = [
    Kind(
      "a list", "a.json", #"[{"id":1,"name":"Ash"},{"id":2,"name":"Elm"}]"#,
      ["key": "id", "label": "name"]),
    Kind("a mark before it", "a.json", "\u{FEFF}[{\"name\":\"Ash\"}]", ["label": "name"]),
    Kind("lines", "a.ndjson", "{\"title\":\"Ash\"}\n{\"title\":\"Elm\"}\n", ["label": "title"]),
    Kind("lines in .json", "a.json", "{\"name\":\"Ash\"}\n{\"name\":\"Elm\"}\n", ["label": "name"]),
    Kind("a list in .ndjson", "a.ndjson", "[\n{\"name\":\"Ash\"}]", ["label": "name"]),
    Kind(
      "values over lines", "a.ndjson", "{\n \"name\":\"Ash\"\n}\n{\n \"name\":\"Elm\"\n}\n",
      ["label": "name"]),
    Kind(
      "record separators", "a.json-seq", "\u{1E}{\"name\":\"Ash\"}\n\u{1E}{\"name\":\"Elm\"}\n",
      ["label": "name"]),
    Kind(
      "comments and commas", "a.json", "// trees\n[{\"name\":\"Ash\"},/* 2 */{\"name\":\"Elm\"},]",
      ["label": "name"]),
    Kind("NaN", "a.json", #"[{"name":"Ash","x":NaN}]"#, ["label": "name"]),
    Kind("a call around it", "a.json", #"trees([{"name":"Ash"}]);"#, ["label": "name"]),
    Kind("a guard before it", "a.json", ")]}'\n[{\"name\":\"Ash\"}]", ["label": "name"]),
    Kind("no ending", "trees", #"[{"name":"Ash"}]"#, ["label": "name"]),
    Kind(
      "the wrong ending", "trees.csv", #"[{"name":"Ash"}]"#, ["format": "json", "label": "name"]),
    Kind(
      "a list inside", "a.json",
      #"{"meta":{"n":2},"data":{"items":[{"name":"Ash"},{"name":"Elm"}]}}"#,
      ["items": "data.items", "label": "name"]),
    Kind(
      "the longest list", "a.json",
      #"{"tags":["x","y","z"],"few":[{"name":"a"}],"many":[{"name":"Ash"},{"name":"Elm"}]}"#,
      ["items": "many", "label": "name"]),
    Kind(
      "a name with dots", "a.json", #"{"trees.all":[{"name":"Ash"}]}"#,
      ["items": "trees.all", "label": "name"]),
    Kind(
      "a list behind a header", "a.json",
      #"[{"page":1,"total":2},[{"id":"AW","value":"Aruba"},{"id":"TD","value":"Chad"}]]"#,
      ["items": "1", "key": "id", "label": "value"]),
    Kind(
      "deep", "a.json", #"{"a":{"b":[{"x":{"name":"Ash"}}]}}"#, ["items": "a.b", "label": "x.name"]),
    Kind(
      "GeoJSON", "a.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Ash Hill"},"geometry":null},{"type":"Feature","properties":{"name":"Elm Hill"},"geometry":null}]}"#,
      ["items": "features", "label": "properties.name"]),
    Kind(
      "hits", "a.json",
      #"{"hits":{"total":{"value":2},"hits":[{"_id":"a","_source":{"name":"Ash"}},{"_id":"b","_source":{"name":"Elm"}}]}}"#,
      ["items": "hits.hits", "key": "_id", "label": "_source.name"]),
    Kind(
      "bindings", "a.json",
      #"{"head":{"vars":["item","itemLabel"]},"results":{"bindings":[{"item":{"type":"uri","value":"http://x.example/1"},"itemLabel":{"xml:lang":"en","type":"literal","value":"Ash"}},{"item":{"type":"uri","value":"http://x.example/2"},"itemLabel":{"xml:lang":"en","type":"literal","value":"Elm"}}]}}"#,
      ["items": "results.bindings", "label": "itemLabel.value", "url": "item.value"]),
    Kind(
      "a common name", "a.json",
      #"[{"name":{"official":"Republic of Ash","common":"Ash"},"region":"North"},{"name":{"official":"Kingdom of Elm","common":"Elm"},"region":"South"}]"#,
      ["label": "name.common", "detail": "{region} • {name.official}"]),
    Kind(
      "rendered", "a.json",
      #"[{"id":1,"link":"https://x.example/1","title":{"rendered":"Ash"}},{"id":2,"link":"https://x.example/2","title":{"rendered":"Elm"}}]"#,
      ["key": "id", "label": "title.rendered", "url": "link"]),
    Kind(
      "children", "a.json",
      #"{"data":{"children":[{"kind":"t","data":{"title":"Ash"}},{"kind":"t","data":{"title":"Elm"}}]}}"#,
      ["items": "data.children", "label": "data.title"]),
    Kind(
      "first and last name", "a.json",
      #"{"people":[{"firstname":"Ada","surname":"Ash"},{"firstname":"Eva","surname":"Elm"}]}"#,
      ["items": "people", "label": "{firstname} {surname}"]),
    Kind(
      "login", "a.json",
      #"{"items":[{"login":"ash","id":1,"node_id":"x1","avatar_url":"https://x.example/1.png","html_url":"https://x.example/ash","url":"https://api.x.example/ash"},{"login":"elm","id":2,"node_id":"x2","avatar_url":"https://x.example/2.png","html_url":"https://x.example/elm","url":"https://api.x.example/elm"}]}"#,
      [
        "items": "items", "key": "id", "label": "login", "url": "html_url",
        "imageUrl": "avatar_url",
      ]),
    Kind(
      "by their keys", "a.json",
      #"{"AAA":{"name":"Ash","city":"Ulm"},"BBB":{"name":"Elm","city":"Bonn"}}"#,
      ["key": "@key", "label": "name", "detail": "city"]),
    Kind(
      "keys that are names", "a.json",
      #"{"version":3,"packages":{"":{"name":"root"},"lib/ash":{"version":"1"},"lib/elm":{"version":"2"}}}"#,
      ["items": "packages", "label": "@key"]),
    Kind(
      "one by its key", "a.json", #"{"items":{"a":{"name":"Ash"}}}"#,
      ["items": "items", "label": "name"]),
    Kind(
      "texts by codes", "a.json",
      #"{"AA":"Ashland","BB":"Beechland","CC":"Cedarland","DD":"Dogwood","EE":"Elmland","FF":"Firland","GG":"Ginkgo","HH":"Hazel"}"#,
      ["key": "@key", "label": "@value"]),
    Kind(
      "numbers by names", "a.json",
      #"{"alarm":1,"bell":2,"clock":3,"drum":4,"eye":5,"flag":6,"gear":7,"house":8}"#,
      ["label": "@key"]),
    Kind(
      "columns by numbers", "a.json",
      #"{"name":{"0":"Ash","1":"Elm"},"colour":{"0":"red","1":"green"}}"#,
      ["zip": true, "label": "name", "detail": "colour"]),
    Kind(
      "columns", "a.json", #"{"series":{"name":["Ash","Elm","Fir"],"size":[1,2,3]}}"#,
      ["items": "series", "zip": true, "label": "name"]),
    Kind(
      "rows", "a.json", #"[["ash","red"],["elm","green"]]"#,
      ["columns": ["column1", "column2"], "label": "column1", "detail": "column2"]),
    Kind(
      "rows below names", "a.json", #"[["name","size"],["Ash",1],["Elm",2]]"#,
      ["skip": 1, "columns": ["name", "size"], "label": "name"]),
    Kind(
      "rows beside names", "a.json",
      #"{"columns":["name","colour"],"data":[["Ash","red"],["Elm","green"]]}"#,
      ["items": "data", "columns": ["name", "colour"], "label": "name", "detail": "colour"]),
    Kind(
      "rows beside columns", "a.json",
      #"{"meta":{"view":{"columns":[{"name":"id"},{"name":"title"}]}},"data":[[1,"Ash"],[2,"Elm"],[3,"Fir"]]}"#,
      ["items": "data", "columns": ["id", "title"], "key": "id", "label": "title"]),
    Kind("texts", "a.json", #"["ash","elm","fir"]"#, ["label": "@value"]),
    Kind(
      "lists inside of objects", "a.json",
      #"[{"group":"Broad","trees":[{"name":"Ash"},{"name":"Elm"},{"name":"Oak"}]},{"group":"Needle","trees":[{"name":"Fir"},{"name":"Pine"},{"name":"Yew"}]}]"#,
      ["items": "*.trees", "label": "name", "detail": "@parent.group"]),
    Kind(
      "lists by names", "a.json",
      #"{"broad":[{"name":"Ash"},{"name":"Elm"}],"needle":[{"name":"Fir"}],"palm":[{"name":"Nipa"}]}"#,
      ["items": "*", "label": "name"]),
    Kind("a single object", "a.json", #"{"name":"Ash"}"#, ["label": "name"]),
    Kind(
      "UTF-16 without a mark", "a.json",
      Array("[{\"name\":\"Ash\"}]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      ["label": "name"]),
    Kind(
      "Latin-1", "a.json", Array("[{\"name\":\"Jos".utf8) + [0xE9] + Array("\"}]".utf8),
      ["encoding": "windows-1252", "label": "name"]),
    Kind(
      "no field is named", "a.json",
      #"[{"n":1,"tree":"Ash hill","kind":"a"},{"n":2,"tree":"Elm hill","kind":"a"}]"#,
      ["label": "tree"]),
  ]

  static let tables = [
    Kind(
      "a table", "a.csv", "id,name,city\n1,Ash,Ulm\n2,Elm,Bonn\n",
      ["key": "id", "label": "name", "detail": "city"]),
    Kind("tabs", "a.tsv", "name\tcity\nAsh\tUlm\n", ["label": "name", "detail": "city"]),
    Kind(
      "tabs in .csv", "a.csv", "name\tcity\nAsh\tUlm\n",
      ["separator": "tab", "label": "name", "detail": "city"]),
    Kind(
      "semicolons", "a.csv", "name;city\nAsh;\"Ulm; Donau\"\nElm;Bonn, Rhein\n",
      ["separator": ";", "label": "name", "detail": "city"]),
    Kind(
      "a separator that is said", "a.csv", "sep=;\nname;city\nAsh;Ulm\n",
      ["label": "name", "detail": "city"]),
    Kind(
      "bars", "a.txt", "1|Ash (1995)|01-Jan-1995\n2|Elm (1996)|01-Jan-1996\n",
      ["separator": "|", "columns": ["column1", "column2", "column3"], "label": "column2"]),
    Kind(
      "comments above", "a.csv", "# made by x\n# on y\nname,city\nAsh,Ulm\n",
      ["comment": "#", "label": "name", "detail": "city"]),
    Kind(
      "names in a comment", "a.tab", "# trees\n#code\ttree\nAA\tAsh hill\nBB\tElm hill\n",
      ["comment": "#", "columns": ["code", "tree"], "key": "code", "label": "tree"]),
    Kind(
      "titles above", "a.csv",
      "Trees of the town,,\n\nno,name,street\n1,Ash,Main\n2,Elm,High\n3,Fir,Long\n",
      ["skip": 2, "key": "no", "label": "name", "detail": "street"]),
    Kind(
      "no line of names", "a.dat", "1,\"Ash Field\",\"Ulm\",3.5\n2,\"Elm Field\",\"Bonn\",4.5\n",
      [
        "columns": ["column1", "column2", "column3", "column4"], "label": "column2",
        "detail": "column3",
      ]),
    Kind(
      "words, one a line", "words.txt", "ash\nelm\nfir\n", ["columns": ["name"], "label": "name"]),
    Kind("one column", "a.csv", "name\nAsh\n\nElm\n", ["label": "name"]),
    Kind(
      "CR ends lines", "a.csv", "name,city\rAsh,Ulm\rElm,Bonn\r",
      ["label": "name", "detail": "city"]),
    Kind(
      "CRLF ends lines", "a.csv", "name,city\r\nAsh,Ulm\r\n", ["label": "name", "detail": "city"]),
    Kind(
      "commas behind all", "a.csv", "name,city,\nAsh,Ulm,\n", ["label": "name", "detail": "city"]),
    Kind("names that are empty", "a.csv", ",name,\n0,Ash,x\n", ["label": "name"]),
    Kind(
      "a blank before quotes", "a.csv", "name, note\nAsh, \"tall, old\"\n",
      ["label": "name", "detail": "note"]),
    Kind(
      "a quote that is open", "a.csv", "name,note\nAsh,\"5 inches\nElm,y\nFir,z\n",
      ["label": "name", "detail": "note"]),
    Kind(
      "the wrong ending", "a.json", "name,city\nAsh,Ulm\n",
      ["format": "csv", "label": "name", "detail": "city"]),
    Kind("no ending", "trees", "name,city\nAsh,Ulm\n", ["label": "name", "detail": "city"]),
    Kind(
      "the end of a name", "stops.txt",
      "stop_id,stop_name,stop_lat\nS1,Ash Square,47.1\nS2,Elm Square,47.2\n",
      ["key": "stop_id", "label": "stop_name"]),
    Kind(
      "years as names", "a.csv", "country,2019,2020\nAshland,1,2\nElmland,3,4\n",
      ["label": "country"]),
    Kind(
      "CP949", "a.csv",
      [
        0xC0, 0xCC, 0xB8, 0xA7, 0x2C, 0xC1, 0xD6, 0xBC, 0xD2, 0x0A, 0xBC, 0xAD, 0xBF, 0xEF, 0xBA,
        0xB4, 0xBF, 0xF8, 0x2C, 0xBC, 0xAD, 0xBF, 0xEF, 0x0A,
      ], ["encoding": "CP949", "label": "이름", "detail": "주소"]),
    Kind(
      "UTF-16 with a mark", "a.csv",
      [0xFF, 0xFE]
        + "name,city\r\nAsh,Ulm\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      ["label": "name", "detail": "city"]),
    Kind(
      "an end that is 명", "a.csv", "번호,병원명,주소\n1,달빛병원,달빛시\n2,별빛병원,별빛시\n",
      ["key": "번호", "label": "병원명", "detail": "주소"]),
  ]

  @Test(
    "says what was seen where there is nothing to guess",
    arguments: [
      ("", "empty"), (" \n ", "empty"), ("42", "a whole number"), ("\"x\"", "a string"),
      ("<!doctype html><p>x", "HTML"), ("[{\"name\":\"a\"},{\"name", "line 1"),
    ])
  func nothing(_ text: String, _ seen: String) {
    let fault = #expect(throws: GuessFault.self) {
      try EntryGuess(Array(text.utf8), name: "a.json")
    }
    #expect(fault?.seen.contains(seen) == true, "\(fault?.seen ?? "")")
  }

  @Test("takes an empty list for one", arguments: ["[]", "{}", "null", #"{"items":null}"#])
  func emptyLists(_ text: String) throws {
    let guess = try EntryGuess(Array(text.utf8), name: "a.json")
    #expect(guess.records.isEmpty && guess.fields.label == "name")
    #expect(guess.seen.joined().contains("no record"))
  }

  @Test("names the format of an answer that is no JSON")
  func answers() throws {
    let guess = try EntryGuess(Array("name,city\nAsh,Ulm\n".utf8), name: nil)
    #expect(guess.layout.format == .csv)
  }

  @Test(
    "makes an id of any name",
    arguments: [("Trees of Ulm", "trees-of-ulm"), ("나무", "mine"), ("a_b.c", "a_b.c")])
  func ids(_ name: String, _ id: String) { #expect(EntryGuess.id(of: name) == id) }
}
