/// Where a text stops to be JSON, in bytes from its start.
struct MalformedJSON: Error, Equatable {
  var offset: Int
}

/// Goes over JSON (RFC 8259) without building values: finds where members and elements lie.
///
/// Checks the grammar as it goes; UTF-8 is for others to check.
struct JSONSkimmer {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int
  /// Behind the last byte that is looked at.
  let end: Int

  static let maximumDepth = 512

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Passes one value and returns where it lies.
  mutating func value(depth: Int = 0) throws(MalformedJSON) -> Range<Int> {
    skipBlanks()
    let start = position
    switch peek {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "{"): try object(depth: depth) { _, _ in }
    case UInt8(ascii: "["): try array(depth: depth) { _ in }
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
    return start..<position
  }

  /// Passes an object; `member` is told the insides of names, without quotes, and the values.
  mutating func object(
    depth: Int = 0, _ member: (_ name: Range<Int>, _ value: Range<Int>) -> Void
  ) throws(MalformedJSON) {
    try open(UInt8(ascii: "{"), depth)
    if closes(UInt8(ascii: "}")) { return }
    repeat {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw malformed }
      let name = position + 1
      try string()
      let nameEnd = position - 1
      skipBlanks()
      guard peek == UInt8(ascii: ":") else { throw malformed }
      position += 1
      member(name..<nameEnd, try value(depth: depth + 1))
    } while try continues(until: UInt8(ascii: "}"))
  }

  /// Passes an array; `element` is told where each one lies.
  mutating func array(
    depth: Int = 0, _ element: (Range<Int>) -> Void
  ) throws(MalformedJSON) {
    try open(UInt8(ascii: "["), depth)
    if closes(UInt8(ascii: "]")) { return }
    repeat { element(try value(depth: depth + 1)) } while try continues(until: UInt8(ascii: "]"))
  }

  /// Passes blanks; false where something else follows.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position == end
  }

  // MARK: tokens

  /// The byte at the position; 0, which no token has, at the end.
  var peek: UInt8 { position < end ? bytes[position] : 0 }

  private var malformed: MalformedJSON { MalformedJSON(offset: position) }

  mutating func skipBlanks() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func open(_ bracket: UInt8, _ depth: Int) throws(MalformedJSON) {
    guard peek == bracket, depth < Self.maximumDepth else { throw malformed }
    position += 1
  }

  private mutating func closes(_ bracket: UInt8) -> Bool {
    skipBlanks()
    guard peek == bracket else { return false }
    position += 1
    return true
  }

  private mutating func continues(until bracket: UInt8) throws(MalformedJSON) -> Bool {
    skipBlanks()
    let byte = peek
    guard byte == UInt8(ascii: ",") || byte == bracket else { throw malformed }
    position += 1
    return byte == UInt8(ascii: ",")
  }

  private mutating func word(_ text: StaticString) throws(MalformedJSON) {
    for i in 0..<text.utf8CodeUnitCount {
      guard peek == text.utf8Start[i] else { throw malformed }
      position += 1
    }
  }

  private mutating func string() throws(MalformedJSON) {
    position += 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw malformed
      default: position += 1
      }
    }
    throw malformed
  }

  private mutating func escape() throws(MalformedJSON) {
    position += 1
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      position += 1
      for _ in 0..<4 {
        guard isHexDigit(peek) else { throw malformed }
        position += 1
      }
    default: throw malformed
    }
  }

  private mutating func number() throws(MalformedJSON) {
    if peek == UInt8(ascii: "-") { position += 1 }
    let isZero = peek == UInt8(ascii: "0")
    let digits = try digits()
    guard digits == 1 || !isZero else { throw malformed }
    if peek == UInt8(ascii: ".") {
      position += 1
      _ = try self.digits()
    }
    if peek | 0x20 == UInt8(ascii: "e") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      _ = try self.digits()
    }
  }

  private mutating func digits() throws(MalformedJSON) -> Int {
    let start = position
    while peek &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { throw malformed }
    return position - start
  }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
}
