import Explorer

/// What GitHub would refuse of a query, known without asking.
package enum QueryLimits {
  /// No result beyond this one can be had, however many there are.
  package static let maximumResults = 1000
  /// In Unicode scalars, of what counts.
  package static let maximumLength = 256

  /// Returns why a query need not be sent; nil where it may be.
  package static func fault(in query: Query) -> SourceError.QueryFault? {
    if query.text.allSatisfy(\.isWhitespace) { return .empty }
    if countedLength(query.text) > maximumLength { return .tooLong(maximum: maximumLength) }
    let (skipped, isTooFar) = (query.page - 1).multipliedReportingOverflow(by: query.perPage)
    if isTooFar || skipped >= maximumResults { return .pastTheCap(maximum: maximumResults) }
    return nil
  }

  /// Whether the results behind that page are past the cap.
  package static func isLast(page: Int, perPage: Int) -> Bool {
    let (seen, isTooFar) = page.multipliedReportingOverflow(by: perPage)
    return isTooFar || seen >= maximumResults
  }

  /// The length that counts, in Unicode scalars: qualifiers and operators do not.
  static func countedLength(_ text: String) -> Int {
    guard text.unicodeScalars.count > maximumLength else { return text.unicodeScalars.count }
    let words = words(of: text).filter { !isOperator($0) && !isQualifier($0) }
    return words.reduce(max(0, words.count - 1)) { $0 + $1.count }
  }

  private typealias Word = Substring.UnicodeScalarView

  /// Splits at blanks outside quotes.
  private static func words(of text: String) -> [Word] {
    var isQuoted = false
    return text[...].unicodeScalars.split { scalar in
      if scalar == "\"" { isQuoted.toggle() }
      return !isQuoted && scalar.properties.isWhitespace
    }
  }

  private static func isOperator(_ word: Word) -> Bool {
    ["AND", "OR", "NOT"].contains(String(word))
  }

  /// Whether the word is like `location:Oslo` or `-type:org`.
  private static func isQualifier(_ word: Word) -> Bool {
    let positive = word.first == "-" ? word.dropFirst() : word
    let name = positive.prefix { $0 != ":" }
    return !name.isEmpty && positive.count > name.count + 1
      && name.allSatisfy { ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "-" }
  }
}
