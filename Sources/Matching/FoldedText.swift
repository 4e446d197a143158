/// A text in the forms in which catalogues compare.
///
/// Both are without case, canonically decomposed, blanks made one space, Hangul as the keys that
/// type it. `plain` is without diacritics too, `marked` keeps them. Fields end with `fieldEnd`, which
/// no text has in it.
package struct FoldedText: Sendable {
  /// The byte behind every field.
  package static let fieldEnd: UInt8 = 0x0A

  private var forms = FoldedForms()
  private var pendingSpace = false
  private var isAtStart = true
  /// A consonant that waits for its vowel.
  private var pendingInitial: UInt8?
  private var followsVowel = false
  private var pendingMarks: [(order: UInt8, scalar: Unicode.Scalar)] = []

  package init() {}

  /// The forms of one text, without a field's end.
  package init(_ text: some StringProtocol) {
    append(text)
    endCharacter()
  }

  /// Without diacritics.
  package var plain: [UInt8] { forms.plain }

  /// With diacritics, in canonical order.
  package var marked: [UInt8] { forms.marked }

  /// Whether the two forms differ.
  package var hasMarks: Bool { forms.differ }

  /// Takes everything away, to be used again.
  package mutating func removeAll() {
    forms.removeAll()
    startField()
  }

  /// Appends UTF-8; what is not well-formed becomes U+FFFD.
  package mutating func append(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    for (i, byte) in bytes.enumerated() {
      guard byte < 0x80 else {
        let rest = UnsafeBufferPointer(rebasing: bytes[i...])
        return appendScalars(of: String(decoding: rest, as: UTF8.self))
      }
      append(ascii: byte)
    }
  }

  /// Appends a text.
  package mutating func append(_ text: some StringProtocol) {
    var copy = String(text)
    copy.withUTF8 { append(utf8: $0) }
  }

  /// Ends a field; the next one begins.
  package mutating func endField() {
    endCharacter()
    forms.append(Self.fieldEnd)
    startField()
  }

  /// Says that nothing that follows belongs to what was appended.
  package mutating func endCharacter() {
    flushMarks()
    flushInitial()
  }

  private mutating func startField() {
    (pendingSpace, isAtStart, followsVowel) = (false, true, false)
    pendingInitial = nil
    pendingMarks.removeAll(keepingCapacity: true)
  }

  // MARK: scalars

  private mutating func append(ascii byte: UInt8) {
    if pendingInitial != nil || !pendingMarks.isEmpty { endCharacter() }
    followsVowel = false
    switch byte {
    case 0...0x20, 0x7F: pendingSpace = !isAtStart
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): emitLetter(byte | 0x20)
    default: emitLetter(byte)
    }
  }

  private mutating func appendScalars(of text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x80: append(ascii: UInt8(scalar.value))
      case 0xAC00...0xD7A3:
        endCharacter()
        let keys = Hangul.keys(ofSyllable: scalar.value)
        for key in keys.initial + keys.vowel + keys.final { emitKey(Hangul.lead, key) }
        followsVowel = keys.final.isEmpty
      case 0x1100...0x11FF: append(conjoining: scalar)
      case 0x3131...0x3163: append(compatibility: scalar)
      case 0x3400...0x9FFF: appendBase(scalar)
      default:
        guard !scalar.properties.isWhitespace else {
          append(ascii: 0x20)
          continue
        }
        for part in LetterForms.takenApart(scalar) { append(part) }
      }
    }
  }

  private mutating func append(_ part: Unicode.Scalar) {
    let order = part.properties.canonicalCombiningClass.rawValue
    guard order != 0 else { return appendBase(part) }
    flushInitial()
    let place = pendingMarks.lastIndex { $0.order <= order }.map { $0 + 1 } ?? 0
    pendingMarks.insert((order, part), at: place)
  }

  private mutating func appendBase(_ scalar: Unicode.Scalar) {
    endCharacter()
    followsVowel = false
    emitSpace()
    forms.append(scalar, plain: LetterForms.withoutStroke(scalar))
  }

  private mutating func flushMarks() {
    guard !pendingMarks.isEmpty else { return }
    for mark in pendingMarks { forms.append(mark: mark.scalar) }
    pendingMarks.removeAll(keepingCapacity: true)
  }

  // MARK: Hangul

  private mutating func append(conjoining scalar: Unicode.Scalar) {
    flushMarks()
    switch Hangul.keys(ofConjoining: scalar.value) {
    case .initial(let key)?:
      flushInitial()
      followsVowel = false
      pendingInitial = key
    case .vowel(let keys)?:
      let isInSyllable = pendingInitial != nil
      if let key = pendingInitial { emitKey(Hangul.lead, key) }
      pendingInitial = nil
      for key in keys { emitKey(isInSyllable ? Hangul.lead : Hangul.loneLead, key) }
      followsVowel = isInSyllable
    case .final(let keys)?:
      flushInitial()
      for key in keys { followsVowel ? emitKey(Hangul.lead, key) : emitLone(key) }
      followsVowel = false
    case nil: appendBase(scalar)
    }
  }

  private mutating func append(compatibility scalar: Unicode.Scalar) {
    endCharacter()
    followsVowel = false
    switch Hangul.keys(ofCompatibility: scalar.value) {
    case .initial(let key)?: emitLone(key)
    case .vowel(let keys)?: for key in keys { emitKey(Hangul.loneLead, key) }
    case .final(let keys)?: for key in keys { emitLone(key) }
    case nil: appendBase(scalar)
    }
  }

  private mutating func flushInitial() {
    guard let key = pendingInitial else { return }
    pendingInitial = nil
    emitLone(key)
  }

  private mutating func emitLone(_ key: UInt8) {
    emitKey(Hangul.lead, key)
    emitKey(Hangul.loneLead, Hangul.noVowel)
  }

  private mutating func emitKey(_ lead: UInt8, _ key: UInt8) {
    emitLetter(lead)
    forms.append(key)
  }

  // MARK: bytes

  private mutating func emitLetter(_ byte: UInt8) {
    emitSpace()
    forms.append(byte)
  }

  private mutating func emitSpace() {
    if pendingSpace { forms.append(0x20) }
    (pendingSpace, isAtStart) = (false, false)
  }
}
