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
    let (text, start, format, toleratesDamage) = try opened(bytes)
    switch format {
    case .json, .ndjson:
      return try JSONTableReader(self, toleratesDamage: toleratesDamage)
        .table(text, from: start, isLines: format == .ndjson)
    case .csv, .tsv:
      return try CellTableReader(self, toleratesDamage: toleratesDamage)
        .table(text, from: start, isTabbed: format == .tsv)
    }
  }

  /// Reads all rows as records, with a label or not; throws where the whole cannot be read.
  package func records(_ bytes: [UInt8]) throws(SourceError) -> RecordList {
    let (text, start, format, toleratesDamage) = try opened(bytes)
    switch format {
    case .json, .ndjson:
      return try JSONTableReader(self, toleratesDamage: toleratesDamage)
        .records(text, from: start, isLines: format == .ndjson)
    case .csv, .tsv:
      return RecordList(
        records: try CellTableReader(self, toleratesDamage: toleratesDamage)
          .records(text, from: start, isTabbed: format == .tsv))
    }
  }

  /// The text, where it begins, its format, and whether some of its rows may be no UTF-8.
  private func opened(
    _ bytes: [UInt8]
  ) throws(SourceError) -> (text: [UInt8], start: Int, RecordFormat, toleratesDamage: Bool) {
    let (text, start): ([UInt8], Int)
    do throws(UTF8Text.Failure) {
      (text, start) = try UTF8Text.decode(bytes, encoding: layout.encoding)
    } catch {
      throw undecodable(error.reason)
    }
    let format = layout.format ?? FormatGuess.format(text, from: start)
    return (text, start, format, try checkEncoding(text, start, format))
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
      throw SourceError(.misconfigured(reason: mapping.problem(with: table.record(in: first))))
    }
    throw undecodable("no row can be used, \(Table.place(offset, in: text)) the first")
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
