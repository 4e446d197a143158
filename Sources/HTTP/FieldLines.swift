/// The header fields of one response, read line by line.
struct FieldLines {
  private(set) var fields: [(name: String, value: String)] = []

  /// Takes one line; one without a colon is passed over, one that begins with a blank goes on with
  /// the field before (RFC 9112 §5.2).
  mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(line)[...]
    if bytes.first == 0x20 || bytes.first == 0x09 {
      guard let last = fields.popLast() else { return }
      fields.append((last.name, last.value + " " + Self.text(trimmingBlanks(bytes))))
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex {
      let name = trimmingBlanks(bytes[..<colon])
      let value = trimmingBlanks(bytes[(colon + 1)...])
      fields.append((Self.text(name), Self.text(value)))
    }
  }

  /// Reads UTF-8, or Latin-1 where it is not; never fails.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
