/// What a JSON text is at its outermost, with the ranges of what lies directly in it.
///
/// For a reader that needs few of the values: the whole text is checked and nothing is built;
/// `JSONValue(parsing:)` takes any of the ranges later without failing.
package enum JSONOutline: Sendable {
  case object
  case array([Range<Int>])
  case other

  /// - Parameter member: takes each name of an object and the range of its value. Members that share a
  ///   name all come, the last one last; an error may come behind some of them.
  package init(
    of bytes: UnsafeRawBufferPointer,
    member: (_ name: UnsafeRawBufferPointer, _ value: Range<Int>) -> Void
  ) throws(JSONError) {
    var parser = JSONParser(bytes)
    self = try parser.outline(member)
    try parser.end()
  }
}

extension JSONParser {
  fileprivate mutating func outline(
    _ member: (_ name: UnsafeRawBufferPointer, _ value: Range<Int>) -> Void
  ) throws(JSONError) -> JSONOutline {
    skipWhitespace()
    switch try current() {
    case UInt8(ascii: "{"):
      try members { parser, name throws(JSONError) in member(name, try parser.skipped()) }
      return .object
    case UInt8(ascii: "["):
      var ranges: [Range<Int>] = []
      try elements { parser throws(JSONError) in ranges.append(try parser.skipped()) }
      return .array(ranges)
    default:
      try skip()
      return .other
    }
  }

  /// Passes over a value; returns where it lies.
  private mutating func skipped() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    let start = position
    try skip()
    return start..<position
  }

  /// Checks a value and passes over it.
  private mutating func skip() throws(JSONError) {
    skipWhitespace()
    switch try current() {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"):
      try members { parser, _ throws(JSONError) in try parser.skip() }
    case UInt8(ascii: "["):
      try elements { parser throws(JSONError) in try parser.skip() }
    default: _ = try value()
    }
  }

  /// Goes through an array; `body` takes each element.
  private mutating func elements(
    _ body: (inout JSONParser) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open()
    defer { depth -= 1 }
    if try closes(UInt8(ascii: "]")) { return }
    repeat { try body(&self) } while try continues(until: UInt8(ascii: "]"))
  }

  /// Goes through an object; `body` takes the value behind each name.
  private mutating func members(
    _ body: (inout JSONParser, _ name: UnsafeRawBufferPointer) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open()
    defer { depth -= 1 }
    if try closes(UInt8(ascii: "}")) { return }
    repeat {
      skipWhitespace()
      guard try current() == UInt8(ascii: "\"") else { throw unexpected() }
      let start = position + 1
      var unescaped = try skipString()
      let name = UnsafeRawBufferPointer(rebasing: bytes[start..<position - 1])
      skipWhitespace()
      guard try current() == UInt8(ascii: ":") else { throw unexpected() }
      position += 1
      guard unescaped != nil else {
        try body(&self, name)
        continue
      }
      // Names with an escape are rare; they are compared as what they mean.
      var parser = self
      let result = unescaped?.withUTF8 { name -> Result<Void, JSONError> in
        do throws(JSONError) {
          return .success(try body(&parser, UnsafeRawBufferPointer(name)))
        } catch {
          return .failure(error)
        }
      }
      self = parser
      try result?.get()
    } while try continues(until: UInt8(ascii: "}"))
  }

  /// Checks a string and passes over it; returns its text only where it has an escape.
  @discardableResult
  private mutating func skipString() throws(JSONError) -> String? {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(position + 1)...])
    guard case .ascii(let length) = scanString(rest) else {
      let start = position
      let text = try string()
      return bytes[start..<position].contains(UInt8(ascii: "\\")) ? text : nil
    }
    position += length + 2
    return nil
  }
}
