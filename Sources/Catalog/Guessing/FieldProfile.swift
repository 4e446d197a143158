import JSON

/// What the values of one field look like in the first records.
struct FieldProfile {
  /// What a text looks like.
  enum Look { case text, number, address, date, code, other }

  let path: [String]
  /// Its place among the fields of a record.
  let order: Int
  let values: [String]
  /// The share of records that have it.
  let presence: Double

  init(path: [String], order: Int, values: [String], records: Int) {
    (self.path, self.order, self.values) = (path, order, values)
    presence = Double(values.count) / Double(max(1, records))
  }

  var name: String { path.joined(separator: ".") }

  /// The share of values that are unlike each other.
  var distinctness: Double { Double(Set(values).count) / Double(max(1, values.count)) }

  var isConstant: Bool { values.count > 1 && Set(values).count == 1 }

  var averageLength: Double {
    Double(values.reduce(0) { $0 + $1.count }) / Double(max(1, values.count))
  }

  /// What most of its values look like.
  var look: Look {
    var counts: [Look: Int] = [:]
    for value in values { counts[Self.look(of: value), default: 0] += 1 }
    return counts.max { $0.value < $1.value }?.key ?? .other
  }

  static func look(of value: String) -> Look {
    let letters = value.unicodeScalars.count { $0.properties.isAlphabetic }
    if Double(value) != nil || (letters == 0 && value.contains(where: \.isNumber)) {
      return value.count { "-/:".contains($0) } >= 2 ? .date : .number
    }
    let lower = value.lowercased()
    if ["http://", "https://", "www.", "//"].contains(where: lower.hasPrefix) { return .address }
    let digits = value.count(where: \.isNumber)
    if digits >= 6, value.first?.isNumber == true, value.count(where: { "-/:.".contains($0) }) >= 2
    {
      return .date
    }
    if letters == 0 { return .other }
    let isWord = value.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
    }
    if isWord, digits > 0, value.count >= 16 || digits * 2 >= value.count { return .code }
    return lower == "true" || lower == "false" ? .other : .text
  }

  /// The fields of records, in the order in which they come.
  static func all(of records: [JSONValue]) -> [FieldProfile] {
    var paths: [[String]] = []
    var values: [[String]: [String]] = [:]
    for record in records {
      collect(record, []) { path, text in
        if values[path] == nil { paths.append(path) }
        values[path, default: []].append(text)
      }
    }
    return paths.enumerated().map { order, path in
      FieldProfile(path: path, order: order, values: values[path] ?? [], records: records.count)
    }
  }

  private static let maximumDepth = 5

  /// Names that would be read as something else are left out, and so are lists.
  private static func collect(
    _ value: JSONValue, _ path: [String], _ take: ([String], String) -> Void
  ) {
    switch value {
    case .object(let object) where path.count < maximumDepth:
      for member in object.members where isSayable(member.key) {
        collect(member.value, path + [member.key], take)
      }
    case .object, .array, .null, .bool: break
    case .integer, .largeInteger, .number, .string, .brokenString:
      if let text = value.readableText, !text.isEmpty { take(path, text) }
    }
  }

  private static func isSayable(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("{") && !name.contains("://")
  }
}
