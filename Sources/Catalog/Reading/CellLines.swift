/// Splits CSV or TSV into rows: a line end inside quotes belongs to its cell (RFC 4180).
struct CellLines {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let separator: UInt8
  private var position: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
    position = start
  }

  /// The next row without its line end, and whether the text ended inside its quotes; empty lines
  /// are passed over.
  mutating func next() -> (range: Range<Int>, isOpen: Bool)? {
    while position < bytes.count {
      let line = line()
      if line.isOpen || !line.range.isEmpty { return line }
    }
    return nil
  }

  private mutating func line() -> (range: Range<Int>, isOpen: Bool) {
    let start = position
    var isAtCellStart = true
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      if bytes[position] == UInt8(ascii: "\""), isAtCellStart {
        guard passQuotes() else { return (start..<bytes.count, true) }
        isAtCellStart = false
        continue
      }
      isAtCellStart = bytes[position] == separator
      position += 1
    }
    var end = position
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    position += 1
    return (start..<end, false)
  }

  /// Goes behind the closing quote; false where there is none.
  private mutating func passQuotes() -> Bool {
    position += 1
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\"") {
        guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\"") else {
          position += 1
          return true
        }
        position += 1
      }
      position += 1
    }
    return false
  }
}
