/// Why bytes are not a JSON text, and where.
package struct JSONError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case unexpectedEnd
    case unexpectedByte(UInt8)
    case trailingBytes
    case tooDeep
    case controlCharacter
    case badEscape
    case invalidUTF8
    case badNumber
  }

  package var reason: Reason
  /// Counted in bytes from the start of the text.
  package var offset: Int
}

/// What is done with a byte order mark before the text (RFC 8259 §8.1 lets a parser choose).
package enum ByteOrderMark: Sendable { case refused, skipped }

/// What becomes of half a surrogate pair (`\ud83d` alone), which is no character.
package enum BrokenStrings: Sendable {
  /// It becomes U+FFFD.
  case repaired
  /// The string is a `JSONValue.brokenString`, for a reader to whom the other half may come later.
  case kept
}

/// Containers nested deeper than this are refused.
package let maximumJSONDepth = 512

extension JSONValue {
  /// Parses one JSON text (RFC 8259), in time linear in its length.
  ///
  /// Of members that share a name the last wins. Never traps, whatever the bytes.
  package init(
    parsing bytes: UnsafeRawBufferPointer, byteOrderMark: ByteOrderMark = .refused,
    brokenStrings: BrokenStrings = .repaired
  ) throws(JSONError) {
    self = try JSONParser.parse(bytes, byteOrderMark, brokenStrings).get()
  }

  /// The same for bytes in an array.
  package init(
    parsing bytes: [UInt8], byteOrderMark: ByteOrderMark = .refused
  ) throws(JSONError) {
    self = try bytes.withUnsafeBytes { JSONParser.parse($0, byteOrderMark, .repaired) }.get()
  }

  /// The same for a part of an array.
  package init(
    parsing bytes: ArraySlice<UInt8>, byteOrderMark: ByteOrderMark = .refused,
    brokenStrings: BrokenStrings = .repaired
  ) throws(JSONError) {
    self = try bytes.withUnsafeBytes { JSONParser.parse($0, byteOrderMark, brokenStrings) }.get()
  }
}

/// A recursive descent over bytes; its depth is bounded by `maximumJSONDepth`.
struct JSONParser {
  let bytes: UnsafeRawBufferPointer
  var position = 0
  var depth = 0
  private let brokenStrings: BrokenStrings

  static func parse(
    _ bytes: UnsafeRawBufferPointer, _ byteOrderMark: ByteOrderMark, _ brokenStrings: BrokenStrings
  ) -> Result<JSONValue, JSONError> {
    var parser = JSONParser(bytes, brokenStrings)
    if byteOrderMark == .skipped, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    do throws(JSONError) {
      let value = try parser.document()
      return .success(value)
    } catch {
      return .failure(error)
    }
  }

  init(_ bytes: UnsafeRawBufferPointer, _ brokenStrings: BrokenStrings = .repaired) {
    self.bytes = bytes
    self.brokenStrings = brokenStrings
  }

  fileprivate mutating func document() throws(JSONError) -> JSONValue {
    let result = try value()
    try end()
    return result
  }

  /// Takes the white space behind the text; nothing else may follow.
  mutating func end() throws(JSONError) {
    skipWhitespace()
    guard position == bytes.count else { throw failure(.trailingBytes) }
  }

  mutating func value() throws(JSONError) -> JSONValue {
    skipWhitespace()
    guard position < bytes.count else { throw failure(.unexpectedEnd) }
    switch bytes[position] {
    case UInt8(ascii: "\""): return try stringValue()
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte: throw failure(.unexpectedByte(byte))
    }
  }

  /// Takes the bracket that opens a container.
  mutating func open() throws(JSONError) {
    guard depth < maximumJSONDepth else { throw failure(.tooDeep) }
    depth += 1
    position += 1
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try open()
    defer { depth -= 1 }
    if try closes(UInt8(ascii: "}")) { return .object(JSONObject()) }
    var members: [JSONObject.Member] = []
    members.reserveCapacity(4)
    repeat {
      skipWhitespace()
      guard try current() == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try string()
      skipWhitespace()
      guard try current() == UInt8(ascii: ":") else { throw unexpected() }
      position += 1
      members.append((key: key, value: try value()))
    } while try continues(until: UInt8(ascii: "}"))
    return .object(JSONObject(lastWins: members))
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try open()
    defer { depth -= 1 }
    if try closes(UInt8(ascii: "]")) { return .array([]) }
    var elements: [JSONValue] = []
    repeat { elements.append(try value()) } while try continues(until: UInt8(ascii: "]"))
    return .array(elements)
  }

  /// Takes the closing bracket of an empty container.
  mutating func closes(_ bracket: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    guard try current() == bracket else { return false }
    position += 1
    return true
  }

  /// Takes a comma (true) or the closing bracket (false).
  mutating func continues(until bracket: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    let byte = try current()
    guard byte == UInt8(ascii: ",") || byte == bracket else { throw unexpected() }
    position += 1
    return byte == UInt8(ascii: ",")
  }

  private mutating func word(
    _ text: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for i in 0..<text.utf8CodeUnitCount {
      guard try current() == text.utf8Start[i] else { throw unexpected() }
      position += 1
    }
    return value
  }

  /// Takes a string as a value; as a name it has no other half to wait for.
  private mutating func stringValue() throws(JSONError) -> JSONValue {
    let string = try parsedString()
    guard brokenStrings == .kept, !string.halves.isEmpty else { return .string(string.text) }
    return .brokenString(string.units)
  }

  mutating func string() throws(JSONError) -> String { try parsedString().text }

  private mutating func parsedString() throws(JSONError) -> ParsedString {
    position += 1
    let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
    switch scanString(rest) {
    case .ascii(let length):
      position += length + 1
      let text = UnsafeRawBufferPointer(rebasing: rest[..<length])
      return ParsedString(text: String(decoding: text, as: UTF8.self))
    case .plain(let length):
      guard let text = validated(rest[..<length]) else { throw failure(.invalidUTF8) }
      position += length + 1
      return ParsedString(text: text)
    case .escaped:
      let (string, length) = try unescape(rest, at: position)
      position += length
      return string
    case .failed(let reason, let offset):
      throw JSONError(reason: reason, offset: position + offset)
    }
  }

  @inline(__always)
  func current() throws(JSONError) -> UInt8 {
    guard position < bytes.count else { throw failure(.unexpectedEnd) }
    return bytes[position]
  }

  @inline(__always)
  mutating func skipWhitespace() {
    if position < bytes.count, bytes[position] > 0x20 { return }
    skipMoreWhitespace()
  }

  private mutating func skipMoreWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let (value, length) = try scanNumber(
      UnsafeRawBufferPointer(rebasing: bytes[position...]), at: position)
    position += length
    return value
  }

  private func failure(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason: reason, offset: position)
  }

  func unexpected() -> JSONError { failure(.unexpectedByte(bytes[position])) }
}
