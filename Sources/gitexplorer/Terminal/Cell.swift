/// One cell of a table: a line of text, what is marked in it, and where it leads.
struct Cell {
  /// Without anything that a terminal would obey.
  private(set) var text: String
  /// Places in `text`, counted in characters, in order.
  var marked: [Range<Int>] = []
  var link: String?

  init(_ text: String) { self.text = text.printable }

  /// The cell with its text cut to so many columns.
  func cut(to width: Int, on display: Display) -> Cell {
    let (kept, isWhole) = text.prefix(columns: width, leaving: display.ellipsis.count)
    guard !isWhole else { return self }
    var cell = self
    cell.text = kept + display.ellipsis.prefix(max(0, width - kept.displayWidth))
    cell.marked = marked.map { $0.clamped(to: 0..<kept.count) }
    return cell
  }

  /// The text with its marks and its link.
  func drawn(on display: Display) -> String {
    var rest = Array(text)[...]
    var result = ""
    for range in marked where range.upperBound > rest.startIndex && !range.isEmpty {
      let range = range.clamped(to: rest.startIndex..<rest.endIndex)
      result += String(rest[..<range.lowerBound]) + display.marked(String(rest[range]))
      rest = rest[range.upperBound...]
    }
    return display.linked(result + String(rest), to: link)
  }
}
