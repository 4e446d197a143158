extension URLEncoding {
  /// Returns `text` as a value of a query; what is percent-encoded already stays so.
  package static func keptQueryValue(_ text: String) -> String {
    escapedOnce(text, keeping: "")
  }

  /// Returns `text` as a piece of a path; its slashes and what is percent-encoded already stay so.
  package static func keptPath(_ text: String) -> String {
    escapedOnce(text, keeping: "/:@!$'()*,;=+")
  }

  /// Returns what follows the host of a URL with everything escaped that may not stand there.
  package static func escapingInvalid(_ text: String) -> String {
    escapedOnce(text, keeping: "/:@!$'()*,;=+&?#[]")
  }

  private static func escapedOnce(_ text: String, keeping kept: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (i, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && i + 2 < bytes.count && isHex(bytes[i + 1])
        && isHex(bytes[i + 2])
      if isEscape || isUnreserved(byte) || kept.utf8.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
