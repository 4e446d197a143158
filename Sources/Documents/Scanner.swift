/// Tells who is being named at a place of a line.
///
/// It knows no parser: in a program only whole comment lines count, so that what a language itself
/// writes with `@` stays quiet.
package struct Scanner: Sendable {
  package let kind: DocumentKind

  package init(_ kind: DocumentKind) { self.kind = kind }

  /// - Parameters:
  ///   - cursor: a byte of the line, between two characters.
  /// - Returns: nil where nobody is named.
  package func context(
    in line: String, at cursor: Int, _ surroundings: LineSurroundings = LineSurroundings()
  ) -> PersonContext? {
    let typed = Substring(line).utf8.prefix(cursor)
    if surroundings.isInCodeBlock { return nil }
    switch kind {
    case .commitMessage:
      if let trailer = trailer(typed) { return trailer }
      if let key = trailerKey(typed, surroundings) { return key }
      return mention(in: line, typed)
    case .codeOwners:
      if typed.drop(while: \.isBlank).first == UInt8(ascii: "#") { return mention(in: line, typed) }
      return owner(in: line, typed)
    case .prose: return mention(in: line, typed)
    case .markdown: return isInCodeSpan(typed) ? nil : mention(in: line, typed)
    case .program(let marks):
      guard let comment = marks.commentStart(in: typed), comment.start <= cursor else { return nil }
      guard let mention = mention(in: line, typed) else { return nil }
      let sign = mention.sign
      if marks.isOwn(Array(line.utf8), sign: sign) { return nil }
      let isFirst = typed.dropFirst(comment.start).prefix(max(0, sign - comment.start))
        .allSatisfy(\.isBlank)
      if isFirst, comment.isDocumentation || DocumentationTags.begin(with: mention.query) {
        return nil
      }
      return mention
    }
  }

  // MARK: mentions

  private func mention(in line: String, _ typed: Substring.UTF8View) -> PersonContext? {
    guard let handle = Handle(endOf: typed), !handle.isFollowedByBrace(in: line, typed) else {
      return nil
    }
    let end = typed.count
    if let organization = handle.organization {
      return PersonContext(
        kind: .team(organization: organization), query: handle.name,
        replaced: end - handle.name.utf8.count..<end)
    }
    // Nobody is found by the mark of a bot.
    return PersonContext(
      kind: .mention, query: String(handle.name.prefix { $0 != "[" }),
      replaced: end - handle.name.utf8.count..<end)
  }

  /// Whether a run of backticks before the end has not been closed by one as long.
  func isInCodeSpan(_ typed: Substring.UTF8View) -> Bool {
    var open: Int?
    var run = 0
    func close(_ run: Int, _ open: Int?) -> Int? {
      if run == 0 { return open }
      guard let open else { return run }
      return open == run ? nil : open
    }
    for byte in typed {
      if byte == UInt8(ascii: "`") {
        run += 1
      } else {
        open = close(run, open)
        run = 0
      }
    }
    return close(run, open) != nil
  }

  // MARK: trailers

  private func trailer(_ typed: Substring.UTF8View) -> PersonContext? {
    guard let (key, end) = TrailerKey.leading(typed) else { return nil }
    var query = Substring(typed.dropFirst(end))
    // The address is being written, or is there.
    guard !query.utf8.contains(UInt8(ascii: "<")) else { return nil }
    if query.first == "@" { query = query.dropFirst() }
    return PersonContext(
      kind: .trailer(key: key), query: String(query), replaced: end..<typed.count)
  }

  private func trailerKey(
    _ typed: Substring.UTF8View, _ surroundings: LineSurroundings
  ) -> PersonContext? {
    let word = String(Substring(typed))
    guard !surroundings.isFirstLine, surroundings.isInLastParagraph, typed.count >= 2,
      !TrailerKey.completions(of: word).isEmpty
    else { return nil }
    return PersonContext(kind: .trailerKey, query: word, replaced: 0..<typed.count)
  }

  // MARK: owners

  /// Behind a pattern and a blank: `@login`, `@organization/slug`, or the start of an address.
  private func owner(in line: String, _ typed: Substring.UTF8View) -> PersonContext? {
    guard let pattern = CodeOwnersLine.pattern(of: typed), typed.count > pattern.upperBound
    else { return nil }
    let word = typed.suffix(while: { !$0.isBlank })
    if word.first == UInt8(ascii: "@") {
      guard var context = mention(in: line, typed) else { return nil }
      if context.kind == .mention { context.kind = .owner }
      return context
    }
    guard !word.isEmpty, word.first != UInt8(ascii: "#") else { return nil }
    return PersonContext(
      kind: .owner, query: String(Substring(word)), replaced: typed.count - word.count..<typed.count
    )
  }
}

extension PersonContext {
  /// The byte of the line at which the `@` before what is replaced stands, for a mention or a team.
  fileprivate var sign: Int {
    switch kind {
    case .team(let organization): replaced.lowerBound - organization.utf8.count - 2
    case .mention, .owner, .trailer, .trailerKey: replaced.lowerBound - 1
    }
  }
}

extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension BidirectionalCollection {
  /// The longest end of which every element satisfies the condition.
  func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      guard condition(self[before]) else { break }
      start = before
    }
    return self[start...]
  }
}
