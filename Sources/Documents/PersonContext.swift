/// What a person who is being typed stands for.
package struct PersonContext: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// `@login`
    case mention
    /// `@organization/slug`
    case team(organization: String)
    /// `Co-authored-by: …`; the key as it is written.
    case trailer(key: String)
    /// The beginning of a trailer's key.
    case trailerKey
    /// An owner in a CODEOWNERS file: behind `@`, or an address.
    case owner
  }

  package var kind: Kind
  /// What is looked for: the text without `@`.
  package var query: String
  /// The bytes of the line that what is chosen replaces: up to the cursor.
  package var replaced: Range<Int>

  package init(kind: Kind, query: String, replaced: Range<Int>) {
    self.kind = kind
    self.query = query
    self.replaced = replaced
  }
}

/// What is around a line that decides what may be typed in it.
package struct LineSurroundings: Sendable, Equatable {
  package var isFirstLine = false
  /// Whether no paragraph follows that of the line.
  package var isInLastParagraph = true
  /// Whether the line lies in a fenced code block.
  package var isInCodeBlock = false

  package init(
    isFirstLine: Bool = false, isInLastParagraph: Bool = true, isInCodeBlock: Bool = false
  ) {
    self.isFirstLine = isFirstLine
    self.isInLastParagraph = isInLastParagraph
    self.isInCodeBlock = isInCodeBlock
  }
}
