/// The hits of the last queries, from which longer ones are narrowed; of one table.
struct HitsCache: Sendable {
  private static let maximumEntries = 12
  /// All together; the newest stays whatever it takes.
  private static let maximumHits = 1 << 22

  private var entries: [(query: CatalogQuery, hits: Hits)] = []

  /// The hits of exactly this query.
  func hits(_ query: CatalogQuery) -> Hits? { entries.last { $0.query == query }?.hits }

  /// The fewest hits among which those of the query are; nil where none are known.
  func wider(than query: CatalogQuery) -> Hits? {
    entries.filter { query.narrows($0.query) }.map(\.hits).min { $0.count < $1.count }
  }

  mutating func keep(_ hits: Hits, for query: CatalogQuery) {
    entries.removeAll { $0.query == query }
    entries.append((query, hits))
    while entries.count > 1,
      entries.count > Self.maximumEntries
        || entries.reduce(0, { $0 + $1.hits.count }) > Self.maximumHits
    {
      entries.removeFirst()
    }
  }
}
