extension TextMatch {
  /// Every place of the word in an entry's label as catalogues find it: whatever the case, the
  /// diacritics where the word has none, and Hangul while it is being composed.
  ///
  /// First to last, none overlapping another, whole characters.
  package func foldedRanges(in label: String) -> [Range<String.Index>] {
    let pattern = FoldedPattern(text)
    guard !pattern.steps.isEmpty else { return [] }
    var folded = FoldedText()
    var ends: [Int] = []
    for character in label {
      folded.append(String(character))
      folded.endCharacter()
      ends.append(pattern.hasMarks ? folded.marked.count : folded.plain.count)
    }
    let bytes = pattern.hasMarks ? folded.marked : folded.plain
    let places = bytes.withUnsafeBufferPointer { Self.matches(of: pattern, in: $0) }
    return Self.ranges(places, ends, in: label)
  }

  private static func matches(
    of pattern: FoldedPattern, in text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var i = 0
    while i < text.count {
      if let end = pattern.end(ofMatchAt: i, in: text), end > i {
        places.append(i..<end)
        i = end
      } else {
        i += 1
      }
    }
    return places
  }

  /// Turns places in the folded bytes into those of the characters that they came from.
  private static func ranges(
    _ places: [Range<Int>], _ ends: [Int], in label: String
  ) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var index = label.startIndex
    var character = 0
    for place in places {
      while character < ends.count, ends[character] <= place.lowerBound {
        label.formIndex(after: &index)
        character += 1
      }
      let start = index
      while character < ends.count, ends[character] < place.upperBound {
        label.formIndex(after: &index)
        character += 1
      }
      guard character < ends.count else { break }
      let end = label.index(after: index)
      if let last = ranges.last, last.upperBound > start {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }
}
