import Explorer
import JSON
import Matching

/// Reads the cells of one row of CSV or TSV (RFC 4180).
struct CellReader {
  /// Where a cell lies, without its quotes or the blanks around it, and whether it was quoted.
  typealias Cell = (range: Range<Int>, isQuoted: Bool)

  /// How many cells a row has, beside the columns there are.
  enum Fit { case exact, short, long }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let separator: UInt8
  private let end: Int
  private var position: Int
  private var isDone = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next cell; nil behind the last one.
  mutating func next() -> Cell? {
    guard !isDone else { return nil }
    var start = position
    while start < end, bytes[start] == UInt8(ascii: " "), separator != UInt8(ascii: " ") {
      start += 1
    }
    if start < end, bytes[start] == UInt8(ascii: "\""),
      let close = closingQuote(of: start, in: bytes, end, separator)
    {
      position = close + 1
      passToSeparator()
      return (start + 1..<close, true)
    }
    passToSeparator()
    var stop = min(position - 1, end)
    while stop > start, bytes[stop - 1] == UInt8(ascii: " ") { stop -= 1 }
    return (start..<max(start, stop), false)
  }

  /// The text of a cell, without U+0000.
  func text(_ cell: Cell) -> String {
    let inside = bytes[cell.range]
    guard cell.isQuoted || inside.contains(0) else {
      return String(decoding: inside, as: UTF8.self)
    }
    var text: [UInt8] = []
    var i = cell.range.lowerBound
    while i < cell.range.upperBound {
      if cell.isQuoted, isDoubled(i, cell.range.upperBound) { i += 1 }
      if bytes[i] != 0 { text.append(bytes[i]) }
      i += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of a cell.
  func append(_ cell: Cell, to text: inout FoldedText) {
    let inside = UnsafeBufferPointer(rebasing: bytes[cell.range])
    guard cell.isQuoted ? inside.contains(UInt8(ascii: "\"")) : inside.contains(0) else {
      return text.append(utf8: inside)
    }
    text.append(self.text(cell))
  }

  /// Finds the cells of some columns.
  ///
  /// - Parameters:
  ///   - columns: where each of `cells` is found; nil finds none.
  ///   - count: how many columns there are, those without a name at the end apart and with them.
  mutating func find(
    _ columns: [Int?], of count: ClosedRange<Int>, _ cells: inout [Cell?]
  ) -> Fit {
    for i in cells.indices { cells[i] = nil }
    var number = 0
    var isLong = false
    while let cell = next() {
      if number >= count.upperBound, !cell.range.isEmpty { isLong = true }
      for (i, column) in columns.enumerated() where column == number { cells[i] = cell }
      number += 1
    }
    return isLong ? .long : number < count.lowerBound ? .short : .exact
  }

  /// All cells that have a name as a record; nothing is known of those that are empty or missing.
  mutating func record(_ names: [String]) -> JSONValue {
    var members: [JSONObject.Member] = []
    for name in names {
      guard let cell = next() else { break }
      if !name.isEmpty, !cell.range.isEmpty {
        members.append((key: name, value: .string(text(cell))))
      }
    }
    return .object(JSONObject(lastWins: members))
  }

  /// The texts of all cells.
  mutating func texts() -> [String] {
    var texts: [String] = []
    while let cell = next() { texts.append(text(cell)) }
    return texts
  }

  /// Whether a quote follows that this byte stands for.
  private func isDoubled(_ i: Int, _ end: Int) -> Bool {
    guard i + 1 < end, bytes[i + 1] == UInt8(ascii: "\"") else { return false }
    return bytes[i] == UInt8(ascii: "\"") || bytes[i] == UInt8(ascii: "\\")
  }

  /// Goes behind the next separator, or the end.
  private mutating func passToSeparator() {
    while position < end, bytes[position] != separator { position += 1 }
    isDone = position >= end
    position += 1
  }
}
