/// Rows for people: columns as wide as they need, as many as the window has room for.
struct Table {
  struct Column {
    let heading: String
    /// What it keeps of its width before columns of a higher rank go.
    let narrowest: Int
    /// 0 stays longest.
    let rank: Int
  }

  let columns: [Column]
  /// Each with a cell for every column.
  let rows: [[Cell]]

  private static let gap = 2

  /// A heading and the rows; columns that are empty are left out.
  func text(on display: Display) -> String {
    let shown = fittedColumns(in: display.width)
    var plain = display
    plain.hasColor = false
    let heading = line(columns.map { Cell($0.heading) }, shown, plain)
    return ([display.bold(heading)] + rows.map { line($0, shown, display) })
      .joined(separator: "\n") + "\n"
  }

  private struct Shown {
    let index: Int
    let rank: Int
    let least: Int
    var width: Int
  }

  private func line(_ cells: [Cell], _ shown: [Shown], _ display: Display) -> String {
    var line = ""
    var blanks = 0
    for column in shown {
      let cell = cells[column.index].cut(to: column.width, on: display)
      if !cell.text.isEmpty {
        line += String(repeating: " ", count: blanks) + cell.drawn(on: display)
        blanks = 0
      }
      blanks += column.width - cell.text.displayWidth + Table.gap
    }
    return line
  }

  private func fittedColumns(in total: Int?) -> [Shown] {
    var shown = columns.indices.compactMap(shown)
    guard let total else { return shown }
    func excess(_ widths: [Int]) -> Int {
      widths.reduce(0, +) + Table.gap * (widths.count - 1) - total
    }
    while shown.count > 1, excess(shown.map(\.least)) > 0,
      let last = shown.indices.max(by: { shown[$0].rank < shown[$1].rank })
    {
      shown.remove(at: last)
    }
    if shown.count == 1 { shown[0].width = min(shown[0].width, total) }
    // The widest give way first.
    while excess(shown.map(\.width)) > 0,
      let widest = shown.indices.filter({ shown[$0].width > shown[$0].least })
        .max(by: { shown[$0].width < shown[$1].width })
    {
      shown[widest].width -= 1
    }
    return shown
  }

  /// The column at the width that it needs; nil where it is empty.
  private func shown(_ index: Int) -> Shown? {
    let widest = rows.map { $0[index].text.displayWidth }.max() ?? 0
    guard widest > 0 else { return nil }
    let width = max(widest, columns[index].heading.count)
    return Shown(
      index: index, rank: columns[index].rank, least: min(columns[index].narrowest, width),
      width: width)
  }
}
