// The nearest name to one that was misspelt.

import Matching

extension [String] {
  /// ``; did you mean `follow`?``, or nothing where no word is near.
  func suggestion(for word: String) -> String {
    nearest(to: word).map { "; did you mean `\($0)`?" } ?? ""
  }

  /// The word that needs the fewest slips to become `word`; nil where none is near.
  ///
  /// Near is what needs no more than a third of its letters. The start of a word, three letters or more, is near it too.
  func nearest(to word: String) -> String? {
    let typed = word.lowercased()
    let near = map { (word: $0, slips: editDistance($0, typed.prefix(64))) }
      .filter { $0.slips <= Swift.max(1, $0.word.count / 3) }
    if let nearest = near.min(by: { $0.slips < $1.slips }) { return nearest.word }
    let begun = filter { typed.count >= 3 && $0.hasPrefix(typed) }
    return begun.count == 1 ? begun[0] : nil
  }
}
