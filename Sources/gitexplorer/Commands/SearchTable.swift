import Explorer
import JSON
import Matching
import Service

/// What was found, as a table: who it is first, then what is known of them.
struct SearchTable {
  private let query: Query
  private let items: [Item]

  init(_ items: [Item], of query: Query) {
    self.items = items
    self.query = query
  }

  func text(on display: Display) -> String {
    let columns = columns
    let words = query.words.map { TextMatch($0) }
    let table = Table(
      columns: columns.map(\.column),
      rows: items.map { item in columns.map { $0.cell(item, words) } })
    return table.text(on: display)
  }

  private struct Column {
    let column: Table.Column
    let cell: (_ item: Item, _ words: [TextMatch]) -> Cell

    init(
      _ heading: String, narrowest: Int, rank: Int,
      cell: @escaping (_ item: Item, _ words: [TextMatch]) -> Cell
    ) {
      column = Table.Column(heading: heading, narrowest: narrowest, rank: rank)
      self.cell = cell
    }

    init(_ heading: String, narrowest: Int, rank: Int, text: @escaping (Item) -> String?) {
      self.init(heading, narrowest: narrowest, rank: rank) { item, _ in Cell(text(item) ?? "") }
    }
  }

  private var columns: [Column] {
    let arePeople = items.allSatisfy(\.isAccount)
    let areEntries = items.allSatisfy { $0.kind == .entry }
    return [
      Column("GROUP", narrowest: 8, rank: 3) { $0.group },
      Column(arePeople ? "LOGIN" : "NAME", narrowest: 24, rank: 0) { $0.nameCell($1) },
      Column(arePeople ? "NAME" : "DETAIL", narrowest: 12, rank: 1) { $0.detail },
      Column("RELATION", narrowest: 12, rank: 1) { $0.relation },
      Column("BIO", narrowest: 16, rank: 2) { $0.known("bio") },
      // It says nothing where all are entries.
      Column("KIND", narrowest: 12, rank: 4) { areEntries ? nil : $0.kind.rawValue },
      Column("COMPANY", narrowest: 10, rank: 5) { $0.known("company") },
      Column("LOCATION", narrowest: 10, rank: 6) { $0.known("location") },
      Column("ADDRESS", narrowest: 20, rank: 7) { $0.tellingAddress },
    ]
  }
}

extension Item {
  fileprivate var isAccount: Bool {
    switch kind {
    case .user, .organization, .bot, .author: true
    case .repository, .entry: false
    }
  }

  /// What is known of a person; an entry's record may mean anything by the name.
  fileprivate func known(_ field: String) -> String? {
    isAccount ? data[field]?.stringValue : nil
  }

  /// Why somebody is near: `author, 12 commits`.
  fileprivate var relation: String? {
    guard isAccount, let relations = data["relation"]?.arrayValue?.compactMap(\.stringValue) else {
      return nil
    }
    let commits = data["commits"]?.intValue.map { ["\($0) commit\($0 == 1 ? "" : "s")"] } ?? []
    return (relations + commits).joined(separator: ", ")
  }

  /// The address, unless it only says the label again.
  fileprivate var tellingAddress: String? {
    let last = url?.split(separator: "/").last?.lowercased()
    return last == label.lowercased() ? nil : url
  }

  fileprivate func nameCell(_ words: [TextMatch]) -> Cell {
    var cell = Cell(label)
    var shown = self
    shown.label = cell.text
    cell.marked = shown.matchedRanges(of: words).map { range in
      let start = cell.text.distance(from: cell.text.startIndex, to: range.lowerBound)
      return start..<(start + cell.text[range].count)
    }
    cell.link = url
    return cell
  }
}
