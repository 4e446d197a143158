/// How many letters have to be put in, left out, changed or swapped with their neighbour to make
/// one word of the other (optimal string alignment).
///
/// Takes time and memory in proportion to the product of the lengths.
package func editDistance(_ word: some StringProtocol, _ other: some StringProtocol) -> Int {
  let (a, b) = (Array(word), Array(other))
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
