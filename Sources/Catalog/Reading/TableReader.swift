import Explorer
import JSON

/// The forms of files.
package enum FileForm: String, Sendable, CaseIterable { case json, ndjson, csv, tsv }

/// Makes a table of a file's bytes.
package struct TableReader {
  /// Rows above this are skipped: nobody reads them, and one takes its weight in memory again.
  static let maximumRowBytes = 16 << 20
  private static let reportedBytes = 1 << 20

  let form: FileForm
  /// The path of the array in a JSON file.
  let items: [String]
  let mapping: ItemMapping
  /// Told now and then how many bytes are done.
  let progress: (Int) -> Void

  package init(
    form: FileForm, items: [String], mapping: ItemMapping, progress: @escaping (Int) -> Void
  ) {
    (self.form, self.items, self.mapping, self.progress) = (form, items, mapping, progress)
  }

  /// Reads all rows; throws where the whole cannot be read.
  package func table(_ bytes: [UInt8]) throws(SourceError) -> Table {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw undecodable("it is UTF-16 and not UTF-8")
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(SourceError) in
        switch form {
        case .json: try jsonTable(bytes, buffer, start)
        case .ndjson: lineTable(bytes, buffer, start)
        case .csv: try cellTable(bytes, buffer, start, separator: UInt8(ascii: ","))
        case .tsv: try cellTable(bytes, buffer, start, separator: UInt8(ascii: "\t"))
        }
      }
    }
    let table = try result.get()
    if table.count == 0, let offset = table.malformed.firstOffset {
      throw undecodable("no row can be used, \(Table.place(offset, in: bytes)) the first")
    }
    return table
  }

  // MARK: JSON

  private func jsonTable(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws(SourceError) -> Table {
    if let offset = firstMalformedUTF8(buffer, start..<buffer.count) {
      throw undecodable(Table.place(offset, in: bytes))
    }
    let whole = try document(bytes, buffer, start)
    guard let array = find(items[...], in: whole, buffer),
      buffer[array.lowerBound] == UInt8(ascii: "[")
    else {
      let place = items.isEmpty ? "at the top" : "at `\(items.joined(separator: "."))`"
      throw undecodable("there is no array \(place); `items` names where it is")
    }
    var builder = TableBuilder(mapping: mapping, form: .json, bytes: bytes)
    var rows = RowSkimmer(buffer, builder.wantedMembers)
    var reported = start
    var skimmer = JSONSkimmer(buffer, array)
    try? skimmer.array { range in
      rows.add(range, to: &builder)
      report(range.upperBound, &reported)
    }
    return try finished(&builder)
  }

  /// Where the one value lies; throws where the text is not JSON.
  private func document(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws(SourceError) -> Range<Int> {
    do throws(MalformedJSON) {
      var skimmer = JSONSkimmer(buffer, start..<buffer.count)
      let whole = try skimmer.value()
      guard skimmer.isAtEnd() else { throw MalformedJSON(offset: skimmer.position) }
      return whole
    } catch {
      throw undecodable(Table.place(error.offset, in: bytes))
    }
  }

  /// Where the value at a path lies in a value that is well-formed.
  private func find(
    _ path: ArraySlice<String>, in range: Range<Int>, _ buffer: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    guard let name = path.first else { return range }
    var found: Range<Int>?
    var skimmer = JSONSkimmer(buffer, range)
    try? skimmer.object { key, value in
      if isName(key, name, buffer) { found = value }
    }
    return found.flatMap { find(path.dropFirst(), in: $0, buffer) }
  }

  // MARK: lines

  private func lineTable(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> Table {
    var builder = TableBuilder(mapping: mapping, form: .json, bytes: bytes)
    var rows = RowSkimmer(buffer, builder.wantedMembers)
    var reported = start
    var position = start
    while position < buffer.count {
      let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) ?? buffer.count
      rows.addLine(position..<end, to: &builder)
      position = end + 1
      report(end, &reported)
    }
    return builder.finished()
  }

  // MARK: cells

  private func cellTable(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, _ start: Int, separator: UInt8
  ) throws(SourceError) -> Table {
    var lines = CellLines(buffer, from: start, separator: separator)
    guard let head = lines.next(), !head.isOpen, firstMalformedUTF8(buffer, head.range) == nil
    else {
      guard start < buffer.count else { throw undecodable("it is empty") }
      throw undecodable("the first line is no row of names")
    }
    var header = CellReader(buffer, head.range, separator: separator)
    var names: [String] = []
    while let cell = header.next() { names.append(header.text(cell)) }
    guard !names.contains(where: { $0.utf8.contains(0) }) else {
      throw undecodable("it is binary, line 1")
    }
    var builder = TableBuilder(
      mapping: mapping, form: .cells(names: names, separator: separator), bytes: bytes)
    let columns = builder.wantedMembers?.map { names.lastIndex(of: $0) }
    var reported = start
    while let line = lines.next() {
      guard !line.isOpen else {
        throw undecodable("a quote is not closed, \(Table.place(line.range.lowerBound, in: bytes))")
      }
      add(line.range, names, separator, buffer, columns, to: &builder)
      report(line.range.upperBound, &reported)
    }
    return try finished(&builder)
  }

  private func add(
    _ range: Range<Int>, _ names: [String], _ separator: UInt8,
    _ buffer: UnsafeBufferPointer<UInt8>, _ columns: [Int?]?, to builder: inout TableBuilder
  ) {
    guard range.count <= Self.maximumRowBytes, firstMalformedUTF8(buffer, range) == nil,
      !buffer[range].contains(0)
    else { return builder.skip(range.lowerBound) }
    var row = CellReader(buffer, range, separator: separator)
    guard let columns else { return builder.add(range, row.record(names)) }
    var cells = [CellReader.Cell?](repeating: nil, count: columns.count)
    guard row.find(columns, of: names.count, &cells) else {
      return builder.skip(range.lowerBound)
    }
    builder.add(range, cells, of: row)
  }

  // MARK: -

  private func finished(_ builder: inout TableBuilder) throws(SourceError) -> Table {
    guard !builder.isFull else {
      throw SourceError(.badResponse(.tooLarge(limit: Int(UInt32.max))))
    }
    return builder.finished()
  }

  private func report(_ offset: Int, _ reported: inout Int) {
    guard offset - reported >= Self.reportedBytes else { return }
    reported = offset
    progress(offset)
  }

  private func undecodable(_ place: String) -> SourceError {
    SourceError(.badResponse(.undecodable(place: place)))
  }
}
