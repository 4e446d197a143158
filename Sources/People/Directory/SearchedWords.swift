import Matching

/// The words by which people are found, folded, one behind the other.
struct SearchedWords: Sendable {
  /// How good a match is, the best first.
  enum Quality: UInt8, Sendable, CaseIterable { case exact, login, name, mail }

  private enum Kind { case login, name, mail }

  private struct Form: Sendable {
    var bytes: [UInt8] = []
    /// Where each word begins, and which quality a match there has.
    var starts: [(offset: UInt32, quality: Quality)] = []
    /// The end of each person's starts.
    var ends: [UInt32] = []
  }

  private var plain = Form()
  /// With diacritics, for queries that have some.
  private var marked = Form()

  init(_ people: [Person]) {
    for person in people {
      if let login = person.login { append(login, .login) }
      append(person.identity.name, .name)
      append(person.identity.mail, .mail)
      plain.ends.append(UInt32(plain.starts.count))
      marked.ends.append(UInt32(marked.starts.count))
    }
  }

  private mutating func append(_ text: some StringProtocol, _ kind: Kind) {
    var folded = FoldedText(text)
    folded.endField()
    Self.append(folded.plain, kind, to: &plain)
    Self.append(folded.marked, kind, to: &marked)
  }

  private static func append(_ bytes: [UInt8], _ kind: Kind, to form: inout Form) {
    var isStart = true
    for (i, byte) in bytes.enumerated() where byte != FoldedText.fieldEnd {
      let isLetter = byte >= 0x80 || byte.isLetterOrDigit || byte < 0x20
      if isLetter, isStart {
        let quality: Quality =
          switch kind {
          case .login: .login
          case .name: .name
          case .mail: .mail
          }
        form.starts.append((UInt32(form.bytes.count + i), quality))
      }
      isStart = kind == .name && !isLetter
    }
    form.bytes += bytes
  }

  /// Hands out everybody whom all words of the query find, in order, and how well.
  func find(_ query: String, _ take: (Int, Quality) -> Void) {
    let patterns = query.split(separator: " ").map { FoldedPattern($0) }
    let form = patterns.contains(where: \.hasMarks) ? marked : plain
    let whole = FoldedPattern(query)
    form.bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for (person, end) in form.ends.enumerated() {
        let starts = form.starts[start..<Int(end)]
        start = Int(end)
        guard let quality = Self.quality(patterns, starts, bytes) else { continue }
        take(person, Self.isExact(whole, starts, bytes) ? .exact : quality)
      }
    }
  }

  /// The worst of the best matches of each word; nil where one is not found.
  private static func quality(
    _ patterns: [FoldedPattern], _ starts: ArraySlice<(offset: UInt32, quality: Quality)>,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Quality? {
    var worst = Quality.login
    for pattern in patterns {
      let match = starts.first { pattern.end(ofMatchAt: Int($0.offset), in: bytes) != nil }
      guard let match else { return nil }
      if match.quality.rawValue > worst.rawValue { worst = match.quality }
    }
    return worst
  }

  private static func isExact(
    _ pattern: FoldedPattern, _ starts: ArraySlice<(offset: UInt32, quality: Quality)>,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    starts.contains { start in
      guard start.quality != .mail,
        start.offset == 0
          || bytes[Int(start.offset) - 1] == FoldedText.fieldEnd,
        let end = pattern.end(ofMatchAt: Int(start.offset), in: bytes)
      else { return false }
      return bytes[end] == FoldedText.fieldEnd
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
