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
  /// What each row is known by, where a key says that.
  private var keyDigests: [UInt64] = []
  /// Where the first row lies that was read and has no label.
  private(set) var firstUnlabelled: Range<Int>?
  /// Whether the rows outgrew what a table can hold.
  private(set) var isFull = false

  init(mapping: ItemMapping, form: Table.RowForm, bytes: [UInt8]) {
    self.mapping = mapping
    table = Table(bytes: bytes, form: form)
  }

  /// The members that rows are read for, where that is all there is to read; nil where a row has
  /// to be read whole.
  var wantedMembers: [String]? {
    let fields = [mapping.label] + mapping.search + [mapping.group, mapping.key].compactMap(\.self)
    let names = fields.compactMap(\.memberName)
    return names.count == fields.count ? names : nil
  }

  /// Takes a row that was read whole; one without a label counts as malformed.
  mutating func add(_ range: Range<Int>, _ record: JSONValue?) {
    guard let record else { return skip(range.lowerBound) }
    guard mapping.label.text(in: record) != nil else { return skipUnlabelled(range) }
    folded.removeAll()
    for field in mapping.search {
      guard let text = field.text(in: record) else { continue }
      folded.append(text)
      folded.endField()
    }
    finish(
      range, group: mapping.group.map { $0.text(in: record) ?? "" },
      key: mapping.key?.text(in: record))
  }

  /// Takes a row by the places of its members, in the order of `wantedMembers`.
  ///
  /// - Parameter members: where each value lies, with its quotes; nil where it is missing.
  mutating func add(
    _ range: Range<Int>, _ members: [Range<Int>?], in bytes: UnsafeBufferPointer<UInt8>
  ) {
    guard let label = members[0], isPresent(label, bytes) else { return skipUnlabelled(range) }
    folded.removeAll()
    for member in members[1...].prefix(mapping.search.count) {
      guard let member else { continue }
      let before = folded.plain.count
      append(member, bytes)
      if folded.plain.count > before { folded.endField() }
    }
    finish(
      range,
      group: groupPlace.map { place in members[place].flatMap { text($0, bytes) } ?? "" },
      key: mapping.key.flatMap { _ in members.last?.flatMap { text($0, bytes) } })
  }

  /// Takes a row by the places of its cells, in the order of `wantedMembers`.
  mutating func add(_ range: Range<Int>, _ cells: [CellReader.Cell?], of row: CellReader) {
    guard let label = cells[0], !label.range.isEmpty else { return skipUnlabelled(range) }
    folded.removeAll()
    for cell in cells[1...].prefix(mapping.search.count) {
      guard let cell, !cell.range.isEmpty else { continue }
      row.append(cell, to: &folded)
      folded.endField()
    }
    finish(
      range, group: groupPlace.map { place in cells[place].map { row.text($0) } ?? "" },
      key: mapping.key.flatMap { _ in cells.last?.map { row.text($0) } })
  }

  /// Notes a row that cannot be read.
  mutating func skip(_ offset: Int) { table.malformed.note(offset) }

  /// Notes a row that has no label.
  mutating func skipUnlabelled(_ range: Range<Int>) {
    table.malformed.note(range.lowerBound)
    table.malformed.unlabelled += 1
    if firstUnlabelled == nil { firstUnlabelled = range }
  }

  /// Notes a row that was taken though it has more or fewer cells than there are columns.
  mutating func noteRagged(_ fit: CellReader.Fit, _ offset: Int) {
    switch fit {
    case .exact: return
    case .short: table.ragged.short += 1
    case .long: table.ragged.long += 1
    }
    if table.ragged.firstOffset == nil { table.ragged.firstOffset = offset }
  }

  /// The table, its groups in order.
  mutating func finished() -> Table {
    if mapping.group != nil { sortGroups() }
    if !table.marked.ends.isEmpty { padMarked(to: table.count) }
    table.repeats = repeats
    return table
  }

  // MARK: rows

  private var groupPlace: Int? { mapping.group == nil ? nil : mapping.search.count + 1 }

  private mutating func finish(_ range: Range<Int>, group: String?, key: String?) {
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
    guard mapping.key != nil else { return }
    keyDigests.append(key.map { stableDigest($0.utf8) } ?? table.digest(table.count - 1))
  }

  /// Which rows have the identity of an earlier one.
  private var repeats: [UInt32: UInt32] {
    guard mapping.key == nil else { return Repeats.find(table.count) { keyDigests[$0] } }
    return table.bytes.withUnsafeBytes { bytes in
      table.starts.withUnsafeBufferPointer { starts in
        table.ends.withUnsafeBufferPointer { ends in
          Repeats.find(starts.count) { row in
            stableDigest(
              UnsafeRawBufferPointer(rebasing: bytes[Int(starts[row])..<Int(ends[row])]))
          }
        }
      }
    }
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
