/// Rows for people: columns as wide as they need, cut to the terminal's width.
struct Table {
  var headings: [String]
  var rows: [[String]]

  private static let gap = 2
  private static let narrowest = 8

  func text(for terminal: Terminal) -> String {
    let columns = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let widths = fittedWidths(columns, total: terminal.width)
    let heading = line(headings, columns, widths)
    let shown = terminal.hasColor ? "\u{1B}[1m\(heading)\u{1B}[0m" : heading
    return ([shown] + rows.map { line($0, columns, widths) }).joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String], _ columns: [Int], _ widths: [Int]) -> String {
    let line = zip(columns, widths).map { column, width in
      cells[column].fitted(to: width).padded(to: width)
    }.joined(separator: String(repeating: " ", count: Table.gap))
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// The widest columns give way first.
  private func fittedWidths(_ columns: [Int], total: Int?) -> [Int] {
    var widths = columns.map { column in
      ([headings[column]] + rows.map { $0[column] }).map(\.displayWidth).max() ?? 0
    }
    guard let total else { return widths }
    while widths.reduce(0, +) + Table.gap * (widths.count - 1) > total {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Table.narrowest
      else { break }
      widths[widest] -= 1
    }
    return widths
  }
}
