/// The two forms of a folded text; they share their bytes until they differ.
struct FoldedForms: Sendable {
  /// Without diacritics.
  private(set) var plain: [UInt8] = []
  /// Whether there is a diacritic.
  private(set) var differ = false
  private var withMarks: [UInt8] = []

  /// With diacritics.
  var marked: [UInt8] { differ ? withMarks : plain }

  mutating func removeAll() {
    plain.removeAll(keepingCapacity: true)
    withMarks.removeAll(keepingCapacity: true)
    differ = false
  }

  /// Appends a byte to both.
  mutating func append(_ byte: UInt8) {
    plain.append(byte)
    if differ { withMarks.append(byte) }
  }

  /// Appends a letter, which may be another one without its stroke.
  mutating func append(_ letter: Unicode.Scalar, plain bare: Unicode.Scalar) {
    if bare != letter { part() }
    if let bytes = UTF8.encode(bare) { plain.append(contentsOf: bytes) }
    if differ, let bytes = UTF8.encode(letter) { withMarks.append(contentsOf: bytes) }
  }

  /// Appends a diacritic, which one of them lacks.
  mutating func append(mark: Unicode.Scalar) {
    part()
    if let bytes = UTF8.encode(mark) { withMarks.append(contentsOf: bytes) }
  }

  private mutating func part() {
    guard !differ else { return }
    (withMarks, differ) = (plain, true)
  }
}
