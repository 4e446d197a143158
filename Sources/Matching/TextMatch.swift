/// Finds words in labels without regard to case.
///
/// Compared are grapheme clusters by canonical equivalence, so that `é` matches itself composed or
/// not and an `e` is not found inside it.
package struct TextMatch: Sendable {
  private let word: [Character]
  /// The word as it was given.
  let text: String

  package init(_ word: some StringProtocol) {
    self.word = Array(word.uppercased().lowercased())
    text = String(word)
  }

  /// Every place of the word in `text`, first to last, none overlapping another.
  package func ranges(in text: String) -> [Range<String.Index>] {
    guard !word.isEmpty else { return [] }
    let places = folded(text)
    guard places.count >= word.count else { return [] }
    var ranges: [Range<String.Index>] = []
    var i = 0
    while i + word.count <= places.count {
      guard zip(word, places[i...]).allSatisfy({ $0 == $1.character }) else {
        i += 1
        continue
      }
      let lower = places[i].range.lowerBound
      ranges.append(lower..<places[i + word.count - 1].range.upperBound)
      i += word.count
    }
    return ranges
  }

  package func isFound(in text: String) -> Bool { !ranges(in: text).isEmpty }

  private struct Place {
    let character: Character
    let range: Range<String.Index>
  }

  /// The lower-cased characters of `text`, each with the range it came from.
  private func folded(_ text: String) -> [Place] {
    text.indices.flatMap { index in
      let range = index..<text.index(after: index)
      return text[index].uppercased().lowercased().map { Place(character: $0, range: range) }
    }
  }
}
