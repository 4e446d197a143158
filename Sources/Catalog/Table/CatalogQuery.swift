import Explorer
import Matching

/// A query as a catalogue looks for it: every word, and the whole for the order of the hits.
struct CatalogQuery: Sendable, Equatable {
  let words: [FoldedPattern]
  let whole: FoldedPattern

  init(_ query: Query) {
    words = query.words.map { FoldedPattern($0) }.filter { !$0.steps.isEmpty }
    whole = FoldedPattern(query.text)
  }

  /// Whether every row that this finds, `other` finds too.
  func narrows(_ other: CatalogQuery) -> Bool {
    other.words.allSatisfy { old in words.contains { $0.narrows(old) } }
  }
}

/// The rows that a query finds, in file order, each with its rank.
struct Hits: Sendable {
  /// From the best down; within one, rows go in file order.
  enum Rank: UInt32, Sendable, CaseIterable { case exact, prefix, wordStart, inside }

  /// The row in the lower bits, the rank in the upper two.
  private(set) var packed: [UInt32]

  /// - Parameter packed: rows as `pack` has them; with no more than a row's number it is the best.
  init(packed: [UInt32] = []) { self.packed = packed }

  private static let rowMask: UInt32 = (1 << 30) - 1

  var count: Int { packed.count }

  func row(_ i: Int) -> Int { Int(packed[i] & Self.rowMask) }

  static func pack(_ row: Int, _ rank: Rank) -> UInt32 { UInt32(row) | rank.rawValue << 30 }

  static func rank(of packed: UInt32) -> Int { Int(packed >> 30) }

  static func row(of packed: UInt32) -> Int { Int(packed & rowMask) }

  mutating func append(_ row: Int, _ rank: Rank) { packed.append(Self.pack(row, rank)) }

  mutating func append(_ other: Hits) { packed += other.packed }
}
