import Explorer
import Synchronization

/// A table, and what is remembered of the queries that were put to it.
package final class SearchedTable: Sendable {
  let table: Table
  private let pages: TablePages
  private let isIncomplete: Bool
  private let memory = Mutex(HitsCache())

  /// - Parameter isIncomplete: whether there is more than the table has.
  package init(_ table: Table, _ pages: TablePages, isIncomplete: Bool = false) {
    (self.table, self.pages, self.isIncomplete) = (table, pages, isIncomplete)
  }

  /// The page that a query asks for; throws where the task was cancelled.
  package func page(_ query: Query) async throws(SourceError) -> Page {
    let wanted = CatalogQuery(query)
    let known = memory.withLock { ($0.hits(wanted), $0.wider(than: wanted)) }
    guard !Task.isCancelled else { throw SourceError(.cancelled) }
    if let hits = known.0 { return page(query, hits) }
    let hits = await table.hits(wanted, among: known.1)
    if let hits { memory.withLock { $0.keep(hits, for: wanted) } }
    guard !Task.isCancelled else { throw SourceError(.cancelled) }
    return page(query, hits)
  }

  private func page(_ query: Query, _ hits: Hits?) -> Page {
    var page = pages.page(query, of: table, hits: hits)
    page.isIncomplete = isIncomplete
    return page
  }
}
