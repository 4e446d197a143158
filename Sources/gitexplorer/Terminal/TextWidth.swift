// How many columns text takes on a terminal, and how it is cut to fit.

extension String {
  /// The columns this takes: wide characters and emoji two, combining ones none.
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// As many characters as take so many columns, `reserved` columns fewer where some are cut off.
  func prefix(columns width: Int, leaving reserved: Int) -> (text: String, isWhole: Bool) {
    guard displayWidth > width else { return (self, true) }
    var result = ""
    var used = 0
    for character in self {
      guard used + character.displayWidth <= max(0, width - reserved) else { break }
      result.append(character)
      used += character.displayWidth
    }
    return (result, false)
  }

  /// This text filled up with blanks to so many columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return first.isWide ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  /// East Asian Wide and Fullwidth (UAX #11), by blocks; emoji are told by their own property.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
