/// What is done to a query so that it stays inside the quotes of a filter language.
package enum QueryEscape: Sendable, Equatable {
  /// Puts a backslash before quotes and backslashes.
  case backslash
  /// Doubles quotes.
  case double
  /// Puts texts in the place of others, the longest first.
  case replacements([Replacement])

  package struct Replacement: Sendable, Equatable {
    var old: String
    var new: String
  }

  /// - Parameter quote: the one that the query stands in; nil takes every quote for it.
  func escaped(_ query: String, inside quote: Character?) -> String {
    let quotes: [Character] = quote.map { [$0] } ?? Self.quotes
    switch self {
    case .backslash:
      return replacing(query, (quotes + ["\\"]).map { Replacement(old: "\($0)", new: "\\\($0)") })
    case .double:
      return replacing(query, quotes.map { Replacement(old: "\($0)", new: "\($0)\($0)") })
    case .replacements(let replacements): return replacing(query, replacements)
    }
  }

  static let quotes: [Character] = ["\"", "'", "`"]

  /// In one go, so that nothing is replaced twice; by scalars, so that no accent hides a quote.
  private func replacing(_ text: String, _ replacements: [Replacement]) -> String {
    let longestFirst = replacements.sorted {
      $0.old.unicodeScalars.count > $1.old.unicodeScalars.count
    }
    var result = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      if let match = longestFirst.first(where: { rest.starts(with: $0.old.unicodeScalars) }) {
        result.append(contentsOf: match.new.unicodeScalars)
        rest.removeFirst(match.old.unicodeScalars.count)
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    return String(result)
  }
}
