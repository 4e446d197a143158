/// A line of a CODEOWNERS file: a pattern, and behind it the owners (GitHub docs, "About code owners").
package struct CodeOwnersLine: Sendable, Equatable {
  package struct Owner: Sendable, Equatable {
    /// As it is written: `@login`, `@organization/slug`, or an address.
    package var text: String
    /// Bytes of the line.
    package var range: Range<Int>
  }

  package var pattern: String
  package var patternRange: Range<Int>
  package var owners: [Owner]

  /// Nil for an empty line, a comment, and GitLab's `[section]`.
  package init?(_ line: String) {
    let bytes = Substring(line).utf8
    guard let range = CodeOwnersLine.pattern(of: bytes) else { return nil }
    patternRange = range
    pattern = String(Substring(bytes.dropFirst(range.lowerBound).prefix(range.count)))
    owners = []
    var offset = range.upperBound
    while true {
      offset += bytes.dropFirst(offset).prefix(while: \.isBlank).count
      let word = bytes.dropFirst(offset).prefix { !$0.isBlank }
      guard !word.isEmpty, word.first != UInt8(ascii: "#") else { return }
      owners.append(
        Owner(text: String(Substring(word)), range: offset..<offset + word.count))
      offset += word.count
    }
  }

  /// Where the pattern stands; a blank in it is written `\ `.
  static func pattern(of bytes: Substring.UTF8View) -> Range<Int>? {
    let start = bytes.prefix(while: \.isBlank).count
    let body = bytes.dropFirst(start)
    guard let first = body.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "[") else {
      return nil
    }
    var length = 0
    var isEscaped = false
    for byte in body {
      if byte.isBlank, !isEscaped { break }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      length += 1
    }
    return start..<start + length
  }

  /// Why GitHub would not take the pattern; nil for a good one.
  package var patternFault: String? {
    if pattern.hasPrefix("!") { return "A pattern cannot be negated with `!` in CODEOWNERS." }
    if pattern.contains("["), pattern.contains("]") {
      return "CODEOWNERS takes no character ranges like `[a-z]`."
    }
    if pattern.hasPrefix("\\#") { return "`\\#` does not escape a comment in CODEOWNERS." }
    if pattern.contains("***") { return "`***` is no pattern; write `**`." }
    return nil
  }
}
