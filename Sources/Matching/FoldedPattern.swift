/// A word, or a whole query, as it is looked for in folded texts.
///
/// Letters match themselves. A Hangul consonant by itself matches the syllables that begin with it,
/// so that `ㅅㄱ` finds `사과`.
package struct FoldedPattern: Sendable, Equatable {
  /// A part of the pattern.
  package enum Step: Sendable, Equatable {
    /// Bytes that match themselves.
    case bytes([UInt8])
    /// A consonant, the second byte of its key, that a syllable begins with.
    case initial(UInt8)
  }

  /// In order; none where there is nothing to look for.
  package let steps: [Step]
  /// Whether it has diacritics, and so is looked for where texts have theirs.
  package let hasMarks: Bool
  /// All of it as it is folded.
  package let bytes: [UInt8]

  package init(_ text: some StringProtocol) {
    let folded = FoldedText(text)
    hasMarks = folded.hasMarks
    bytes = folded.marked
    steps = Self.steps(of: bytes)
  }

  /// What every match begins with; empty where there is nothing to look for.
  package var beginning: [UInt8] {
    switch steps.first {
    case .bytes(let bytes)?: bytes
    case .initial(let key)?: [Hangul.lead, key]
    case nil: []
    }
  }

  /// Whether every match is the bytes themselves.
  package var isLiteral: Bool {
    guard steps.count == 1, case .bytes = steps[0] else { return false }
    return true
  }

  /// Whether all that this finds, `other` finds too; false where that is not sure.
  package func narrows(_ other: FoldedPattern) -> Bool {
    if self == other { return true }
    guard other.isLiteral, !other.hasMarks || hasMarks else { return false }
    let form = hasMarks && !other.hasMarks ? Self.plain(of: bytes) : bytes
    return other.isFound(in: form)
  }

  /// Where a match at `start` ends; nil where there is none.
  package func end(
    ofMatchAt start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var position = start
    for step in steps {
      switch step {
      case .bytes(let bytes):
        guard position + bytes.count <= text.count else { return nil }
        for i in 0..<bytes.count where text[position + i] != bytes[i] { return nil }
        position += bytes.count
      case .initial(let key):
        guard position + 3 < text.count, text[position] == Hangul.lead, text[position + 1] == key,
          Hangul.isVowel(text[position + 2], text[position + 3])
        else { return nil }
        position = endOfSyllable(position, text)
      }
    }
    return position
  }

  /// Whether it is found anywhere.
  package func isFound(in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      text.indices.contains { end(ofMatchAt: $0, in: text) != nil }
    }
  }

  /// Passes the vowels and the consonants that begin no syllable of their own.
  private func endOfSyllable(_ start: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    var i = start + 2
    while i + 1 < text.count, Hangul.isVowel(text[i], text[i + 1]) { i += 2 }
    while i + 1 < text.count, text[i] == Hangul.lead, text[i + 1] < Hangul.firstVowel {
      if i + 3 < text.count, Hangul.isVowel(text[i + 2], text[i + 3]) { break }
      i += 2
    }
    return i
  }

  private static func steps(of bytes: [UInt8]) -> [Step] {
    var steps: [Step] = []
    var run: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == Hangul.lead, i + 3 < bytes.count, bytes[i + 2] == Hangul.loneLead,
        bytes[i + 3] == Hangul.noVowel
      {
        if !run.isEmpty { steps.append(.bytes(run)) }
        run = []
        steps.append(.initial(bytes[i + 1]))
        i += 4
      } else {
        run.append(bytes[i])
        i += 1
      }
    }
    if !run.isEmpty { steps.append(.bytes(run)) }
    return steps
  }

  private static func plain(of marked: [UInt8]) -> [UInt8] {
    // Hangul's codes are no UTF-8, and have no marks.
    if marked.contains(Hangul.lead) { return marked }
    return FoldedText(String(decoding: marked, as: UTF8.self)).plain
  }
}
