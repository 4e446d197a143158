import Explorer

extension Table {
  /// Rows are searched in pieces of this many at least, each on a task of its own.
  private static let rowsPerTask = 1 << 17
  /// Above this part of all rows, going over everything is faster than over the hits.
  private static let narrowingShare = 4

  /// The rows that a query finds; nil stands for all of them, which an empty query finds.
  ///
  /// - Parameter wider: the hits of a query that this one narrows; nil goes over all rows.
  func hits(_ query: CatalogQuery, among wider: Hits?) async -> Hits? {
    guard !query.words.isEmpty else { return nil }
    let candidates = wider.flatMap { $0.count * Self.narrowingShare <= count ? $0.packed : nil }
    let total = candidates?.count ?? count
    let pieces = max(1, min(4, total / Self.rowsPerTask))
    guard pieces > 1 else { return hits(query, 0..<total, candidates) }
    return await withTaskGroup(of: (Int, Hits).self) { group in
      for loaded in 0..<pieces {
        let range = total * loaded / pieces..<total * (loaded + 1) / pieces
        group.addTask { (loaded, hits(query, range, candidates)) }
      }
      var found = [Hits](repeating: Hits(), count: pieces)
      for await (loaded, hits) in group { found[loaded] = hits }
      var all = found[0]
      for hits in found[1...] { all.append(hits) }
      return all
    }
  }

  private func hits(_ query: CatalogQuery, _ range: Range<Int>, _ candidates: [UInt32]?) -> Hits {
    plain.bytes.withUnsafeBufferPointer { plainBytes in
      plain.ends.withUnsafeBufferPointer { plainEnds in
        marked.bytes.withUnsafeBufferPointer { markedBytes in
          marked.ends.withUnsafeBufferPointer { markedEnds in
            let matcher = RowMatcher(
              query, plain: .init(bytes: plainBytes, ends: plainEnds),
              marked: .init(bytes: markedBytes, ends: markedEnds))
            guard let matcher else { return Hits() }
            return candidates.map { matcher.hits(among: $0[range]) } ?? matcher.hits(in: range)
          }
        }
      }
    }
  }
}

/// Which rows a page shows, and the groups of the whole answer.
struct PageOfRows: Sendable {
  var rows: [Int]
  var total: Int
  var groups: [Page.Group]?

  /// - Parameters:
  ///   - hits: nil stands for all rows.
  ///   - range: the places of the page in the whole answer; past its end there is nothing.
  init(_ hits: Hits?, of table: Table, _ range: Range<Int>) {
    total = hits?.count ?? table.count
    let range = min(range.lowerBound, total)..<min(range.upperBound, total)
    guard hits != nil || !table.groupOfRow.isEmpty else {
      rows = Array(range)
      return
    }
    let buckets = Buckets(hits, table)
    rows = buckets.rows(range)
    guard !table.groupOfRow.isEmpty else { return }
    groups = table.groups.indices.compactMap { group in
      let count = buckets.count(ofGroup: group)
      return count == 0 ? nil : Page.Group(key: table.groups[group], count: count)
    }
  }
}

/// Hits by group and rank: the order in which they are shown.
private struct Buckets {
  private let hits: Hits?
  private let table: Table
  private var counts: [Int]

  init(_ hits: Hits?, _ table: Table) {
    (self.hits, self.table) = (hits, table)
    counts = [Int](repeating: 0, count: max(1, table.groups.count) * 4)
    for i in 0..<(hits?.count ?? table.count) { counts[bucket(i)] += 1 }
  }

  func count(ofGroup group: Int) -> Int { counts[group * 4..<group * 4 + 4].reduce(0, +) }

  /// The rows at these places of the order.
  func rows(_ range: Range<Int>) -> [Int] {
    guard !range.isEmpty else { return [] }
    var next = counts
    var sum = 0
    for bucket in counts.indices {
      next[bucket] = sum
      sum += counts[bucket]
    }
    var rows = [Int](repeating: 0, count: range.count)
    var missing = range.count
    for i in 0..<(hits?.count ?? table.count) where missing > 0 {
      let bucket = bucket(i)
      let place = next[bucket]
      next[bucket] += 1
      guard range.contains(place) else { continue }
      rows[place - range.lowerBound] = hits?.row(i) ?? i
      missing -= 1
    }
    return rows
  }

  private func bucket(_ i: Int) -> Int {
    let packed = hits?.packed[i] ?? UInt32(i)
    let rank = hits == nil ? 0 : Hits.rank(of: packed)
    let row = Hits.row(of: packed)
    return table.groupOfRow.isEmpty ? rank : Int(table.groupOfRow[row]) * 4 + rank
  }
}
