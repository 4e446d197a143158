import Explorer
import Matching

/// Looks for the words of one query in rows, through pointers that hold as long as it does.
struct RowMatcher {
  /// The bytes and row ends of one form of the search fields.
  struct Column {
    let bytes: UnsafeBufferPointer<UInt8>
    let ends: UnsafeBufferPointer<UInt32>

    func range(_ row: Int) -> Range<Int> {
      guard row < ends.count else { return 0..<0 }
      return (row == 0 ? 1 : Int(ends[row - 1]))..<Int(ends[row])
    }
  }

  let plain: Column
  let marked: Column
  private let words: [FoldedPattern]
  private let whole: FoldedPattern
  /// The word that is looked for first: the longest one, with diacritics if any has them.
  private let driver: FoldedPattern
  private let isOneLiteral: Bool

  /// Nil where the query has no words.
  init?(_ query: CatalogQuery, plain: Column, marked: Column) {
    guard
      let driver = query.words.max(by: {
        ($0.hasMarks ? 1 : 0, $0.beginning.count) < ($1.hasMarks ? 1 : 0, $1.beginning.count)
      })
    else { return nil }
    (words, whole) = (query.words, query.whole)
    (self.driver, self.plain, self.marked) = (driver, plain, marked)
    isOneLiteral = words.count == 1 && driver.isLiteral
  }

  /// The hits among consecutive rows.
  func hits(in rows: Range<Int>) -> Hits {
    var hits = Hits()
    let hasOthers = words.count > 1
    let column = column(for: driver)
    guard !rows.isEmpty, rows.lowerBound < column.ends.count else { return hits }
    let others = words.filter { $0 != driver }
    let isLiteral = driver.isLiteral
    let end = column.range(min(rows.upperBound, column.ends.count) - 1).upperBound
    var row = rows.lowerBound
    var position = column.range(row).lowerBound
    driver.beginning.withUnsafeBufferPointer { needle in
      while let place = find(needle, in: column.bytes, from: position, to: end) {
        guard isLiteral || driver.end(ofMatchAt: place, in: column.bytes) != nil else {
          position = place + 1
          continue
        }
        row = self.row(holding: place, from: row, column.ends)
        if !hasOthers || others.allSatisfy({ isFound($0, in: row) }) {
          hits.append(row, rank(row, first: place))
        }
        position = Int(column.ends[row])
        row += 1
      }
    }
    return hits
  }

  /// The hits among the hits of a wider query.
  func hits(among wider: ArraySlice<UInt32>) -> Hits {
    var hits = Hits()
    let column = column(for: driver)
    let others = words.filter { $0 != driver }
    for packed in wider {
      let row = Hits.row(of: packed)
      guard let place = firstPlace(of: driver, in: column.range(row), column),
        others.allSatisfy({ isFound($0, in: row) })
      else { continue }
      hits.append(row, rank(row, first: place))
    }
    return hits
  }

  // MARK: words

  private func column(for word: FoldedPattern) -> Column { word.hasMarks ? marked : plain }

  private func isFound(_ word: FoldedPattern, in row: Int) -> Bool {
    let column = column(for: word)
    return firstPlace(of: word, in: column.range(row), column) != nil
  }

  private func firstPlace(
    of word: FoldedPattern, in range: Range<Int>, _ column: Column
  ) -> Int? {
    word.beginning.withUnsafeBufferPointer { needle in
      var position = range.lowerBound
      while let place = find(needle, in: column.bytes, from: position, to: range.upperBound) {
        if word.isLiteral || word.end(ofMatchAt: place, in: column.bytes) != nil { return place }
        position = place + 1
      }
      return nil
    }
  }

  /// The row that holds a place, not before `row`: found in steps that double.
  private func row(holding place: Int, from row: Int, _ ends: UnsafeBufferPointer<UInt32>) -> Int {
    var low = row
    var step = 1
    while low + step < ends.count, Int(ends[low + step - 1]) <= place {
      low += step
      step *= 2
    }
    var high = min(low + step, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(ends[middle]) <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: rank

  /// - Parameter first: where the driver is first found in the row.
  private func rank(_ row: Int, first: Int) -> Hits.Rank {
    if isOneLiteral { return rankOfLiteral(row, first: first) }
    let column = column(for: whole)
    if let best = bestAtFieldStart(column.range(row), column) { return best }
    guard words.count > 1 else {
      return startsWord(driver, first, self.column(for: driver), row) ? .wordStart : .inside
    }
    let allStart = words.allSatisfy { word in
      let column = self.column(for: word)
      guard let place = firstPlace(of: word, in: column.range(row), column) else { return false }
      return startsWord(word, place, column, row)
    }
    return allStart ? .wordStart : .inside
  }

  /// The same for the usual case, one word of letters: every place says all there is to say.
  private func rankOfLiteral(_ row: Int, first: Int) -> Hits.Rank {
    let column = column(for: driver)
    let end = Int(column.ends[row])
    return driver.bytes.withUnsafeBufferPointer { needle in
      var best = Hits.Rank.inside
      var place = first
      while true {
        if column.bytes[place - 1] == FoldedText.fieldEnd {
          if column.bytes[place + needle.count] == FoldedText.fieldEnd { return .exact }
          best = .prefix
        } else if best == .inside, !isLetter(before: place, column.bytes) {
          best = .wordStart
        }
        guard let next = find(needle, in: column.bytes, from: place + 1, to: end) else {
          return best
        }
        place = next
      }
    }
  }

  /// Whether a field of the row is the whole query, or begins with it.
  private func bestAtFieldStart(_ range: Range<Int>, _ column: Column) -> Hits.Rank? {
    var best: Hits.Rank?
    var field = range.lowerBound
    while field < range.upperBound {
      if let end = whole.end(ofMatchAt: field, in: column.bytes) {
        if column.bytes[end] == FoldedText.fieldEnd { return .exact }
        best = .prefix
      }
      field = fieldEnd(from: field, range.upperBound, column) + 1
    }
    return best
  }

  private func fieldEnd(from start: Int, _ end: Int, _ column: Column) -> Int {
    var i = start
    while i < end, column.bytes[i] != FoldedText.fieldEnd { i += 1 }
    return i
  }

  /// Whether `word` is found at the start of a word, at `first` or behind it.
  private func startsWord(
    _ word: FoldedPattern, _ first: Int, _ column: Column, _ row: Int
  ) -> Bool {
    let end = column.range(row).upperBound
    var place = first
    while true {
      if !isLetter(before: place, column.bytes) { return true }
      guard let next = firstPlace(of: word, in: (place + 1)..<max(end, place + 1), column) else {
        return false
      }
      place = next
    }
  }

  /// Whether a letter, a digit or a mark stands before a place; 0xC0 and 0xC1 begin Hangul's keys.
  private func isLetter(before place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var i = place - 1
    guard i >= 0 else { return false }
    guard bytes[i] >= 0x80 else {
      return (bytes[i] | 0x20) &- UInt8(ascii: "a") < 26 || bytes[i] &- UInt8(ascii: "0") < 10
    }
    while i > 0, bytes[i] & 0xC0 == 0x80 { i -= 1 }
    if bytes[i] == 0xC0 || bytes[i] == 0xC1 { return true }
    let scalar = String(decoding: bytes[i..<place], as: UTF8.self).unicodeScalars.first
    guard let properties = scalar?.properties else { return false }
    return properties.isAlphabetic || properties.numericType != nil
      || properties.canonicalCombiningClass != .notReordered
  }
}
