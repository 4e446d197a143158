/// How the cells of a table are told apart.
struct CellDialect: Sendable, Equatable {
  var separator: UInt8
  /// What lines begin with that are passed over; empty for none.
  var comment: [UInt8] = []
}

/// Splits CSV or TSV into rows: a line end inside quotes belongs to its cell (RFC 4180).
///
/// LF, CRLF and CR alone end a line. A quote that is not closed as it should be costs its own line
/// and no more.
struct CellLines {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let dialect: CellDialect
  private(set) var position: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ dialect: CellDialect) {
    self.bytes = bytes
    self.dialect = dialect
    position = start
  }

  /// The next row without its line end, and whether its quotes are broken; empty lines and comments
  /// are passed over.
  mutating func next() -> (range: Range<Int>, isBroken: Bool)? {
    while position < bytes.count {
      if !dialect.comment.isEmpty, bytes[position...].starts(with: dialect.comment) {
        skipLine()
        continue
      }
      let line = line()
      if !line.range.isEmpty { return line }
    }
    return nil
  }

  /// Passes the rest of a line and its end.
  mutating func skipLine() {
    passToLineEnd()
    if position + 1 < bytes.count, bytes[position] == cr, bytes[position + 1] == lf {
      position += 1
    }
    position += 1
  }

  private mutating func line() -> (range: Range<Int>, isBroken: Bool) {
    let start = position
    var isAtCellStart = true
    while position < bytes.count, bytes[position] != lf, bytes[position] != cr {
      let byte = bytes[position]
      if byte == quote, isAtCellStart {
        guard let end = closingQuote(of: position, in: bytes, bytes.count, dialect.separator) else {
          passToLineEnd()
          let range = start..<position
          position += 1
          return (range, true)
        }
        position = end
      }
      isAtCellStart = byte == dialect.separator || (isAtCellStart && byte == space)
      position += 1
    }
    let range = start..<position
    position += 1
    return (range, false)
  }

  private mutating func passToLineEnd() {
    while position < bytes.count, bytes[position] != lf, bytes[position] != cr { position += 1 }
  }
}

private let quote = UInt8(ascii: "\"")
private let space = UInt8(ascii: " ")
private let lf = UInt8(ascii: "\n")
private let cr = UInt8(ascii: "\r")

/// Where a quoted cell is closed; nil where something else stands behind what should close it.
///
/// A quote inside is doubled, or stands behind a backslash.
func closingQuote(
  of open: Int, in bytes: UnsafeBufferPointer<UInt8>, _ end: Int, _ separator: UInt8
) -> Int? {
  var i = open + 1
  while i < end {
    guard bytes[i] == quote else {
      i += 1
      continue
    }
    if i + 1 < end, bytes[i + 1] == quote {
      let isEscaped = i - 1 > open && bytes[i - 1] == UInt8(ascii: "\\")
      if isEscaped, endsCell(i + 2, bytes, end, separator) { return i + 1 }
      i += 2
    } else if endsCell(i + 1, bytes, end, separator) {
      return i
    } else {
      guard i - 1 > open, bytes[i - 1] == UInt8(ascii: "\\") else { return nil }
      i += 1
    }
  }
  return nil
}

private func endsCell(
  _ start: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ end: Int, _ separator: UInt8
) -> Bool {
  var i = start
  while i < end, bytes[i] == space, separator != space { i += 1 }
  return i >= end || bytes[i] == separator || bytes[i] == lf || bytes[i] == cr
}
