/// A range as search qualifiers write it: `5`, `>5`, `>=5`, `<5`, `<=5`, `5..9`, `5..*`, `*..9`.
struct NumberRange: Sendable, Equatable {
  var lowest: Int
  var highest: Int

  func contains(_ number: Int) -> Bool { lowest <= number && number <= highest }

  /// Nil where `text` is no range; `bound` reads one end as what it covers at least and at most.
  init?(_ text: String, bound: (Substring) -> (first: Int, last: Int)?) {
    (lowest, highest) = (Int.min, Int.max)
    if let dots = text.firstRange(of: ["." as Character, "."]) {
      let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
      guard !low.isEmpty, !high.isEmpty else { return nil }
      if low != "*" {
        guard let low = bound(low) else { return nil }
        lowest = low.first
      }
      if high != "*" {
        guard let high = bound(high) else { return nil }
        highest = high.last
      }
      return
    }
    let sign = text.prefix { "<>=".contains($0) }
    guard let end = bound(text.dropFirst(sign.count)) else { return nil }
    switch sign {
    case "": (lowest, highest) = (end.first, end.last)
    case ">=": lowest = end.first
    case "<=": highest = end.last
    case ">":
      guard end.last < Int.max else { return nil }
      lowest = end.last + 1
    case "<":
      guard end.first > Int.min else { return nil }
      highest = end.first - 1
    default: return nil
    }
  }

  /// A range of counts.
  init?(counts text: String) {
    self.init(text) { Int($0).map { ($0, $0) } }
  }

  /// A range of days, each from its first to its last second.
  init?(days text: String) {
    self.init(text) { text in
      let parts = text.prefix { $0 != "T" }.split(separator: "-").map { Int($0) }
      guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
        (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
      else { return nil }
      let start = secondsAtStart(year: year, month: month, day: day)
      return (start, start + 86_399)
    }
  }
}

/// Seconds from 1970 to the start of that day.
private func secondsAtStart(year: Int, month: Int, day: Int) -> Int {
  let shiftedYear = month <= 2 ? year - 1 : year
  let era = shiftedYear / 400
  let yearOfEra = shiftedYear - era * 400
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return (era * 146_097 + dayOfEra - 719_468) * 86_400
}
