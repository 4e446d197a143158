/// One word, number, string or sign of a document.
struct GraphQLToken: Sendable {
  enum Kind: Sendable, Equatable {
    case name(String)
    case int(Int)
    case float(Double)
    case string(String)
    case sign(String)
    case end
  }

  var kind: Kind
  var location: GraphQLLocation
}

/// Splits a document into tokens; commas, blanks and comments are left out.
struct GraphQLLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0

  /// All tokens of `text`, the last one being `end`.
  static func tokens(of text: String) throws(GraphQLError) -> [GraphQLToken] {
    var lexer = GraphQLLexer(bytes: Array(text.utf8))
    var tokens: [GraphQLToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func next() throws(GraphQLError) -> GraphQLToken {
    skipIgnored()
    let location = GraphQLLocation(line: line, column: position - lineStart + 1)
    guard position < bytes.count else { return GraphQLToken(kind: .end, location: location) }
    let kind: GraphQLToken.Kind
    switch bytes[position] {
    case UInt8(ascii: "\""): kind = .string(try string(location))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = try number(location)
    case let byte where isNameByte(byte): kind = .name(take(while: isNameByte))
    case UInt8(ascii: ".") where bytes[position...].starts(with: Array("...".utf8)):
      position += 3
      kind = .sign("...")
    case let byte where "!$&()/:=@[]{|}".utf8.contains(byte):
      position += 1
      kind = .sign(String(UnicodeScalar(byte)))
    case let byte: throw unexpected(String(UnicodeScalar(byte)), location)
    }
    return GraphQLToken(kind: kind, location: location)
  }

  private mutating func skipIgnored() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"): newLine()
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ","):
        position += 1
      case UInt8(ascii: "#"): _ = take { $0 != UInt8(ascii: "\n") }
      default: return
      }
    }
  }

  private mutating func newLine() {
    position += 1
    line += 1
    lineStart = position
  }

  private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
    let taken = bytes[position...].prefix(while: isTaken)
    position += taken.count
    return String(decoding: taken, as: UTF8.self)
  }

  private mutating func number(_ location: GraphQLLocation) throws(GraphQLError)
    -> GraphQLToken.Kind
  {
    let text = take { isNameByte($0) || "+-.".utf8.contains($0) }
    if let int = Int(text) { return .int(int) }
    guard let float = Double(text), float.isFinite, text.utf8.last != UInt8(ascii: ".") else {
      throw unexpected(text, location)
    }
    return .float(float)
  }

  private mutating func string(_ location: GraphQLLocation) throws(GraphQLError) -> String {
    let quotes = Array("\"\"\"".utf8)
    let isBlock = bytes[position...].starts(with: quotes)
    position += isBlock ? 3 : 1
    var content: [UInt8] = []
    while position < bytes.count {
      if isBlock ? bytes[position...].starts(with: quotes) : bytes[position] == quotes[0] {
        position += isBlock ? 3 : 1
        return String(decoding: content, as: UTF8.self)
      }
      switch bytes[position] {
      case UInt8(ascii: "\\") where !isBlock: content += try escaped(location)
      case UInt8(ascii: "\n"):
        guard isBlock else { throw unexpected("\"", location) }
        content.append(bytes[position])
        newLine()
      case let byte:
        content.append(byte)
        position += 1
      }
    }
    throw unexpected("\"", location)
  }

  /// Reads what stands behind a backslash; halves of a surrogate pair are put together.
  private mutating func escaped(_ location: GraphQLLocation) throws(GraphQLError) -> [UInt8] {
    let rest = bytes[(position + 1)...]
    guard let letter = rest.first else { throw unexpected("\\", location) }
    if letter == UInt8(ascii: "u") {
      var units: [UInt16] = []
      while bytes[position...].starts(with: Array("\\u".utf8)),
        let unit = UInt16(
          String(decoding: bytes[(position + 2)...].prefix(4), as: UTF8.self), radix: 16)
      {
        units.append(unit)
        position += 6
      }
      guard !units.isEmpty else { throw unexpected("\\u", location) }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
    let plain = Array("\"\\/bfnrt".utf8)
    let meant: [UInt8] = [0x22, 0x5C, 0x2F, 0x08, 0x0C, 0x0A, 0x0D, 0x09]
    guard let index = plain.firstIndex(of: letter) else { throw unexpected("\\", location) }
    position += 2
    return [meant[index]]
  }

  private func unexpected(_ text: String, _ location: GraphQLLocation) -> GraphQLError {
    GraphQLError(
      "Parse error on \"\(text)\" (UNKNOWN_CHAR) at [\(location.line), \(location.column)]",
      at: location)
  }
}

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
    true
  default: false
  }
}
