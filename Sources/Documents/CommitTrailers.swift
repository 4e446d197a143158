/// The trailers of a commit message (git-interpret-trailers): where a new one goes, and which are
/// there.
package struct CommitTrailers: Sendable {
  package struct Insertion: Sendable, Equatable {
    /// The line behind whose text the trailer goes.
    package var line: Int
    /// What goes between: one line break behind other trailers, two behind prose.
    package var separator: String
  }

  /// The lines of the message that git keeps: without comments and what is below the scissors.
  private let lines: [(number: Int, text: String)]

  /// - Parameter document: of it the first thousand lines are looked at.
  package init(_ document: TextDocument) {
    var lines: [(number: Int, text: String)] = []
    for number in 0..<min(document.lineCount, 1000) {
      let text = document.line(number) ?? ""
      if text.hasPrefix("# ------------------------ >8") { break }
      if !text.hasPrefix("#") { lines.append((number, text)) }
    }
    self.lines = lines
  }

  /// Behind the last trailer, or behind the text and an empty line.
  package var insertion: Insertion {
    guard let last = lines.lastIndex(where: { !$0.text.utf8.allSatisfy(\.isBlank) }) else {
      return Insertion(line: 0, separator: "\n\n")
    }
    let start = lines[..<last].lastIndex { $0.text.utf8.allSatisfy(\.isBlank) }
    let isTrailers =
      start.map { lines[($0 + 1)...last].allSatisfy { Self.isTrailer($0.text) } } ?? false
    return Insertion(line: lines[last].number, separator: isTrailers ? "\n" : "\n\n")
  }

  /// Whether a trailer of that key already names the address, whatever the case.
  package func contains(key: String, mail: String) -> Bool {
    lines.contains { _, text in
      guard let (found, _) = TrailerKey.leading(Substring(text).utf8) else { return false }
      return found.lowercased() == key.lowercased()
        && text.lowercased().contains("<\(mail.lowercased())>")
    }
  }

  /// The addresses that trailers of that key name, in their order.
  package func mails(key: String) -> [String] {
    lines.compactMap { _, text in
      guard let (found, _) = TrailerKey.leading(Substring(text).utf8),
        found.lowercased() == key.lowercased(), let start = text.lastIndex(of: "<"),
        let end = text[start...].firstIndex(of: ">")
      else { return nil }
      return String(text[text.index(after: start)..<end])
    }
  }

  /// `Key: value`, or the continuation of one.
  private static func isTrailer(_ text: String) -> Bool {
    if text.first == " " || text.first == "\t" { return true }
    guard let colon = text.firstIndex(of: ":") else { return false }
    let key = text[..<colon]
    return !key.isEmpty && text[colon...].hasPrefix(": ")
      && key.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }
}
