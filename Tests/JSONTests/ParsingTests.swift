import JSON
import Testing

/// The well-known cases of RFC 8259 that parsers get wrong.
@Suite("What is a JSON text")
struct ParsingTests {
  @Test(
    arguments: [
      ("null", .null), ("true", true), ("false", false), (" \t\r\n null \n", .null),
      ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]), ("\"\"", ""), ("[[]   ]", [[]]),
      ("[1\n]", [1]), ("[\"a\",null,1,{}]", ["a", .null, 1, [:]]), ("{\"\":0}", ["": 0]),
      ("{\"a\":{\"b\":[1,2]}}", ["a": ["b": [1, 2]]]), ("\" \"", " "),
      ("\"\u{7F}\"", "\u{7F}"), ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
      ("\"\u{FEFF}\"", "\u{FEFF}"), ("\"\u{10FFFF}\"", "\u{10FFFF}"), ("\"日本語\"", "日本語"),
      ("{\"a\":[],\"b\":{}}", ["a": [], "b": [:]]),
      ("{\"min\":-1.0e+28,\"max\":1.0e+28}", ["min": -1.0e28, "max": 1.0e28]),
    ] as [(String, JSONValue)])
  func `a text is read`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(
    arguments: [
      // Numbers.
      "01", "-01", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "1E-", "0x1", "0e", "-.1", "1.2.3",
      "--1", "1 000", "NaN", "Infinity", "-Infinity", "1e1.5", "２", "1a", "-a", "00", "0.", "2.e3",
      // Structure.
      "", " ", "[", "]", "{", "}", "[1", "[1,", "[,1]", "[1,]", "[1 2]", "[1,,2]", "[,]", "{\"a\"",
      "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{\"a\"::1}", "{1:1}",
      "{a:1}", "{'a':1}", "[1}", "{\"a\":1]", "[\"a\"", "[\"a", "{\"a\":1 \"b\":2}", "{\"a\",1}",
      "{null:1}", "[1]]", "{}}", "{}{}", "1 2", "[]x", "[:]", "{\"a\":\"b\"}/**/", "[1//\n]", "*",
      // Words.
      "nul", "nulll", "tru", "fals", "True", "NULL", "undefined", "nil", "t", "f", "n", "truee",
      // Strings.
      "\"", "\"a", "'a'", "\"\\\"", "\"\\", "\"\\a\"", "\"\\x41\"", "\"\\'\"", "\"\\0\"", "\"\\u\"",
      "\"\\u1\"", "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\U0041\"", "\"\\u 123\"",
      "\"\\u+123\"", "\"\\u-123\"", "\"\n\"", "\"\t\"", "\"\r\"", "\"\u{0}\"", "\"\u{1F}\"",
      "\"a\u{1}b\"", "\"\\n\u{2}\"", "abc", "\"a\"b",
      // White space that JSON does not know.
      "\u{B}1", "\u{C}1", "\u{A0}1", "\u{2028}1", "1\u{0}", "[\u{C}]", "\u{2060}[]",
    ])
  func `anything else is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xC1, 0xBF, 0x22],
      [0x22, 0xE0, 0x80, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xED, 0xBF, 0xBF, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22],
      [0x22, 0xFF, 0x22], [0x22, 0xE9, 0x22], [0x22, 0xF0, 0x9F, 0x98, 0x22], [0xFF], [0xC3, 0xA9],
      [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0x22, 0x5C, 0xC3, 0xA9, 0x22],
      [0x22, 0x80, 0x5C, 0x6E, 0x22],
      [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D],
      [0x5B, 0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22, 0x5D],
      [0xFE, 0xFF, 0x00, 0x22, 0x00, 0x22], [0x22, 0x00, 0xE9, 0x00, 0x22, 0x00],
    ] as [[UInt8]])
  func `bytes that are no UTF-8 are refused`(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
  }

  @Test(
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD834\uDD1E""#, "𝄞"), (#""\u0000""#, "\0"),
      (#""a\u0000b""#, "a\0b"), (#""\uFFFF\ufffe""#, "\u{FFFF}\u{FFFE}"),
      (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""x\ny\tz""#, "x\ny\tz"), (#""\\u0041""#, "\\u0041"),
      (#""\u005C\u0022""#, "\\\""), (#""é\n語""#, "é\n語"),
    ])
  func `escapes are read`(text: String, value: String) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == .string(value))
  }

  @Test(
    arguments: [
      (#"\ud800"#, [0xD800]), (#"\udc00"#, [0xDC00]), (#"\udfff\ud800"#, [0xDFFF, 0xD800]),
      (#"\ud800\ud800"#, [0xD800, 0xD800]), (#"\ud800x"#, [0xD800, 0x78]),
      (#"\ud800\n"#, [0xD800, 0x0A]), (#"\ud800\u0041"#, [0xD800, 0x41]),
      (#"é\ude00\ud83d\ude00"#, [0xE9, 0xDE00, 0xD83D, 0xDE00]),
    ] as [(String, [UInt16])])
  func `half a surrogate pair is U+FFFD, or kept where it is wanted`(
    text: String, units: [UInt16]
  ) throws {
    let text = Array("[\"\(text)\"]".utf8)
    #expect(try JSONValue(parsing: text) == [.string(String(decoding: units, as: UTF16.self))])
    let kept = try JSONValue(parsing: text[...], brokenStrings: .kept)
    #expect(kept == [.brokenString(units)])
    #expect(try JSONValue(parsing: kept.jsonBytes) == JSONValue(parsing: text))
  }

  @Test(
    arguments: [
      #""\ud800\u""#, #""\ud800\u1""#, #""\ud83d\ude""#, #""\ud83d"#, #""\ud83d\"#,
    ])
  func `an escape that is cut short is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test func `half a surrogate pair in a name is U+FFFD`() throws {
    let value = try JSONValue(parsing: Array(#"{"\udead":1}"#.utf8))
    #expect(value == ["\u{FFFD}": 1])
  }

  @Test func `of members that share a name the last wins`() throws {
    let value = try JSONValue(parsing: Array(#"{"a":1,"b":2,"a":3,"\u0061":4}"#.utf8))
    #expect(value == ["a": 4, "b": 2])
    #expect(value.objectValue?.members.count == 2)
  }

  @Test func `the last wins in objects of many members too`() throws {
    let members = (0..<40).map { "\"k\($0 % 20)\":\($0)" }.joined(separator: ",")
    let value = try JSONValue(parsing: Array("{\(members)}".utf8))
    #expect(value.objectValue?.members.count == 20)
    #expect((0..<20).allSatisfy { value["k\($0)"]?.intValue == $0 + 20 })
  }

  @Test func `names are told apart by their bytes`() throws {
    let value = try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test func `a byte order mark is skipped only where that was asked for`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = mark + Array("[1]".utf8)
    #expect(try JSONValue(parsing: bytes, byteOrderMark: .skipped) == [1])
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: mark, byteOrderMark: .skipped) }
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: mark + bytes, byteOrderMark: .skipped)
    }
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}"), (" [ ", " ] ")])
  func `512 containers may be nested, 513 may not`(open: String, close: String) throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
    }
    _ = try JSONValue(parsing: nested(512))
    #expect(error(of: nested(513))?.reason == .tooDeep)
  }

  @Test func `depth counts what is nested, not how much there is`() throws {
    let row = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    let value = try JSONValue(parsing: Array("[\(row),\(row),\(row)]".utf8))
    #expect(value.arrayValue?.count == 3)
  }

  @Test func `a hundred thousand open brackets are an error like any other`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let error = error(of: bytes)
    #expect(error?.reason == .tooDeep)
    #expect(error?.offset == 512)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[1,]", .unexpectedByte(0x5D), 3),
      ("{\"a\" 1}", .unexpectedByte(0x31), 5), ("tru ", .unexpectedByte(0x20), 3),
      ("tru", .unexpectedEnd, 3), ("[1] x", .trailingBytes, 4),
      ("\"ab\u{1}\"", .controlCharacter, 3),
      (#""a\x""#, .badEscape, 2), ("[1,-]", .badNumber, 4),
      ("{\"é\":x}", .unexpectedByte(0x78), 6), ("\"abc", .unexpectedEnd, 4),
    ] as [(String, JSONError.Reason, Int)])
  func `an error says why and at which byte`(text: String, reason: JSONError.Reason, offset: Int) {
    let error = error(of: Array(text.utf8))
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  private func error(of bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }
}
