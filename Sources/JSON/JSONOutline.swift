extension JSONValue {
  /// Checks a whole JSON text and, where it is an object, hands out its members as they lie in it.
  ///
  /// For a reader that needs few of the values: nothing is built, and `JSONValue(parsing:)` takes any
  /// of the ranges later without failing. Members that share a name all come, the last one last; an
  /// error may come behind some of them.
  ///
  /// - Parameter member: takes a name and the range of its value.
  /// - Returns: false where the text is no object; then no member was handed out.
  package static func outline(
    _ bytes: UnsafeRawBufferPointer,
    member: (_ name: UnsafeRawBufferPointer, _ value: Range<Int>) -> Void
  ) throws(JSONError) -> Bool {
    var parser = JSONParser(bytes)
    let isObject = try parser.outline(member)
    try parser.end()
    return isObject
  }
}

extension JSONParser {
  fileprivate mutating func outline(
    _ member: (_ name: UnsafeRawBufferPointer, _ value: Range<Int>) -> Void
  ) throws(JSONError) -> Bool {
    skipWhitespace()
    guard try current() == UInt8(ascii: "{") else {
      try skip()
      return false
    }
    try members { parser, name throws(JSONError) in
      parser.skipWhitespace()
      let start = parser.position
      try parser.skip()
      member(name, start..<parser.position)
    }
    return true
  }

  /// Checks a value and passes over it.
  private mutating func skip() throws(JSONError) {
    skipWhitespace()
    switch try current() {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"):
      try members { parser, _ throws(JSONError) in try parser.skip() }
    case UInt8(ascii: "["):
      try open()
      defer { depth -= 1 }
      if try closes(UInt8(ascii: "]")) { return }
      repeat { try skip() } while try continues(until: UInt8(ascii: "]"))
    default: _ = try value()
    }
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
