extension TextDocument {
  /// So many lines are looked at behind a line, and so many bytes before it.
  private static let linesLookedAt = 200
  private static let bytesLookedAt = 64 << 10

  /// What is around a line, as far as the kind of the document cares.
  package func surroundings(ofLine line: Int, _ kind: DocumentKind) -> LineSurroundings {
    switch kind {
    case .commitMessage:
      LineSurroundings(isFirstLine: line == 0, isInLastParagraph: isLastParagraph(line))
    case .markdown: LineSurroundings(isInCodeBlock: isInCodeBlock(line))
    case .prose, .codeOwners, .program: LineSurroundings()
    }
  }

  /// Whether nothing but comments follows the paragraph of a line; git cuts off what is below its
  /// scissors.
  private func isLastParagraph(_ line: Int) -> Bool {
    guard line < lineCount else { return true }
    var hasEnded = false
    for number in line + 1..<min(lineCount, line + 1 + TextDocument.linesLookedAt) {
      let text = self.line(number) ?? ""
      if text.hasPrefix("# ------------------------ >8") { return true }
      if text.hasPrefix("#") { continue }
      if text.utf8.allSatisfy(\.isBlank) {
        hasEnded = true
      } else if hasEnded {
        return false
      }
    }
    return true
  }

  /// Whether a fence above the line is still open.
  private func isInCodeBlock(_ line: Int) -> Bool {
    var fences = FenceTracker()
    for text in text(beforeLine: line, limit: TextDocument.bytesLookedAt)
      .split(whereSeparator: \.isNewline)
    {
      _ = fences.takes(text)
    }
    return fences.isOpen
  }
}
