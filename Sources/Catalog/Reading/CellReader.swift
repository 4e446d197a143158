import Explorer
import JSON
import Matching

/// Reads the cells of one row of CSV or TSV (RFC 4180).
struct CellReader {
  /// Where a cell lies, without its quotes, and whether quotes in it are doubled.
  typealias Cell = (range: Range<Int>, isQuoted: Bool)

  private let bytes: UnsafeBufferPointer<UInt8>
  private let separator: UInt8
  private let end: Int
  private var position: Int
  private var isDone = false
  /// Whether something stands behind a closing quote.
  private(set) var isMalformed = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next cell; nil behind the last one.
  mutating func next() -> Cell? {
    guard !isDone else { return nil }
    if position < end, bytes[position] == UInt8(ascii: "\"") { return quoted() }
    let start = position
    while position < end, bytes[position] != separator { position += 1 }
    let range = start..<position
    step()
    return (range, false)
  }

  /// The text of a cell.
  func text(_ cell: Cell) -> String {
    guard cell.isQuoted else { return String(decoding: bytes[cell.range], as: UTF8.self) }
    var text: [UInt8] = []
    var i = cell.range.lowerBound
    while i < cell.range.upperBound {
      text.append(bytes[i])
      i += bytes[i] == UInt8(ascii: "\"") ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of a cell.
  func append(_ cell: Cell, to text: inout FoldedText) {
    let inside = UnsafeBufferPointer(rebasing: bytes[cell.range])
    guard cell.isQuoted, inside.contains(UInt8(ascii: "\"")) else {
      return text.append(utf8: inside)
    }
    text.append(self.text(cell))
  }

  /// Finds the cells of some columns; false where the row has more or fewer than `count`.
  ///
  /// - Parameter columns: where each of `cells` is found; nil finds none.
  mutating func find(_ columns: [Int?], of count: Int, _ cells: inout [Cell?]) -> Bool {
    for i in cells.indices { cells[i] = nil }
    var number = 0
    while let cell = next() {
      for (i, column) in columns.enumerated() where column == number { cells[i] = cell }
      number += 1
    }
    return number == count && !isMalformed
  }

  /// All cells as a record; nil where there are more or fewer than names.
  mutating func record(_ names: [String]) -> JSONValue? {
    var members: [JSONObject.Member] = []
    var i = 0
    while let cell = next() {
      guard i < names.count else { return nil }
      if !names[i].isEmpty, !cell.range.isEmpty {
        members.append((key: names[i], value: .string(text(cell))))
      }
      i += 1
    }
    guard i == names.count, !isMalformed else { return nil }
    return .object(JSONObject(lastWins: members))
  }

  private mutating func quoted() -> Cell {
    position += 1
    let start = position
    while position < end {
      if bytes[position] == UInt8(ascii: "\"") {
        guard position + 1 < end, bytes[position + 1] == UInt8(ascii: "\"") else { break }
        position += 1
      }
      position += 1
    }
    let range = start..<min(position, end)
    position += 1
    if position < end, bytes[position] != separator {
      isMalformed = true
      while position < end, bytes[position] != separator { position += 1 }
    }
    step()
    return (range, true)
  }

  private mutating func step() {
    isDone = position >= end
    position += 1
  }
}
