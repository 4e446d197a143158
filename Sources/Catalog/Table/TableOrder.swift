import Explorer
import JSON
import Matching

extension Table {
  /// What rows are compared by: numbers before texts, what is not known last.
  private enum SortKey: Comparable {
    case number(Double)
    case text([UInt8])

    static func < (a: SortKey, b: SortKey) -> Bool {
      switch (a, b) {
      case (.number(let a), .number(let b)): a < b
      case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  /// All rows in the order of a field; nil where no row has it.
  ///
  /// Those that are equal stay as they are, those without it come last.
  func order(by path: [String], descending: Bool) -> [UInt32]? {
    var keyed: [(row: UInt32, key: SortKey)] = []
    var rest: [UInt32] = []
    for row in 0..<count {
      if let key = key(of: record(row).value(at: path)) {
        keyed.append((UInt32(row), key))
      } else {
        rest.append(UInt32(row))
      }
    }
    guard !keyed.isEmpty else { return nil }
    keyed.sort { a, b in
      if a.key == b.key { return a.row < b.row }
      return descending ? b.key < a.key : a.key < b.key
    }
    return keyed.map(\.row) + rest
  }

  /// The fields of the first rows.
  var fields: [String] {
    var fields: [String] = []
    for row in 0..<min(count, 20) {
      fields += FieldSuggestion.fields(of: record(row)).filter { !fields.contains($0) }
    }
    return fields
  }

  private func key(of value: JSONValue?) -> SortKey? {
    guard let value else { return nil }
    if let number = value.doubleValue { return number.isFinite ? .number(number) : nil }
    guard let text = value.readableText, !text.isEmpty else { return nil }
    if let number = Double(text), number.isFinite { return .number(number) }
    return .text(FoldedText(text).marked)
  }
}
