/// What one header block says; only two of its fields matter (LSP 3.17).
struct HeaderBlock: Sendable {
  private(set) var isEmpty = true
  /// Nil without a `Content-Length`, or where the last one is no number of 1 to 15 digits.
  private(set) var length: Int?
  /// The charset of `Content-Type`, where it is not UTF-8.
  private(set) var unsupportedCharset: String?

  /// The bytes of `Content-Length:`.
  static let longestName = lengthField.count
  private static let lengthField = Array("content-length:".utf8)
  private static let typeField = Array("content-type:".utf8)

  /// Takes one line, without its end; whatever is no known field is ignored.
  mutating func add(_ line: ArraySlice<UInt8>) {
    isEmpty = false
    if let start = Self.lengthName(in: line, startsLine: true) {
      length = Self.number(line[(start + Self.lengthField.count)...])
    } else if Self.isField(Self.typeField, in: line, at: line.startIndex) {
      unsupportedCharset = Self.unsupportedCharset(
        line[(line.startIndex + Self.typeField.count)...])
    }
  }

  /// Where `Content-Length:` stands at the start of a line or directly behind a `}` or `]`.
  ///
  /// - Parameter startsLine: whether `bytes` begins at the start of a line.
  static func lengthName(in bytes: ArraySlice<UInt8>, startsLine: Bool) -> Int? {
    guard bytes.count >= lengthField.count else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      for i in 0...(buffer.count - lengthField.count) where buffer[i] | 0x20 == lengthField[0] {
        let mayStart =
          i == 0
          ? startsLine
          : [UInt8(ascii: "\n"), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(buffer[i - 1])
        if mayStart, isField(lengthField, in: bytes, at: bytes.startIndex + i) {
          return bytes.startIndex + i
        }
      }
      return nil
    }
  }

  private static func isField(_ name: [UInt8], in bytes: ArraySlice<UInt8>, at start: Int) -> Bool {
    bytes.endIndex - start >= name.count
      && zip(bytes[start...], name).allSatisfy { byte, expected in
        byte == expected
          || (byte | 0x20 == expected && byte & 0xDF >= UInt8(ascii: "A")
            && byte & 0xDF <= UInt8(ascii: "Z"))
      }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = trimmed(bytes)
    guard (1...15).contains(digits.count) else { return nil }
    var value = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: isWhitespace)
    while let last = bytes.last, isWhitespace(last) { bytes.removeLast() }
    return bytes
  }

  private static func unsupportedCharset(_ value: ArraySlice<UInt8>) -> String? {
    let parameters = value.split(separator: UInt8(ascii: ";")).dropFirst()
    for parameter in parameters {
      let text = String(decoding: trimmed(parameter), as: UTF8.self).lowercased()
      guard text.hasPrefix("charset") else { continue }
      let name = text.dropFirst("charset".count).filter { $0 != " " && $0 != "\"" }
      guard name.hasPrefix("=") else { continue }
      let charset = String(name.dropFirst())
      return ["utf-8", "utf8"].contains(charset) ? nil : charset
    }
    return nil
  }
}
