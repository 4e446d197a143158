// The nearest name to one that was misspelt.

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
    let near = map { (word: $0, slips: slips(from: $0, to: typed)) }
      .filter { $0.slips <= Swift.max(1, $0.word.count / 3) }
    if let nearest = near.min(by: { $0.slips < $1.slips }) { return nearest.word }
    let begun = filter { typed.count >= 3 && $0.hasPrefix(typed) }
    return begun.count == 1 ? begun[0] : nil
  }
}

/// How many letters were left out, added, changed or swapped with their neighbour (optimal string
/// alignment).
private func slips(from word: String, to typed: String) -> Int {
  let (a, b) = (Array(word), Array(typed.prefix(64)))
  var rows = [Array(0...b.count)]
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        least = min(least, rows[i - 1][j - 1] + 1)
      }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
