import JSON

/// Why there are no records at a path.
struct ItemsFault: Error, Equatable {
  /// What is there, or could not be found.
  enum Reason: Equatable { case missing, noList }

  var reason: Reason
  var path: String
  /// Paths to lists that there are.
  var lists: [String] = []
}

/// Finds the records of a JSON text that is well-formed, by the places where they lie.
///
/// The same for a file and for an answer of an API: an array's elements, an object's members where
/// it has records by their keys, a single object as a list of one, columns put side by side.
struct RecordFinder {
  /// What was found.
  enum Found {
    /// An array, whose elements are the records.
    case array(Range<Int>)
    /// Values that are records as they lie.
    case values([Range<Int>])
    /// An array of records made of what lies elsewhere: with their keys, their parents, their names.
    case rewritten([UInt8])
  }

  /// A value on the way, and what holds it.
  struct Place {
    var value: Range<Int>
    var key: Range<Int>?
    /// The nearest element that a `*` went through.
    var parent: Range<Int>?
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let layout: RecordLayout
  let mapping: ItemMapping?

  /// The records of one value.
  func records(in root: Range<Int>) throws(ItemsFault) -> Found {
    try records(at: places(layout.items.segments[...], Place(value: root)), lists: root)
  }

  /// The records of values that follow one another, as if they were an array.
  func records(in values: [Range<Int>]) throws(ItemsFault) -> Found {
    guard let name = layout.items.segments.first else {
      guard usesNames || !layout.columns.isEmpty else { return .values(values) }
      return .rewritten(rewritten(values.map { Place(value: $0) }))
    }
    let rest = layout.items.segments.dropFirst()
    let elements = chosen(values, name).map { Place(value: $0, parent: name == "*" ? $0 : nil) }
    return try records(at: elements.flatMap { places(rest, $0) }, lists: nil)
  }

  private func records(
    at lists: [Place], lists root: Range<Int>?
  ) throws(ItemsFault) -> Found {
    guard !lists.isEmpty else {
      if layout.items.hasWildcard { return .values([]) }
      throw fault(.missing, root)
    }
    if let zip = layout.zip {
      return .rewritten(ColumnZip(bytes, zip).rows(lists.map(\.value)))
    }
    if lists.count == 1, byte(lists[0].value) == UInt8(ascii: "["), !usesNames,
      layout.columns.isEmpty
    {
      return .array(lists[0].value)
    }
    var records: [Place] = []
    for list in lists {
      guard let elements = elements(of: list) else { throw fault(.noList, root) }
      records += elements
    }
    guard usesNames || !layout.columns.isEmpty else { return .values(records.map(\.value)) }
    return .rewritten(rewritten(records))
  }

  /// Whether the mapping wants what a record does not say of itself: `@key`, `@value`, `@parent`.
  private var usesNames: Bool { mapping?.usesElementNames ?? true }

  // MARK: paths

  private func places(_ path: ArraySlice<String>, _ place: Place) -> [Place] {
    guard let name = path.first, !isNothing(place.value) else { return [place] }
    switch byte(place.value) {
    case UInt8(ascii: "["):
      let elements = elements(place.value)
      return chosen(elements, name).flatMap { element in
        places(
          path.dropFirst(),
          Place(value: element, parent: name == "*" ? element : place.parent))
      }
    case UInt8(ascii: "{"):
      let members = members(place.value)
      if name == "*" {
        return members.flatMap { member in
          places(
            path.dropFirst(), Place(value: member.value, key: member.key, parent: member.value))
        }
      }
      // A name may have dots in it.
      for length in 1...path.count {
        let wanted = path.prefix(length).joined(separator: ".")
        guard let member = members.last(where: { isName($0.key, wanted, bytes) }) else { continue }
        return places(
          path.dropFirst(length), Place(value: member.value, parent: place.parent))
      }
      return []
    default: return []
    }
  }

  /// Whether it is written in the place of a list with nothing in it, or of what would hold one.
  private func isNothing(_ value: Range<Int>) -> Bool {
    switch byte(value) {
    case UInt8(ascii: "n"), UInt8(ascii: "f"): true
    case UInt8(ascii: "\""): value.count == 2
    case UInt8(ascii: "["): elements(value).isEmpty
    default: false
    }
  }

  private func chosen(_ elements: [Range<Int>], _ name: String) -> [Range<Int>] {
    if name == "*" { return elements }
    guard let number = Int(name) else { return [] }
    let i = number < 0 ? elements.count + number : number
    return elements.indices.contains(i) ? [elements[i]] : []
  }

  // MARK: lists

  /// The records of a list; nil where it is none.
  private func elements(of list: Place) -> [Place]? {
    switch byte(list.value) {
    case UInt8(ascii: "["):
      return elements(list.value).dropFirst(layout.columns.isEmpty ? 0 : layout.skip)
        .map { Place(value: $0, parent: list.parent) }
    case UInt8(ascii: "{"):
      let members = members(list.value)
      if !isKeyed(members) {
        // An object of lists that lacks the label is what holds the records, not one of them.
        let holdsLists = !isRecord(members) && !ListPaths.find(bytes, in: list.value).isEmpty
        return holdsLists ? nil : [Place(value: list.value, parent: list.parent)]
      }
      return members.map { Place(value: $0.value, key: $0.key, parent: list.parent) }
    default: return isNothing(list.value) ? [] : nil
    }
  }

  /// Whether an object has records by their keys, and is not one itself.
  private func isKeyed(_ members: [(key: Range<Int>, value: Range<Int>)]) -> Bool {
    guard let mapping else {
      return members.allSatisfy { byte($0.value) == UInt8(ascii: "{") }
    }
    if mapping.names(where: { $0 == "@key" || $0 == "@value" }) { return true }
    return !isRecord(members)
      && members.allSatisfy { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(byte($0.value)) }
  }

  /// Whether an object has what makes a label.
  private func isRecord(_ members: [(key: Range<Int>, value: Range<Int>)]) -> Bool {
    guard let mapping else { return true }
    return members.contains { member in
      mapping.labelNames.contains { isName(member.key, $0, bytes) }
    }
  }

  // MARK: rewriting

  private func rewritten(_ records: [Place]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (i, record) in records.enumerated() {
      if i > 0 { text.append(UInt8(ascii: ",")) }
      append(record, to: &text)
    }
    text.append(UInt8(ascii: "]"))
    return text
  }

  private func append(_ record: Place, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    func name(_ name: [UInt8]) {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text += name + [UInt8(ascii: ":")]
    }
    if let key = record.key {
      name(Array("\"@key\"".utf8))
      text += bytes[key.lowerBound - 1..<key.upperBound + 1]
    }
    if let parent = record.parent, let names = mapping?.parentNames, !names.isEmpty {
      name(Array("\"@parent\"".utf8))
      appendParent(parent, names, to: &text)
    }
    switch byte(record.value) {
    case UInt8(ascii: "{"):
      for member in members(record.value) {
        name(Array(bytes[member.key.lowerBound - 1..<member.key.upperBound + 1]))
        text += bytes[member.value]
      }
    case UInt8(ascii: "[") where !layout.columns.isEmpty:
      for (column, cell) in zip(layout.columns, elements(record.value)) {
        name(JSONValue.string(column).jsonBytes)
        text += bytes[cell]
      }
    default:
      name(Array("\"@value\"".utf8))
      text += bytes[record.value]
    }
    text.append(UInt8(ascii: "}"))
  }

  private func appendParent(_ parent: Range<Int>, _ names: Set<String>, to text: inout [UInt8]) {
    let kept = members(parent).filter { member in
      names.contains { isName(member.key, $0, bytes) }
    }
    text.append(UInt8(ascii: "{"))
    for (i, member) in kept.enumerated() {
      if i > 0 { text.append(UInt8(ascii: ",")) }
      text += bytes[member.key.lowerBound - 1..<member.value.upperBound]
    }
    text.append(UInt8(ascii: "}"))
  }

  // MARK: values

  private func byte(_ range: Range<Int>) -> UInt8 { bytes[range.lowerBound] }

  private func elements(_ range: Range<Int>) -> [Range<Int>] { bytes.elements(of: range) }

  private func members(_ range: Range<Int>) -> [(key: Range<Int>, value: Range<Int>)] {
    bytes.members(of: range)
  }

  private func fault(_ reason: ItemsFault.Reason, _ root: Range<Int>?) -> ItemsFault {
    ItemsFault(
      reason: reason, path: layout.items.description,
      lists: root.map { ListPaths.find(bytes, in: $0) } ?? [])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the elements of an array that is well-formed lie.
  func elements(of range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var skimmer = JSONSkimmer(self, range)
    try? skimmer.array { elements.append($0) }
    return elements
  }

  /// Where the members of an object that is well-formed lie, the names without their quotes.
  func members(of range: Range<Int>) -> [(key: Range<Int>, value: Range<Int>)] {
    var members: [(key: Range<Int>, value: Range<Int>)] = []
    var skimmer = JSONSkimmer(self, range)
    try? skimmer.object { members.append(($0, $1)) }
    return members
  }
}
