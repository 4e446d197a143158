/// Whether the first row of a table has the names of the columns.
enum HeaderGuess {
  /// Whether something tells so: a word that names fields, or a text above numbers alone.
  static func isSurelyHeader(_ first: [String], over rest: [[String]]) -> Bool {
    if first.contains(where: FieldNames.isKnown) { return true }
    return first.indices.contains { i in
      let below = rest.compactMap { i < $0.count && !$0[i].isEmpty ? $0[i] : nil }
      return FieldProfile.look(of: first[i]) == .text && !below.isEmpty
        && below.allSatisfy { FieldProfile.look(of: $0) == .number }
    }
  }

  /// Whether nothing tells otherwise.
  static func isHeader(_ first: [String], over rest: [[String]]) -> Bool {
    let names = first.filter { !$0.isEmpty }
    guard !rest.isEmpty, !isSurelyHeader(first, over: rest) else { return true }
    guard !names.isEmpty, Set(names).count == names.count else { return false }
    let looks = names.map { FieldProfile.look(of: $0) }
    guard !looks.contains(where: { [.number, .date, .address].contains($0) }),
      !names.contains(where: { $0.contains("@") })
    else { return false }
    // A name does not come again as a value of its column.
    return first.indices.allSatisfy { i in
      first[i].isEmpty || !rest.contains { i < $0.count && $0[i] == first[i] }
    }
  }

  /// A table of one column has names where it says so.
  static func isHeader(ofOne first: String, fileName: String?) -> Bool {
    let isTable = fileName.flatMap(FormatGuess.format(ofName:)) != nil
    return FieldNames.isKnown(first) || (isTable && FieldProfile.look(of: first) == .text)
  }

  /// Names for columns that have none: `column1`, `column2` and so on, or `name` for the only one.
  static func numbered(_ count: Int) -> [String] {
    count == 1 ? ["name"] : (1...max(1, count)).map { "column\($0)" }
  }
}
