import Explorer
import Testing

@testable import Catalog

@Suite("What a query finds in a catalogue")
struct MatchingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var query: String
    var text: String
    var isFound = true
    var testDescription: String { "\(query) in \(text)" }
  }

  static let rows: [Row] = [
    Row(query: "SON", text: "Sonny"), Row(query: "sonny m", text: "Mara Sonny"),
    Row(query: "muller", text: "Müller"), Row(query: "MÜLLER", text: "müller"),
    Row(query: "müller", text: "Muller", isFound: false),
    Row(query: "e\u{301}mile", text: "Émile"), Row(query: "émile", text: "E\u{301}mile"),
    Row(query: "émile", text: "Emile", isFound: false), Row(query: "emile", text: "Émile"),
    Row(query: "lodz", text: "Łódź"), Row(query: "łodz", text: "Łódź", isFound: false),
    Row(query: "łódź", text: "Łódź"), Row(query: "ostergreen", text: "Østergreen"),
    Row(query: "viet", text: "Việt Nam"), Row(query: "việt", text: "Vie\u{323}\u{302}t"),
    Row(query: "việt", text: "Vie\u{302}\u{323}t"), Row(query: "ΣΟΦΟΣ", text: "σοφός"),
    Row(query: "ёж", text: "Ёж"), Row(query: "еж", text: "Ёж"), Row(query: "か", text: "が"),
    Row(query: "が", text: "か", isFound: false), Row(query: "Å", text: "\u{212B}ngström"),
    Row(query: "ㄱ", text: "각"), Row(query: "가", text: "각"), Row(query: "각", text: "각"),
    Row(query: "각", text: "가나", isFound: false), Row(query: "간", text: "각", isFound: false),
    Row(query: "ㅅㄱ", text: "사과"), Row(query: "ㅅ", text: "사과"), Row(query: "사", text: "사과"),
    Row(query: "삭", text: "사과"), Row(query: "사고", text: "사과"), Row(query: "사과", text: "사과"),
    Row(query: "ㄳ", text: "가수"), Row(query: "ㅅㄱ", text: "수박", isFound: false),
    Row(query: "ㄱ", text: "학", isFound: false), Row(query: "과", text: "고사", isFound: false),
    Row(query: "달", text: "닭"), Row(query: "닭", text: "닭"), Row(query: "ㄷㄱㄱㅈ", text: "닭고기집"),
    Row(query: "ㅎㄹㅂ", text: "한라봉"), Row(query: "ㅋㅋ", text: "ㅋㅋㅋ"),
    Row(query: "ㅅ과", text: "사과"), Row(query: "사ㄱ", text: "사과"),
    Row(query: "\u{1109}\u{1161}\u{1100}\u{116A}", text: "사과"),
    Row(query: "사과", text: "\u{1109}\u{1161}\u{1100}\u{116A}"),
    Row(query: "\u{1109}\u{1100}", text: "사과"),
    Row(query: "b a", text: "alpha beta"),
    Row(query: "beta gamma", text: "alpha beta", isFound: false),
    Row(query: "東京", text: "東京都"), Row(query: "👩‍💻", text: "Ada 👩‍💻"), Row(query: "", text: "x"),
    Row(query: "a\u{A0}b", text: "b a"), Row(query: "c++", text: "C++ code"),
  ]

  @Test("finds a word whatever its case, marks and composition", arguments: rows)
  func finds(_ row: Row) async throws {
    let table = Self.table([row.text])
    let hits = await table.hits(CatalogQuery(Query(row.query)), among: nil)
    #expect((hits?.count ?? 1) == (row.isFound ? 1 : 0))
  }

  @Test("orders exact, prefix, word start, inside, and ties as in the file")
  func orders() async {
    let texts = ["a lemon tree", "melemon", "lemonade", "lemon", "xlemon", "Lemon", "lemon tree"]
    let table = Self.table(texts)
    let hits = await table.hits(CatalogQuery(Query("lemon")), among: nil)
    let order = PageOfRows(hits, of: table, 0..<10).rows.map { texts[$0] }
    #expect(
      order == ["lemon", "Lemon", "lemonade", "lemon tree", "a lemon tree", "melemon", "xlemon"])
  }

  @Test("finds in a longer query's wider hits what it finds in all rows")
  func narrows() async {
    var random = SplitMix64(seed: 11)
    let letters = Array("abcéŁ 가각사과ㅅ")
    let texts = (0..<400).map { _ in
      String(
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    let table = Self.table(texts)
    for _ in 0..<400 {
      let long = String(
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
      let (short, full) = (CatalogQuery(Query(String(long.dropLast()))), CatalogQuery(Query(long)))
      guard full.narrows(short), let wider = await table.hits(short, among: nil) else { continue }
      let narrowed = await table.hits(full, among: wider)
      #expect(narrowed?.packed == (await table.hits(full, among: nil))?.packed, "\(long)")
    }
  }

  @Test("finds bytes like a search that looks everywhere")
  func findsBytes() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...70, using: &random)).map { _ in
        UInt8.random(in: 0...2, using: &random)
      }
      let needle = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        UInt8.random(in: 0...2, using: &random)
      }
      let start = Int.random(in: 0...text.count, using: &random)
      let expected = (start..<max(start, text.count - needle.count + 1)).first {
        text[$0..<$0 + needle.count].elementsEqual(needle)
      }
      let found = text.withUnsafeBufferPointer { text in
        needle.withUnsafeBufferPointer { find($0, in: text, from: start, to: text.count) }
      }
      #expect(found == expected)
    }
  }

  /// A table of rows with one field each.
  static func table(_ texts: [String]) -> Table {
    guard let label = FieldTemplate("t") else { preconditionFailure("a name is a field") }
    var builder = TableBuilder(mapping: ItemMapping(label: label), form: .json, bytes: [])
    for text in texts { builder.add(0..<0, ["t": .string(text)]) }
    return builder.finished()
  }
}
