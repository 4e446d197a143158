/// One word of a query as it was typed: `name:value`, `"a phrase"` or just text.
struct SearchWord: Sendable, Equatable {
  /// The name before the colon, in lower case; nil where there is none.
  var qualifier: String?
  var value: String
  var isQuoted: Bool
  /// Whether a `-` stood before it.
  var isExcluded: Bool

  /// Splits a query at white space outside of quotes; never fails.
  static func all(in query: String) -> [SearchWord] {
    var words: [SearchWord] = []
    var rest = Substring(query)
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard !rest.isEmpty else { return words }
      words.append(next(&rest))
    }
  }

  private static func next(_ rest: inout Substring) -> SearchWord {
    let isExcluded = rest.first == "-" && rest.dropFirst().first.map { !$0.isWhitespace } == true
    if isExcluded { rest = rest.dropFirst() }
    let head = rest.prefix { !$0.isWhitespace && $0 != ":" && $0 != "\"" }
    let afterHead = rest.dropFirst(head.count)
    var qualifier: String?
    if afterHead.first == ":", !head.isEmpty, head.allSatisfy({ $0.isLetter && $0.isASCII }),
      afterHead.dropFirst().first.map({ !$0.isWhitespace }) == true
    {
      qualifier = head.lowercased()
      rest = afterHead.dropFirst()
    }
    guard rest.first == "\"" else {
      let value = rest.prefix { !$0.isWhitespace }
      rest = rest.dropFirst(value.count)
      return SearchWord(
        qualifier: qualifier, value: String(value), isQuoted: false, isExcluded: isExcluded)
    }
    let value = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest.dropFirst(value.count + 2)
    return SearchWord(
      qualifier: qualifier, value: String(value), isQuoted: true, isExcluded: isExcluded)
  }
}
