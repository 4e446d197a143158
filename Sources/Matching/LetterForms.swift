/// What a scalar is compared as: in lower case, and taken apart into letters and marks.
enum LetterForms {
  /// The scalars of `scalar` in lower case, each taken apart as far as it goes.
  static func takenApart(_ scalar: Unicode.Scalar) -> ArraySlice<Unicode.Scalar> {
    guard scalar.value < limit else { return compute(scalar)[...] }
    let start = Int(table.ends[Int(scalar.value)])
    return table.scalars[start..<Int(table.ends[Int(scalar.value) + 1])]
  }

  /// The letter without a stroke that Unicode does not count as a mark, but people do.
  static func withoutStroke(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "ø": "o"
    case "ł": "l"
    case "đ": "d"
    case "ħ": "h"
    case "ŧ": "t"
    case "ı", "ɨ": "i"
    default: scalar
    }
  }

  /// The scalars below this are looked up.
  private static let limit: UInt32 = 0x2000

  private static let table: (ends: [UInt16], scalars: [Unicode.Scalar]) = {
    var ends: [UInt16] = [0]
    var scalars: [Unicode.Scalar] = []
    for value in 0..<limit {
      scalars += Unicode.Scalar(value).map(compute) ?? []
      ends.append(UInt16(scalars.count))
    }
    return (ends, scalars)
  }()

  private static func compute(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard scalar.properties.changesWhenLowercased else { return decomposed(scalar) }
    return scalar.properties.lowercaseMapping.unicodeScalars.flatMap(decomposed)
  }

  private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "ς": return ["σ"]
    case "ß": return ["s", "s"]
    case "\u{2018}", "\u{2019}", "\u{201B}", "\u{2BC}": return ["'"]
    case "\u{FF01}"..."\u{FF5E}":
      return Unicode.Scalar(scalar.value - 0xFEE0).map { compute($0) } ?? [scalar]
    case "\u{FF66}"..."\u{FF9F}": return [fullKana(scalar)]
    default: break
    }
    guard let parts = parts[scalar] else { return [scalar] }
    return parts.flatMap { $0 == scalar ? [$0] : decomposed($0) }
  }

  /// The letter, or the mark, that a half-width one stands for.
  private static func fullKana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    kana[Int(scalar.value - 0xFF66)]
  }

  private static let kana = Array(
    ("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
      + "\u{3099}\u{309A}").unicodeScalars)

  private static let parts: [Unicode.Scalar: [Unicode.Scalar]] = {
    var parts: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for (mark, letters) in Decompositions.marks {
      forPairs(letters) { letter, whole in parts[whole] = [letter, mark] }
    }
    forPairs(Decompositions.same) { letter, other in parts[other] = [letter] }
    return parts
  }()

  private static func forPairs(
    _ text: String, _ body: (Unicode.Scalar, Unicode.Scalar) -> Void
  ) {
    var scalars = text.unicodeScalars.makeIterator()
    while let first = scalars.next(), let second = scalars.next() { body(first, second) }
  }
}
