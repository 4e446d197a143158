import System

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
      let parts = text.prefix { $0 != "T" }.split(separator: "-").compactMap { Int($0) }
      guard parts.count == 3, let day = CivilTime(year: parts[0], month: parts[1], day: parts[2])
      else { return nil }
      let start = day.secondsSince1970
      return (start, start + 86_399)
    }
  }
}
