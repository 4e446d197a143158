import JSON

/// How a table of cells is laid out: the separator, comments, titles above it, the names of columns.
struct CellGuess {
  let list: ListGuess

  private static let maximumTitleRows = 10

  init(
    _ text: [UInt8], _ start: Int, _ name: String?, _ format: RecordFormat
  ) throws(GuessFault) {
    let result = text.withUnsafeBufferPointer { bytes in
      Self.list(bytes, start, name, format)
    }
    guard let result else { throw GuessFault(seen: "it is empty", advice: "put records into it") }
    list = result
  }

  private typealias Row = (start: Int, cells: [String])

  private static func list(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ name: String?, _ format: RecordFormat
  ) -> ListGuess? {
    var start = start
    let said = CellTableReader.saidSeparator(bytes, &start)
    let comment = comment(bytes, start)
    let fixed = format == .tsv ? UInt8(ascii: "\t") : said
    let table = (fixed.map { [$0] } ?? SeparatorGuess.candidates).map { separator in
      Candidate(
        bytes, start, CellDialect(separator: separator, comment: Array((comment ?? "").utf8)))
    }.reduce(nil) { best, next in best.map { next.score > $0.score ? next : $0 } ?? next }
    guard var table, !table.rows.isEmpty else { return nil }
    table.dropTitles()

    var layout = RecordLayout(format: format == .tsv ? .tsv : .csv)
    layout.comment = comment
    layout.skip = table.skippedLines(bytes, start)
    var lines = CellLines(bytes, from: start, table.dialect)
    for _ in 0..<layout.skip { lines.skipLine() }
    let ownGuess = SeparatorGuess.separator(
      bytes, from: lines.position, comment: table.dialect.comment)
    let separator = table.width > 1 ? table.dialect.separator : UInt8(ascii: ",")
    if fixed == nil, separator != UInt8(ascii: ",") || ownGuess != separator {
      layout.separator = separator
    }

    let texts = table.rows.map(\.cells)
    var names = texts[0]
    if let comment, let said = commentedNames(bytes, start, comment, table) {
      (layout.columns, names) = (said, said)
    } else if table.width > 1
      ? !HeaderGuess.isHeader(texts[0], over: Array(texts.dropFirst()))
      : !HeaderGuess.isHeader(ofOne: texts[0].first ?? "", fileName: name)
    {
      names = HeaderGuess.numbered(table.width)
      layout.columns = names
    }
    let records = texts.dropFirst(layout.columns.isEmpty ? 1 : 0).map { cells in
      JSONValue.object(
        JSONObject(
          lastWins: zip(names, cells).filter { !$0.isEmpty && !$1.isEmpty }
            .map { (key: $0, value: .string($1)) }))
    }
    let columns = "\(names.count) column\(names.count == 1 ? "" : "s")"
    let header = layout.columns.isEmpty ? "" : ", without a line of names"
    var list = ListGuess(
      [], records, of: records.count, "a table of \(columns)\(table.separatorWords)\(header)")
    if records.isEmpty {
      list.records = [.object(JSONObject(lastWins: names.map { ($0, .string($0)) }))]
    }
    list.layout = layout
    return list
  }

  // MARK: comments

  private static func comment(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> String? {
    let head = bytes[start...].drop { $0 <= 0x20 }
    return ["#", "//", "%", "--"].first { head.starts(with: $0.utf8) }
  }

  /// The names that the last comment at the top has, where it has one for each column.
  private static func commentedNames(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ comment: String, _ table: Candidate
  ) -> [String]? {
    guard table.width > 1, let first = table.rows.first else { return nil }
    let above = bytes[start..<first.start].split { $0 == 0x0A || $0 == 0x0D }
    guard let last = above.last(where: { $0.starts(with: comment.utf8) }) else { return nil }
    let names = last.dropFirst(comment.utf8.count).drop { $0 == 0x20 }
    var reader = CellReader(
      bytes, names.startIndex..<names.endIndex, separator: table.dialect.separator)
    let texts = reader.texts()
    return texts.count == table.width ? texts : nil
  }

  // MARK: separators

  /// The table as it is by one separator.
  private struct Candidate {
    let dialect: CellDialect
    private(set) var rows: [Row] = []
    /// How many cells most rows have.
    private(set) var width = 0
    let score: Double

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ dialect: CellDialect) {
      self.dialect = dialect
      var lines = CellLines(bytes, from: start, dialect)
      var counts: [Int: Int] = [:]
      while rows.count < ListGuess.sample, let line = lines.next() {
        guard !line.isBroken else { continue }
        var reader = CellReader(bytes, line.range, separator: dialect.separator)
        let cells = reader.texts()
        rows.append((line.range.lowerBound, cells))
        counts[cells.count, default: 0] += 1
      }
      let most = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
      width = most?.key ?? 0
      let share = Double(most?.value ?? 0) / Double(max(1, rows.count))
      score = width > 1 ? share * share * Double(min(width, 6)) : 0.1
    }

    /// Leaves out rows above the table: those with hardly a cell in them.
    mutating func dropTitles() {
      guard width > 1 else { return }
      func filled(_ row: Row) -> Int { row.cells.count { !$0.isEmpty } }
      let usual = rows.map(filled).sorted()[rows.count / 2]
      let titles = rows.prefix { row in
        filled(row) * 2 <= usual && !row.cells.contains(where: FieldNames.isKnown)
      }.count
      if titles < rows.count, titles <= CellGuess.maximumTitleRows { rows.removeFirst(titles) }
    }

    /// How many lines lie above the first row; none where only comments and empty lines do.
    func skippedLines(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
      var lines = CellLines(bytes, from: start, dialect)
      guard let first = rows.first, lines.next()?.range.lowerBound != first.start else { return 0 }
      lines = CellLines(bytes, from: start, dialect)
      var count = 0
      while lines.position < first.start {
        lines.skipLine()
        count += 1
      }
      return count
    }

    var separatorWords: String {
      guard width > 1 else { return "" }
      let isTab = dialect.separator == UInt8(ascii: "\t")
      return ", separated by " + (isTab ? "tabs" : "`\(UnicodeScalar(dialect.separator))`")
    }
  }
}
