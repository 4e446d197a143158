/// Appends JSON texts to a buffer of bytes; no white space, members in their order.
package struct JSONWriter: Sendable {
  /// What becomes of what not every reader takes.
  package enum Form: Sendable {
    /// Everything is written as it is.
    case exact
    /// Members that are null, not finite or beyond 2^53 are left out, elements become null, U+0000 is
    /// removed.
    case strict
  }

  package private(set) var bytes: [UInt8] = []
  private let form: Form

  package init(_ form: Form = .exact, reservingCapacity capacity: Int = 256) {
    self.form = form
    bytes.reserveCapacity(capacity)
  }

  /// Forgets what was written and keeps the room.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Appends `value`; a number that is not finite, which JSON cannot say, becomes `null`.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let value): value ? raw("true") : raw("false")
    case .integer(let value): mayWrite(value) ? write(value) : raw("null")
    case .largeInteger(let text): form == .exact ? append(text) : raw("null")
    case .number(let value): value.isFinite ? append(value.description) : raw("null")
    case .string(let value): write(value)
    case .brokenString(let units): write(String(decoding: units, as: UTF16.self))
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  /// Appends a JSON string.
  package mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { appendEscaped(UnsafeRawBufferPointer($0)) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends bytes that are JSON already: punctuation, names, an echoed text.
  package mutating func raw(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a JSON text as it is.
  package mutating func append(json text: [UInt8]) { bytes.append(contentsOf: text) }

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
    var isFirst = true
    bytes.append(UInt8(ascii: "{"))
    for member in object.members where form == .exact || isSayable(member.value) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(member.key)
      bytes.append(UInt8(ascii: ":"))
      write(member.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func mayWrite(_ value: Int64) -> Bool {
    form == .exact || value.magnitude <= 1 << 53
  }

  /// Whether the strict form has words for a member's value.
  private func isSayable(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .largeInteger: false
    case .integer(let value): mayWrite(value)
    case .number(let value): value.isFinite
    case .bool, .string, .brokenString, .array, .object: true
    }
  }

  /// Appends runs of plain bytes at once and escapes what must be (RFC 8259 §7).
  private mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
    var seen: UInt64 = 0
    var start = 0
    while true {
      let end = text.firstSpecial(from: start, seen: &seen)
      let run = UnsafeRawBufferPointer(rebasing: text[start..<end])
      bytes.append(contentsOf: run.bindMemory(to: UInt8.self))
      guard end < text.count else { return }
      escape(text[end])
      start = end + 1
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x0A: raw("\\n")
    case 0x0D: raw("\\r")
    case 0x09: raw("\\t")
    case 0 where form == .strict: break
    default:
      raw("\\u00")
      bytes.append(hexDigits[Int(byte >> 4)])
      bytes.append(hexDigits[Int(byte & 15)])
    }
  }
}

private let hexDigits = Array("0123456789abcdef".utf8)

extension JSONValue {
  /// This value as a JSON text, in UTF-8.
  package var jsonBytes: [UInt8] { jsonBytes(.exact) }

  /// The same in another form.
  package func jsonBytes(_ form: JSONWriter.Form) -> [UInt8] {
    var writer = JSONWriter(form)
    writer.write(self)
    return writer.bytes
  }
}
