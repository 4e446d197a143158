/// What is inside a link of Markdown or HTML (CommonMark, "Links"), as far as its line tells.
package enum LinkedText {
  /// Whether these bytes of a line lie in the text, the destination or the element of a link.
  package static func contains(_ range: Range<Int>, in line: String) -> Bool {
    let bytes = Array(line.utf8)
    guard range.upperBound <= bytes.count else { return false }
    return isInBrackets(range, bytes) || isInDestination(range, bytes) || isInElement(range, line)
  }

  /// `[…]` that `(`, `[` or `:` follows.
  private static func isInBrackets(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let rest = bytes[range.upperBound...]
    guard unmatched("[", "]", in: bytes[..<range.lowerBound].reversed()) != nil,
      let close = unmatched("]", "[", in: rest)
    else { return false }
    let next = rest.dropFirst(close + 1).first
    return next.map { "([:".utf8.contains($0) } ?? false
  }

  /// `](…)` around it.
  private static func isInDestination(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let before = bytes[..<range.lowerBound]
    guard let open = unmatched("(", ")", in: before.reversed()),
      before.dropLast(open + 1).last == UInt8(ascii: "]")
    else { return false }
    return unmatched(")", "(", in: bytes[range.upperBound...]) != nil
  }

  /// `<a …>…</a>` around it.
  private static func isInElement(_ range: Range<Int>, _ line: String) -> Bool {
    let before = String(Substring(line.utf8.prefix(range.lowerBound))).lowercased()
    guard let open = before.ranges(of: "<a ").last else { return false }
    return before.ranges(of: "</a>").last.map { $0.lowerBound < open.lowerBound } ?? true
  }

  /// How far the first `mark` is that no `other` before it goes with.
  private static func unmatched(
    _ mark: Unicode.Scalar, _ other: Unicode.Scalar, in bytes: some Sequence<UInt8>
  ) -> Int? {
    var depth = 0
    for (offset, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: other) { depth += 1 }
      guard byte == UInt8(ascii: mark) else { continue }
      if depth == 0 { return offset }
      depth -= 1
    }
    return nil
  }
}
