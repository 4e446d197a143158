/// What is asked of a source.
///
/// Two queries are equal when their texts are canonically equivalent (`é` composed or not).
package struct Query: Hashable, Sendable {
  /// Normalised, see `normalized(_:)`.
  package var text: String
  package var sort: String?
  package var order: String?
  /// Counted from 1.
  package var page: Int
  package var perPage: Int

  package init(
    _ text: String, sort: String? = nil, order: String? = nil, page: Int = 1, perPage: Int = 30
  ) {
    self.text = Query.normalized(text)
    self.sort = sort
    self.order = order
    self.page = page
    self.perPage = perPage
  }

  /// The words of the text, as they are highlighted in labels.
  package var words: [Substring] { text.split(separator: " ") }

  /// The text without outer white space and U+0000, inner runs of white space as one space.
  package static func normalized(_ text: String) -> String {
    if isPlain(text) { return text }
    var result = String.UnicodeScalarView()
    var isPending = false
    for scalar in text.unicodeScalars where scalar != "\0" {
      guard !scalar.properties.isWhitespace else {
        isPending = !result.isEmpty
        continue
      }
      if isPending { result.append(" ") }
      isPending = false
      result.append(scalar)
    }
    return String(result)
  }

  /// Whether the text is printable ASCII that is normalised already, as most of what is typed.
  private static func isPlain(_ text: String) -> Bool {
    var previous: UInt8 = 0x20
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F, byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20 || text.utf8.isEmpty
  }
}
