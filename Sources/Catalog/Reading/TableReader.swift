import Explorer
import JSON

/// Makes a table of bytes: of a file, or of an answer of an API.
package struct TableReader {
  /// Rows above this are skipped: nobody reads them, and one takes its weight in memory again.
  static let maximumRowBytes = 16 << 20
  private static let reportedBytes = 1 << 20

  let layout: RecordLayout
  let mapping: ItemMapping
  /// Told now and then how many bytes are done; returns whether to go on.
  let progress: (Int) -> Bool

  package init(
    _ layout: RecordLayout, _ mapping: ItemMapping,
    progress: @escaping (Int) -> Bool = { _ in true }
  ) {
    (self.layout, self.mapping, self.progress) = (layout, mapping, progress)
  }

  /// Reads all rows; throws where the whole cannot be read.
  package func table(_ bytes: [UInt8]) throws(SourceError) -> Table {
    let (text, start): ([UInt8], Int)
    do throws(UTF8Text.Failure) {
      (text, start) = try UTF8Text.decode(bytes, encoding: layout.encoding)
    } catch {
      throw undecodable(error.reason)
    }
    let format = layout.format ?? FormatGuess.format(text, from: start)
    let toleratesDamage = try checkEncoding(text, start, format)
    switch format {
    case .json, .ndjson:
      return try JSONTableReader(self, toleratesDamage: toleratesDamage)
        .table(text, from: start, isLines: format == .ndjson)
    case .csv, .tsv:
      let tab = format == .tsv ? UInt8(ascii: "\t") : nil
      return try CellTableReader(self, toleratesDamage: toleratesDamage)
        .table(text, from: start, separator: layout.separator ?? tab)
    }
  }

  /// Whether rows have to be looked at one by one, because some are not UTF-8; throws where it is
  /// another encoding altogether.
  private func checkEncoding(
    _ text: [UInt8], _ start: Int, _ format: RecordFormat
  ) throws(SourceError) -> Bool {
    let damage = text.withUnsafeBufferPointer { buffer -> (offset: Int, isSlight: Bool)? in
      guard let offset = firstMalformedUTF8(buffer, start..<buffer.count) else { return nil }
      return (offset, format != .json && UTF8Text.isMostlyWellFormed(buffer, from: start))
    }
    guard let damage else { return false }
    guard damage.isSlight else { throw undecodable(UTF8Text.refusal(text, at: damage.offset)) }
    return true
  }

  // MARK: shared by the formats

  /// The finished table; throws where it is too large, or nothing in it can be used.
  func finished(_ builder: inout TableBuilder, in text: [UInt8]) throws(SourceError) -> Table {
    guard !builder.isFull else {
      throw SourceError(.badResponse(.tooLarge(limit: Int(UInt32.max))))
    }
    let table = builder.finished()
    guard table.count == 0, let offset = table.malformed.firstOffset else { return table }
    if table.malformed.unlabelled == table.malformed.count, let first = builder.firstUnlabelled {
      throw SourceError(.misconfigured(reason: Self.problem(mapping, first, of: table)))
    }
    throw undecodable("no row can be used, \(Table.place(offset, in: text)) the first")
  }

  private static func problem(
    _ mapping: ItemMapping, _ row: Range<Int>, of table: Table
  ) -> String {
    let record = table.record(in: row)
    guard record.objectValue != nil else {
      return "the items are no records; `{@value}` is an item that is \(record.typeName)"
    }
    let path = mapping.label.paths.first { record.value(at: $0)?.readableText == nil } ?? []
    return FieldSuggestion.words(missing: path.joined(separator: "."), in: record)
  }

  /// Tells how far it has got; false where that is enough.
  func report(_ offset: Int, _ reported: inout Int) -> Bool {
    guard offset - reported >= Self.reportedBytes else { return true }
    reported = offset
    return progress(offset)
  }

  func undecodable(_ place: String) -> SourceError {
    SourceError(.badResponse(.undecodable(place: place)))
  }
}
