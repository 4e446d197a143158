import JSON

extension JSONWriter {
  /// Begins an object; its members follow by `member`.
  mutating func beginObject() { raw("{") }

  mutating func endObject() { raw("}") }

  /// Begins a member; its value must be written next.
  mutating func name(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { raw(",") }
    raw("\"")
    raw(name)
    raw("\":")
  }

  mutating func member(_ name: StaticString, _ value: String?) {
    self.name(name)
    guard let value else { return raw("null") }
    write(value)
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    self.name(name)
    write(.integer(Int64(value)))
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    write(.bool(value))
  }

  /// Writes an array, each element by `body`.
  mutating func array<T>(_ elements: some Sequence<T>, _ body: (inout JSONWriter, T) -> Void) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      body(&self, element)
    }
    raw("]")
  }
}
