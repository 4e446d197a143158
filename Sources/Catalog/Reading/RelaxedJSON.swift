/// What people also write as JSON, made RFC 8259.
///
/// Taken are a prefix such as `)]}'` or `callback(`, comments, commas before a closing bracket,
/// `NaN` and `Infinity` (as null), and record separators (RFC 7464).
struct RelaxedJSON {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private var text: [UInt8] = []

  /// Returns the text as JSON; nil where there was nothing to mend.
  static func strict(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [UInt8]? {
    var reader = RelaxedJSON(bytes, start)
    reader.rewrite()
    return reader.text.elementsEqual(bytes[start...]) ? nil : reader.text
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) {
    self.bytes = bytes
    position = start
    text.reserveCapacity(bytes.count - start)
  }

  private mutating func rewrite() {
    let isCall = skipPrefix()
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): copyString()
      case UInt8(ascii: "/"): if !skipComment() { copy() }
      case UInt8(ascii: ","):
        if closesNext() { blank() } else { copy() }
      case UInt8(ascii: "N") where skips("NaN"), UInt8(ascii: "I") where skips("Infinity"),
        UInt8(ascii: "-") where skips("-Infinity"), UInt8(ascii: "u") where skips("undefined"):
        text += Array("null".utf8)
      case 0x1E: blank()
      case UInt8(ascii: ")") where isCall, UInt8(ascii: ";") where isCall: blank()
      default: copy()
      }
    }
  }

  private mutating func copy() {
    text.append(bytes[position])
    position += 1
  }

  /// Puts a blank in the place of a byte; a line end stays.
  private mutating func blank() {
    text.append(bytes[position] == UInt8(ascii: "\n") ? UInt8(ascii: "\n") : 0x20)
    position += 1
  }

  /// No string goes over the end of a line, so that an open one spoils no more than its own.
  private mutating func copyString() {
    copy()
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      if bytes[position] == UInt8(ascii: "\"") { return copy() }
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { copy() }
      copy()
    }
  }

  private mutating func skipComment() -> Bool {
    guard position + 1 < bytes.count else { return false }
    switch bytes[position + 1] {
    case UInt8(ascii: "/"):
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank() }
    case UInt8(ascii: "*"):
      blank()
      blank()
      while position < bytes.count {
        let isEnd = has("*/")
        blank()
        guard isEnd else { continue }
        if position < bytes.count { blank() }
        break
      }
    default: return false
    }
    return true
  }

  /// Whether behind the comma there is nothing but blanks and comments before a closing bracket, or
  /// a line's or the text's end outside of any bracket.
  private func closesNext() -> Bool {
    var ahead = self
    ahead.text = []
    ahead.position += 1
    while ahead.position < bytes.count {
      switch bytes[ahead.position] {
      case 0x20, 0x09, 0x0A, 0x0D: ahead.position += 1
      case UInt8(ascii: "/"): guard ahead.skipComment() else { return false }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): return true
      default: return false
      }
    }
    return true
  }

  private func has(_ word: StaticString) -> Bool {
    guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
  }

  private mutating func skips(_ word: StaticString) -> Bool {
    guard has(word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  /// Passes what keeps a script from running the text, or calls a function with it, or names it;
  /// returns whether a bracket or a semicolon may follow the text.
  private mutating func skipPrefix() -> Bool {
    var end = position
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    guard end < bytes.count, !startsValue(end) else { return false }
    let limit = min(bytes.count, end + 200)
    let isGuard = bytes[end...].starts(with: Array(")]}'".utf8)) || bytes[end] == UInt8(ascii: "&")
    while end < limit, !startsValue(end) || (isGuard && !isLineStart(end)) { end += 1 }
    guard end < limit else { return false }
    while position < end { blank() }
    return true
  }

  private func isLineStart(_ i: Int) -> Bool {
    i == 0 || bytes[i - 1] == UInt8(ascii: "\n") || bytes[i - 1] == UInt8(ascii: ",")
      || bytes[i - 1] == UInt8(ascii: "'") || bytes[i - 1] == UInt8(ascii: "&")
  }

  private func startsValue(_ i: Int) -> Bool {
    switch bytes[i] {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "/"), 0x1E,
      UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
