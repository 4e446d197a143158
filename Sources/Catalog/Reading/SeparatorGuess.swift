/// Which byte separates the cells of a table.
enum SeparatorGuess {
  static let candidates = Array(",;\t|".utf8)
  private static let rows = 50

  /// The one that gives most rows as many cells as the first has, and more than one; else a comma.
  static func separator(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, comment: [UInt8]
  ) -> UInt8 {
    let scored = candidates.map { separator in
      (separator, score(bytes, start, CellDialect(separator: separator, comment: comment)))
    }
    // The first of those that are equally good.
    return scored.reversed().max { $0.1 < $1.1 }.flatMap { $0.1 > (0, 1) ? $0.0 : nil }
      ?? UInt8(ascii: ",")
  }

  private static func score(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ dialect: CellDialect
  ) -> (Int, Int) {
    var lines = CellLines(bytes, from: start, dialect)
    var counts: [Int] = []
    while counts.count < rows, let line = lines.next() {
      var reader = CellReader(bytes, line.range, separator: dialect.separator)
      counts.append(reader.texts().count)
    }
    guard let first = counts.first, first > 1 else { return (0, 0) }
    return (counts.count { $0 == first } * 100 / counts.count, first)
  }
}
