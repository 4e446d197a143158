// What a terminal would obey is not shown: what servers say may hold anything.

extension String {
  /// This text as one line, without control characters and without those that turn the direction
  /// of writing; line breaks and tabs become blanks.
  var printable: String {
    guard unicodeScalars.contains(where: { $0.isUnprintable }) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isUnprintable {
        result.append(scalar)
      } else if scalar.properties.isWhitespace, result.last != " " {
        result.append(" ")
      }
    }
    return String(result)
  }

  /// This JSON text with the same characters escaped inside its strings; its value is the same.
  ///
  /// JSON escapes those below U+0020 by itself, and has the rest nowhere but in strings.
  var printableJSON: String {
    guard unicodeScalars.contains(where: { $0.isUnprintable && $0 != "\n" }) else { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isUnprintable, scalar != "\n" {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Control characters, line and paragraph separators, and the bidirectional controls.
  fileprivate var isUnprintable: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
