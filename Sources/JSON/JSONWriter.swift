/// Appends JSON texts to a buffer of bytes; no white space, members in their order.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init(reservingCapacity capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  /// Forgets what was written and keeps the room.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Appends `value`; a number that is not finite, which JSON cannot say, becomes `null`.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let value): value ? raw("true") : raw("false")
    case .integer(let value): write(value)
    case .largeInteger(let text): bytes.append(contentsOf: text.utf8)
    case .number(let value): value.isFinite ? append(value.description) : raw("null")
    case .string(let value): write(value)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  /// Appends a JSON string.
  package mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    let wasContiguous: Void? = string.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    if wasContiguous == nil { Array(string.utf8).withUnsafeBufferPointer { appendEscaped($0) } }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends bytes that are JSON already: punctuation, names, an echoed text.
  package mutating func raw(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a whole number.
  package mutating func write(_ value: Int64) {
    guard (0..<10).contains(value) else { return append(String(value)) }
    bytes.append(UInt8(ascii: "0") + UInt8(value))
  }

  private mutating func write(_ elements: [JSONValue]) {
    bytes.append(UInt8(ascii: "["))
    for (i, element) in elements.enumerated() {
      if i > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ object: JSONObject) {
    bytes.append(UInt8(ascii: "{"))
    for (i, member) in object.members.enumerated() {
      if i > 0 { bytes.append(UInt8(ascii: ",")) }
      write(member.key)
      bytes.append(UInt8(ascii: ":"))
      write(member.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends runs of plain bytes at once and escapes what must be (RFC 8259 §7).
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for (i, byte) in text.enumerated() where mustEscape(byte) {
      bytes.append(contentsOf: text[runStart..<i])
      runStart = i + 1
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      default:
        raw("\\u00")
        bytes.append(hexDigits[Int(byte >> 4)])
        bytes.append(hexDigits[Int(byte & 15)])
      }
    }
    bytes.append(contentsOf: text[runStart...])
  }
}

private func mustEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

private let hexDigits = Array("0123456789abcdef".utf8)

extension JSONValue {
  /// This value as a JSON text, in UTF-8.
  package var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}
