import JSON

/// A list of records that was found, and how it is named in an entry.
struct ListGuess {
  var layout = RecordLayout()
  var count: Int
  /// The first of them, with `@key` and `@value` where they have one.
  var records: [JSONValue]
  /// What holds the lists, where they lie inside of something.
  var holders: [JSONValue] = []
  /// How much a record of it counts beside others.
  let weight: Double
  var what: String

  /// So many records are looked at.
  static let sample = 200

  init(
    _ path: [String] = [], _ records: [JSONValue], of count: Int, _ what: String, weight: Double = 1
  ) {
    layout.items = ItemsPath(path.joined(separator: "."))
    (self.records, self.count, self.what, self.weight) = (records, count, what, weight)
  }

  /// How likely it is what people look for.
  var score: Double {
    let isNamed = layout.items.segments.last.map { FieldNames.lists.contains($0.lowercased()) }
    return Double(count) * weight * (isNamed == true ? 1.2 : 1)
  }

  /// A sentence that says what it is.
  var words: String {
    let place = layout.items.segments.isEmpty ? "" : " at `\(layout.items)`"
    return "It is \(what)\(place)."
  }
}
