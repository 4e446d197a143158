import Explorer
import Synchronization

/// A table, and what is kept of the queries that were put to it.
package final class SearchedTable: Sendable {
  let table: Table
  private let pages: TablePages
  private let isIncomplete: Bool
  private let hitsCache = Mutex(HitsCache())
  /// The rows in the order that was asked for last.
  private let sorted = Mutex<(sort: Sort, rows: [UInt32])?>(nil)

  private struct Sort: Sendable, Equatable {
    var field: String
    var isDescending: Bool
  }

  /// - Parameter isIncomplete: whether there is more than the table has.
  package init(_ table: Table, _ pages: TablePages, isIncomplete: Bool = false) {
    (self.table, self.pages, self.isIncomplete) = (table, pages, isIncomplete)
  }

  /// The page that a query asks for; throws where the task was cancelled, or no row has the field to
  /// sort by.
  package func page(_ query: Query) async throws(SourceError) -> Page {
    let wanted = CatalogQuery(query)
    let known = hitsCache.withLock { ($0.hits(wanted), $0.wider(than: wanted)) }
    guard !Task.isCancelled else { throw SourceError(.cancelled) }
    var hits = known.0
    if hits == nil {
      hits = await table.hits(wanted, among: known.1)
      if let hits { hitsCache.withLock { $0.keep(hits, for: wanted) } }
    }
    guard !Task.isCancelled else { throw SourceError(.cancelled) }
    if let field = query.sort, table.count > 0 {
      let rows = try await rows(by: Sort(field: field, isDescending: query.order == "desc"))
      hits = Hits(rows: rows, among: hits, of: table.count)
    }
    var page = pages.page(query, of: table, hits: hits)
    page.isIncomplete = isIncomplete
    return page
  }

  private func rows(by sort: Sort) async throws(SourceError) -> [UInt32] {
    if let known = sorted.withLock({ $0 }), known.sort == sort { return known.rows }
    let table = table
    let rows = await Background.run {
      table.order(
        by: sort.field.split(separator: ".").map(String.init), descending: sort.isDescending)
    }
    guard let rows else {
      throw SourceError(
        .cannotSort(
          SourceError.Sorting(
            key: sort.field, order: nil, possible: Array(table.fields.prefix(12)))))
    }
    sorted.withLock { $0 = (sort, rows) }
    return rows
  }
}

extension Hits {
  /// The rows that are hits, in the order of `rows`.
  ///
  /// - Parameter hits: nil stands for all rows.
  init(rows: [UInt32], among hits: Hits?, of count: Int) {
    guard let hits else {
      self.init(packed: rows)
      return
    }
    var isHit = [Bool](repeating: false, count: count)
    for i in 0..<hits.count { isHit[hits.row(i)] = true }
    self.init(packed: rows.filter { isHit[Int($0)] })
  }
}
