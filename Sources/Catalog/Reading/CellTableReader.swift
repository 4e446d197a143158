import Explorer
import JSON

/// Makes a table of CSV or TSV as people have it.
///
/// A row with too few cells lacks the last fields, one with too many keeps its first cells.
struct CellTableReader {
  private let reader: TableReader
  private let toleratesDamage: Bool
  private var layout: RecordLayout { reader.layout }

  init(_ reader: TableReader, toleratesDamage: Bool) {
    (self.reader, self.toleratesDamage) = (reader, toleratesDamage)
  }

  func table(
    _ text: [UInt8], from start: Int, isTabbed: Bool
  ) throws(SourceError) -> Table {
    let outcome = text.withUnsafeBufferPointer { bytes in
      Result { () throws(SourceError) in try rows(of: text, bytes, start, isTabbed) }
    }
    var builder = try outcome.get()
    return try reader.finished(&builder, in: text)
  }

  /// The same rows as records.
  func records(
    _ text: [UInt8], from start: Int, isTabbed: Bool
  ) throws(SourceError) -> [JSONValue] {
    let outcome = text.withUnsafeBufferPointer { bytes in
      Result { () throws(SourceError) in
        var (lines, names, separator) = try opened(bytes, start, isTabbed)
        var records: [JSONValue] = []
        while let line = lines.next() {
          var row = CellReader(bytes, line.range, separator: separator)
          records.append(isUsable(line, bytes) ? row.record(names) : .null)
        }
        return records
      }
    }
    return try outcome.get()
  }

  private func rows(
    of text: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isTabbed: Bool
  ) throws(SourceError) -> TableBuilder {
    var (lines, names, separator) = try opened(bytes, start, isTabbed)
    var builder = TableBuilder(
      mapping: reader.mapping, form: .cells(names: names, separator: separator),
      bytes: text)
    let count = ((names.lastIndex { !$0.isEmpty } ?? -1) + 1)...names.count
    let columns = builder.wantedMembers?.map { names.lastIndex(of: $0) }
    var reported = start
    while let line = lines.next() {
      add(line, names, count, separator, bytes, columns, to: &builder)
      guard reader.report(line.range.upperBound, &reported) else { break }
    }
    return builder
  }

  /// The rows, the names of their cells, and what separates these.
  private func opened(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isTabbed: Bool
  ) throws(SourceError) -> (CellLines, names: [String], separator: UInt8) {
    var start = start
    let said = Self.saidSeparator(bytes, &start)
    var dialect = CellDialect(
      separator: UInt8(ascii: ","), comment: Array((layout.comment ?? "").utf8))
    var lines = CellLines(bytes, from: start, dialect)
    for _ in 0..<layout.skip { lines.skipLine() }
    dialect.separator =
      layout.separator ?? (isTabbed ? UInt8(ascii: "\t") : nil) ?? said
      ?? SeparatorGuess.separator(bytes, from: lines.position, comment: dialect.comment)
    lines = CellLines(bytes, from: min(lines.position, bytes.count), dialect)
    let names = layout.columns.isEmpty ? try header(&lines, bytes, dialect) : layout.columns
    return (lines, names, dialect.separator)
  }

  private func header(
    _ lines: inout CellLines, _ bytes: UnsafeBufferPointer<UInt8>, _ dialect: CellDialect
  ) throws(SourceError) -> [String] {
    guard let head = lines.next() else { throw reader.undecodable("it is empty") }
    guard !head.isBroken, firstMalformedUTF8(bytes, head.range) == nil else {
      throw reader.undecodable("the first line is no row of names")
    }
    guard !bytes[head.range].contains(0) else { throw reader.undecodable("it is binary, line 1") }
    var cells = CellReader(bytes, head.range, separator: dialect.separator)
    return cells.texts()
  }

  private func add(
    _ line: (range: Range<Int>, isBroken: Bool), _ names: [String], _ count: ClosedRange<Int>,
    _ separator: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ columns: [Int?]?,
    to builder: inout TableBuilder
  ) {
    let range = line.range
    guard isUsable(line, bytes) else { return builder.skip(range.lowerBound) }
    var row = CellReader(bytes, range, separator: separator)
    let before = builder.table.count
    let fit: CellReader.Fit
    if let columns {
      var cells = [CellReader.Cell?](repeating: nil, count: columns.count)
      fit = row.find(columns, of: count, &cells)
      builder.add(range, cells, of: row)
    } else {
      var cells: [CellReader.Cell?] = []
      var counter = row
      fit = counter.find([], of: count, &cells)
      builder.add(range, row.record(names))
    }
    if builder.table.count > before { builder.noteRagged(fit, range.lowerBound) }
  }

  private func isUsable(
    _ line: (range: Range<Int>, isBroken: Bool), _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    !line.isBroken && line.range.count <= TableReader.maximumRowBytes
      && (!toleratesDamage || firstMalformedUTF8(bytes, line.range) == nil)
  }

  /// The separator that a first line `sep=;` names, as Excel writes it; goes behind that line.
  static func saidSeparator(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: inout Int
  ) -> UInt8? {
    guard bytes.count >= start + 5, bytes[start...].starts(with: "sep=".utf8),
      bytes[start + 4] >= 0x09, bytes[start + 4] < 0x80,
      bytes.count == start + 5 || bytes[start + 5] == 0x0A || bytes[start + 5] == 0x0D
    else { return nil }
    defer { start += 5 }
    return bytes[start + 4]
  }
}
