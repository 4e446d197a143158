/// Percent-encoding at its strictest.
///
/// The unreserved characters of RFC 3986 stay (letters, digits and `-._~`), every other byte of the
/// UTF-8 form is escaped. The text is not normalised.
package enum URLEncoding {
  /// Returns `text` as one value of a query; a blank becomes `%20` and a plus sign `%2B`.
  package static func queryValue(_ text: String) -> String { escaped(text) }

  /// Returns `text` as one segment of a path.
  ///
  /// `.` and `..` alone are escaped too: as they stand they would name another path.
  package static func pathSegment(_ text: String) -> String {
    switch text {
    case ".": "%2E"
    case "..": "%2E%2E"
    default: escaped(text)
    }
  }

  private static func escaped(_ text: String) -> String {
    escaped(text, keeping: isUnreserved)
  }

  /// Returns `text` with every byte escaped that `keeping` does not name.
  static func escaped(_ text: String, keeping: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if keeping(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
