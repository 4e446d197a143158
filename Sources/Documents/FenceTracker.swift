/// Follows the fenced code blocks of a document, line by line (CommonMark, "Fenced code blocks").
///
/// It may begin in the middle: a fence that names a language begins a block, whatever was before.
package struct FenceTracker: Sendable {
  private var open: Fence?

  package init() {}

  package var isOpen: Bool { open != nil }

  /// Takes the next line; whether it is code, or a fence itself.
  package mutating func takes(_ line: some StringProtocol) -> Bool {
    guard let fence = Fence(line) else { return isOpen }
    if let current = open {
      if fence.closes(current) { open = nil } else if fence.hasLanguage { open = fence }
    } else {
      open = fence
    }
    return true
  }
}

/// A line that begins or ends a fenced code block.
private struct Fence {
  let character: Character
  let length: Int
  let hasLanguage: Bool

  init?(_ line: some StringProtocol) {
    let text = line.drop { $0 == " " }
    guard let first = text.first, first == "`" || first == "~", line.prefix(4) != "    " else {
      return nil
    }
    let run = text.prefix { $0 == first }
    let info = text.dropFirst(run.count)
    guard run.count >= 3, first == "~" || !info.contains("`") else { return nil }
    character = first
    length = run.count
    hasLanguage = info.contains { $0 != " " && $0 != "\t" }
  }

  func closes(_ open: Fence) -> Bool {
    character == open.character && length >= open.length && !hasLanguage
  }
}
