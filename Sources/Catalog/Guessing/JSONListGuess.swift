import JSON

/// Finds the list in a JSON text that people most likely look for: the longest one of records.
struct JSONListGuess {
  enum Outcome {
    case found(ListGuess)
    case empty
    case noList(GuessFault)
    case malformed(place: String)
  }

  private static let maximumDepth = 5

  private let bytes: UnsafeBufferPointer<UInt8>
  private var found: [ListGuess] = []
  /// Lists of texts that may be the names of cells.
  private var nameLists: [[String]] = []

  static func list(_ text: [UInt8], _ start: Int, isLines: Bool) -> Outcome {
    switch JSONTableReader.form(of: text, start, isLines: isLines) {
    case .empty: return .empty
    case .malformed(let offset): return .malformed(place: Table.place(offset, in: text))
    case .mended(let text): return list(text, 0, isLines: isLines)
    case .one(let root):
      return text.withUnsafeBufferPointer { bytes in
        var guess = JSONListGuess(bytes: bytes)
        guess.look(at: root, [])
        return guess.outcome(root)
      }
    case .several, .lines:
      return text.withUnsafeBufferPointer { bytes in
        var guess = JSONListGuess(bytes: bytes)
        let values = guess.values(from: start)
        guard !values.isEmpty else {
          return start < bytes.count ? .malformed(place: "line 1") : .empty
        }
        guess.lookAtElements(values, [])
        return guess.outcome(values[0])
      }
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Values that follow one another; what is none costs its line.
  private func values(from start: Int) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var skimmer = JSONSkimmer(bytes, start..<bytes.count)
    while values.count < ListGuess.sample, !skimmer.isAtEnd() {
      if let value = try? skimmer.value() {
        values.append(value)
      } else {
        let end = bytes[skimmer.position...].firstIndex(of: UInt8(ascii: "\n"))
        skimmer.position = end ?? bytes.count
      }
    }
    return values
  }

  private func outcome(_ root: Range<Int>) -> Outcome {
    var best: ListGuess?
    for list in found where list.score > best?.score ?? 0 { best = list }
    guard var best else {
      let what = parsed(root, bytes)?.typeName ?? "nothing"
      return .noList(
        GuessFault(
          seen: "there is \(what) and no list in it",
          advice: "a source needs records: an array of objects, or an object of them"))
    }
    if best.weight == Self.rowWeight { nameCells(of: &best) }
    best.layout.format = .json
    return .found(best)
  }

  // MARK: values

  private func byte(_ range: Range<Int>) -> UInt8 { bytes[range.lowerBound] }
  private func isObject(_ range: Range<Int>) -> Bool { byte(range) == UInt8(ascii: "{") }
  private func isArray(_ range: Range<Int>) -> Bool { byte(range) == UInt8(ascii: "[") }
  private func isNull(_ range: Range<Int>) -> Bool { byte(range) == UInt8(ascii: "n") }
  private func isScalar(_ range: Range<Int>) -> Bool {
    !isObject(range) && !isArray(range) && !isNull(range)
  }

  private func name(_ key: Range<Int>) -> String {
    parsed(key.lowerBound - 1..<key.upperBound + 1, bytes)?.stringValue ?? ""
  }

  private func sample(_ ranges: [Range<Int>]) -> [JSONValue] {
    ranges.prefix(ListGuess.sample).compactMap { parsed($0, bytes) }
  }

  private mutating func look(at range: Range<Int>, _ path: [String]) {
    if isArray(range) {
      lookAtElements(bytes.elements(of: range), path)
    } else if isObject(range) {
      lookAtMembers(bytes.members(of: range), path)
    } else if isNull(range) {
      addEmpty(path)
    }
  }

  private mutating func addEmpty(_ path: [String]) {
    guard path.last.map({ FieldNames.lists.contains($0.lowercased()) }) ?? true else { return }
    found.append(ListGuess(path, [], of: 1, "an empty list", weight: 0.001))
  }

  // MARK: arrays

  private static let scalarWeight = 0.1
  private static let rowWeight = 0.99

  private mutating func lookAtElements(_ elements: [Range<Int>], _ path: [String]) {
    let first = elements.prefix(ListGuess.sample)
    let objects = first.filter(isObject)
    if elements.isEmpty {
      addEmpty(path)
    } else if objects.count * 2 > first.count {
      let records = sample(objects)
      noteNames(records)
      found.append(
        ListGuess(path, records, of: elements.count, "a list of \(elements.count) objects"))
      lookInside(records, of: elements.count, path)
    } else if first.allSatisfy(isArray), areRows(first) {
      found.append(
        ListGuess(
          path, sample(elements), of: elements.count, "a list of \(elements.count) rows",
          weight: Self.rowWeight))
    } else if first.allSatisfy(isScalar) {
      let texts = sample(elements)
      nameLists.append(texts.compactMap(\.stringValue))
      found.append(
        ListGuess(
          path, texts.map { ["@value": $0] }, of: elements.count,
          "a list of \(elements.count) texts or numbers", weight: Self.scalarWeight))
    } else if elements.count <= 8 {
      for (i, element) in elements.enumerated() { look(at: element, path + [String(i)]) }
    }
  }

  private func areRows(_ elements: ArraySlice<Range<Int>>) -> Bool {
    elements.prefix(20).allSatisfy { row in
      let cells = bytes.elements(of: row)
      return !cells.isEmpty && cells.count { isScalar($0) || isNull($0) } * 2 > cells.count
    }
  }

  private mutating func noteNames(_ records: [JSONValue]) {
    for member in ["name", "fieldName", "field", "title", "label", "id"] {
      let names = records.compactMap { $0[member]?.stringValue }
      if names.count == records.count { return nameLists.append(names) }
    }
  }

  /// Lists inside of records that are little more than what holds them.
  private mutating func lookInside(_ records: [JSONValue], of count: Int, _ path: [String]) {
    guard records.count >= 2, let members = records[0].objectValue?.members else { return }
    let scalars = members.count { $0.value.arrayValue == nil && $0.value.objectValue == nil }
    guard scalars <= 3 else { return }
    for member in members where member.value.arrayValue?.first?.objectValue != nil {
      let lists = records.compactMap { $0[member.key]?.arrayValue }
      let total = lists.reduce(0) { $0 + $1.count }
      guard lists.count * 5 >= records.count * 4, total >= lists.count * 3 else { continue }
      var list = ListGuess(
        path + ["*", member.key], Array(lists.joined().prefix(ListGuess.sample)),
        of: total * count / records.count, "the lists inside of \(count) objects")
      list.holders = records
      found.append(list)
    }
  }

  // MARK: objects

  private typealias Member = (key: Range<Int>, value: Range<Int>)

  private mutating func lookAtMembers(_ members: [Member], _ path: [String]) {
    guard !members.isEmpty else { return addEmpty(path) }
    if let list = columns(members, path) ?? keyedRecords(members, path) ?? keyedTexts(members, path)
    {
      found.append(list)
      guard members.count <= 8 else { return }
    }
    if let list = listsByName(members, path) { found.append(list) }
    if path.isEmpty, members.contains(where: { isScalar($0.value) }) {
      let record = JSONValue.object(
        JSONObject(
          lastWins: members.filter { $0.value.count < 1 << 16 }
            .compactMap { member in parsed(member.value, bytes).map { (name(member.key), $0) } }))
      found.append(ListGuess(path, [record], of: 1, "one object", weight: 0.01))
    }
    guard path.count < Self.maximumDepth else { return }
    for member in members { look(at: member.value, path + [name(member.key)]) }
  }

  /// Columns that are to be put side by side.
  private func columns(_ members: [Member], _ path: [String]) -> ListGuess? {
    let lists = members.map { member -> [Range<Int>]? in
      if isArray(member.value) { return bytes.elements(of: member.value) }
      guard isObject(member.value) else { return nil }
      let cells = bytes.members(of: member.value)
      return cells.enumerated().allSatisfy { name($1.key) == String($0) } ? cells.map(\.value) : nil
    }
    guard let count = lists.lazy.compactMap(\.self).map(\.count).max(), count > 0 else {
      return nil
    }
    let isColumn = lists.map {
      $0?.count == count && $0?.prefix(20).contains(where: isObject) == false
        && $0?.prefix(20).contains(where: isArray) == false
    }
    let whole = isColumn.allSatisfy(\.self)
    let isNamed = members.contains { FieldNames.isKnown(name($0.key)) }
    guard isColumn.count(where: \.self) >= 2, whole || count >= 5 else { return nil }
    guard count >= 3 || isNamed else { return nil }
    let names = zip(members, isColumn).filter(\.1).map { name($0.0.key) }
    let cells = zip(lists, isColumn).filter(\.1).map { $0.0 ?? [] }
    let records = (0..<min(count, ListGuess.sample)).map { row in
      JSONValue.object(
        JSONObject(
          lastWins: zip(names, cells).compactMap { name, cells in
            parsed(cells[row], bytes).map { (name, $0) }
          }))
    }
    var list = ListGuess(path, records, of: count, "\(names.count) columns of \(count) cells")
    list.layout.zip = whole ? .all : .named(names)
    return list
  }

  /// Records by their keys.
  private func keyedRecords(_ members: [Member], _ path: [String]) -> ListGuess? {
    guard members.allSatisfy({ isObject($0.value) }) else { return nil }
    let first = members.prefix(50)
    let names = first.map { Set(bytes.members(of: $0.value).map { name($0.key) }) }
    guard members.count > 1 || !path.isEmpty, areAlike(names) else { return nil }
    if members.count < 3 {
      let haveText = first.allSatisfy {
        bytes.members(of: $0.value).contains { isScalar($0.value) }
      }
      guard haveText else { return nil }
    }
    let records = members.prefix(ListGuess.sample).map { member -> JSONValue in
      let own = parsed(member.value, bytes)?.objectValue?.members ?? []
      return .object(JSONObject(lastWins: [("@key", .string(name(member.key)))] + own))
    }
    return ListGuess(path, records, of: members.count, "\(members.count) objects by their keys")
  }

  /// Texts or numbers by their keys; not a record, whose members are of many kinds.
  private func keyedTexts(_ members: [Member], _ path: [String]) -> ListGuess? {
    let areTexts = members.allSatisfy { byte($0.value) == UInt8(ascii: "\"") }
    let areNumbers = members.allSatisfy {
      isScalar($0.value) && byte($0.value) != UInt8(ascii: "\"")
    }
    guard members.count >= 8, areTexts || areNumbers,
      members.prefix(50).count(where: { FieldNames.isKnown(name($0.key)) }) < 2
    else { return nil }
    let records = members.prefix(ListGuess.sample).map { member -> JSONValue in
      .object(
        JSONObject(
          distinct: [
            ("@key", .string(name(member.key))), ("@value", parsed(member.value, bytes) ?? .null),
          ]))
    }
    return ListGuess(path, records, of: members.count, "\(members.count) values by their keys")
  }

  /// Lists of records of one kind, by a name for each.
  private func listsByName(_ members: [Member], _ path: [String]) -> ListGuess? {
    guard members.count >= 3, members.allSatisfy({ isArray($0.value) }) else { return nil }
    let lists = members.prefix(50).map { bytes.elements(of: $0.value) }
    let names = lists.compactMap { list in
      list.first.flatMap { isObject($0) ? Set(bytes.members(of: $0).map { name($0.key) }) : nil }
    }
    guard names.count == lists.count, areAlike(names) else { return nil }
    let total = lists.reduce(0) { $0 + $1.count }
    return ListGuess(
      path + ["*"], sample(Array(lists.joined())), of: total * members.count / lists.count,
      "\(members.count) lists of objects by their names")
  }

  /// Whether neighbours have most names in common.
  private func areAlike(_ names: [Set<String>]) -> Bool {
    guard names.count > 1 else { return true }
    let shares = zip(names, names.dropFirst()).map { a, b in
      Double(a.intersection(b).count) / Double(max(1, a.union(b).count))
    }
    return shares.reduce(0, +) / Double(shares.count) >= 0.4
  }

  // MARK: rows

  /// Gives the cells of rows their names: those said elsewhere, those of the first row, or numbers.
  private func nameCells(of list: inout ListGuess) {
    let rows = list.records.map { $0.arrayValue ?? [] }
    let width = rows.map(\.count).max() ?? 0
    let texts = rows.map { $0.map { $0.readableText ?? "" } }
    if let names = nameLists.first(where: { $0.count == width }),
      rows.count != width || names != texts[0]
    {
      list.layout.columns = names
    } else if rows.count > 1, HeaderGuess.isSurelyHeader(texts[0], over: Array(texts.dropFirst())) {
      (list.layout.columns, list.layout.skip) = (texts[0], 1)
    } else {
      list.layout.columns = HeaderGuess.numbered(width)
    }
    let names = list.layout.columns
    list.records = rows.dropFirst(list.layout.skip).map { cells in
      .object(JSONObject(lastWins: zip(names, cells).map { (key: $0, value: $1) }))
    }
  }
}
