import Explorer
import JSON
import Matching

/// Takes rows one by one and makes a table of them.
struct TableBuilder {
  private let mapping: ItemMapping
  private(set) var table: Table
  private var folded = FoldedText()
  private var groupNumbers: [String: UInt32] = [:]
  private var groupNames: [String] = []
  /// Whether the rows outgrew what a table can hold.
  private(set) var isFull = false

  init(mapping: ItemMapping, form: Table.RowForm, bytes: [UInt8]) {
    self.mapping = mapping
    table = Table(bytes: bytes, form: form)
  }

  /// The members that rows are read for, where that is all there is to read; nil where a row has
  /// to be read whole.
  var wantedMembers: [String]? {
    let fields = [mapping.label] + mapping.search + [mapping.group].compactMap(\.self)
    let names = fields.compactMap(\.memberName)
    return names.count == fields.count ? names : nil
  }

  /// Takes a row that was read whole; one without a label counts as malformed.
  mutating func add(_ range: Range<Int>, _ record: JSONValue?) {
    guard let record, mapping.label.text(in: record) != nil else { return skip(range.lowerBound) }
    folded.removeAll()
    for field in mapping.search {
      guard let text = field.text(in: record) else { continue }
      folded.append(text)
      folded.endField()
    }
    finish(range, group: mapping.group.map { $0.text(in: record) ?? "" })
  }

  /// Takes a row by the places of its members, in the order of `wantedMembers`.
  ///
  /// - Parameter members: where each value lies, with its quotes; nil where it is missing.
  mutating func add(
    _ range: Range<Int>, _ members: [Range<Int>?], in bytes: UnsafeBufferPointer<UInt8>
  ) {
    guard let label = members[0], isPresent(label, bytes) else { return skip(range.lowerBound) }
    folded.removeAll()
    for member in members[1...].prefix(mapping.search.count) {
      guard let member else { continue }
      let before = folded.plain.count
      append(member, bytes)
      if folded.plain.count > before { folded.endField() }
    }
    guard mapping.group != nil else { return finish(range, group: nil) }
    finish(range, group: members.last?.flatMap { text($0, bytes) } ?? "")
  }

  /// Takes a row by the places of its cells, in the order of `wantedMembers`.
  mutating func add(_ range: Range<Int>, _ cells: [CellReader.Cell?], of row: CellReader) {
    guard let label = cells[0], !label.range.isEmpty else { return skip(range.lowerBound) }
    folded.removeAll()
    for cell in cells[1...].prefix(mapping.search.count) {
      guard let cell, !cell.range.isEmpty else { continue }
      row.append(cell, to: &folded)
      folded.endField()
    }
    guard mapping.group != nil else { return finish(range, group: nil) }
    finish(range, group: cells.last?.map { row.text($0) } ?? "")
  }

  /// Notes a row that cannot be used.
  mutating func skip(_ offset: Int) { table.malformed.note(offset) }

  /// The table, its groups in order.
  mutating func finished() -> Table {
    if mapping.group != nil { sortGroups() }
    if !table.marked.ends.isEmpty { padMarked(to: table.count) }
    return table
  }

  // MARK: rows

  private mutating func finish(_ range: Range<Int>, group: String?) {
    guard !isFull, table.count < Table.maximumRows, table.plain.append(folded.plain) else {
      isFull = true
      return
    }
    if folded.hasMarks {
      padMarked(to: table.count)
      isFull = !table.marked.append(folded.marked)
    }
    table.starts.append(UInt32(range.lowerBound))
    table.ends.append(UInt32(range.upperBound))
    if let group { table.groupOfRow.append(number(of: group)) }
  }

  private mutating func padMarked(to count: Int) {
    while table.marked.ends.count < count { _ = table.marked.append([]) }
  }

  private func isPresent(_ value: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes[value.lowerBound] {
    case UInt8(ascii: "\"") where !bytes[value].contains(UInt8(ascii: "\\")): value.count > 2
    case UInt8(ascii: "n"), UInt8(ascii: "{"): false
    case UInt8(ascii: "["), UInt8(ascii: "\""): text(value, bytes)?.isEmpty == false
    default: true
    }
  }

  private mutating func append(_ value: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
    switch bytes[value.lowerBound] {
    case UInt8(ascii: "\""):
      let inside = UnsafeBufferPointer(rebasing: bytes[value.lowerBound + 1..<value.upperBound - 1])
      guard inside.contains(UInt8(ascii: "\\")) else { return folded.append(utf8: inside) }
      folded.append(text(value, bytes) ?? "")
    default: folded.append(text(value, bytes) ?? "")
    }
  }

  private func text(_ value: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    parsed(value, bytes)?.readableText
  }

  // MARK: groups

  private mutating func number(of group: String) -> UInt32 {
    if let number = groupNumbers[group] { return number }
    let number = UInt32(groupNames.count)
    groupNumbers[group] = number
    groupNames.append(group)
    return number
  }

  /// By name; what has no group comes last.
  private mutating func sortGroups() {
    let order = groupNames.indices.sorted { a, b in
      if groupNames[a].isEmpty || groupNames[b].isEmpty { return groupNames[b].isEmpty && a != b }
      return groupNames[a] < groupNames[b]
    }
    var places = [UInt32](repeating: 0, count: order.count)
    for (place, number) in order.enumerated() { places[number] = UInt32(place) }
    table.groups = order.map { groupNames[$0] }
    for row in table.groupOfRow.indices {
      table.groupOfRow[row] = places[Int(table.groupOfRow[row])]
    }
  }
}
