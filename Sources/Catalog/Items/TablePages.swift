import Explorer

/// Makes pages of a table's rows.
package struct TablePages: Sendable {
  package let sourceID: String
  package let mapping: ItemMapping

  package init(sourceID: String, mapping: ItemMapping) {
    (self.sourceID, self.mapping) = (sourceID, mapping)
  }

  /// The page that a query asks for.
  ///
  /// - Parameter hits: nil stands for all rows.
  func page(_ query: Query, of table: Table, hits: Hits?) -> Page {
    let perPage = max(1, query.perPage)
    let (skipped, isTooFar) = (max(1, query.page) - 1).multipliedReportingOverflow(by: perPage)
    let start = isTooFar ? Table.maximumRows : min(skipped, Table.maximumRows)
    let selection = PageOfRows(hits, of: table, start..<start + perPage)
    let items = selection.rows.compactMap { mapping.item(table.record($0), id: id($0)) }
    let isLast = start + perPage >= selection.total
    return Page(
      items: items, number: query.page, totalCount: selection.total,
      next: isLast ? nil : String(query.page + 1), groups: selection.groups)
  }

  private func id(_ row: Int) -> String { "\(sourceID):\(row + 1)" }
}
