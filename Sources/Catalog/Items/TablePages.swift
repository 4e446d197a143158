import Explorer
import JSON

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
    let isLast = start + perPage >= selection.total
    return Page(
      items: items(selection.rows, of: table), number: query.page, totalCount: selection.total,
      next: isLast ? nil : String(query.page + 1), groups: selection.groups)
  }

  /// The items of all rows.
  package func items(of table: Table) -> [Item] { items(Array(0..<table.count), of: table) }

  private func items(_ rows: [Int], of table: Table) -> [Item] {
    rows.compactMap { row in
      let record = table.record(row)
      return mapping.item(record, id: id(row, record, table))
    }
  }

  /// The same for the same record wherever it stands; the second one that is the same has a number.
  private func id(_ row: Int, _ record: JSONValue, _ table: Table) -> String {
    let key = mapping.key?.text(in: record) ?? String(table.digest(row), radix: 16)
    let number = table.repeats[UInt32(row)].map { "#\($0)" } ?? ""
    return "\(sourceID):\(key)\(number)"
  }
}
