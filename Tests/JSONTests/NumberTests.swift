import JSON
import Testing

@Suite("Numbers")
struct NumberTests {
  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("-1", -1), ("9007199254740993", 9_007_199_254_740_993),
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ] as [(String, Int64)])
  func `whole numbers are exact`(text: String, value: Int64) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == .integer(value))
    #expect(JSONValue.integer(value).jsonBytes == Array(text.utf8))
  }

  @Test(
    arguments: [
      "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890",
      "18446744073709551616",
    ])
  func `larger whole numbers keep their text`(text: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(value == .largeInteger(text))
    #expect(value.jsonBytes == Array(text.utf8))
    #expect(value.intValue == nil)
  }

  @Test(
    arguments: [
      ("0.1", 0.1), ("-0.1", -0.1), ("1.5e3", 1500), ("1E2", 100), ("1e-7", 1e-7), ("2.0", 2),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
      ("4.9e-324", Double.leastNonzeroMagnitude),
      ("0.30000000000000004", 0.1 + 0.2), ("1e-400", 0),
      ("9007199254740993.0", 9_007_199_254_740_992),
      ("123456789.987654321", 123_456_789.987654321), ("0e0", 0), ("0E+5", 0),
      ("2.2250738585072014e-308", Double.leastNormalMagnitude),
    ])
  func `a fraction or an exponent makes a double`(text: String, value: Double) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == .number(value))
  }

  @Test(arguments: [("1e400", Double.infinity), ("-1e400", -Double.infinity)])
  func `a double that is too large is infinite, and written as null`(
    text: String, value: Double
  ) throws {
    let parsed = try JSONValue(parsing: Array(text.utf8))
    #expect(parsed == .number(value))
    #expect(parsed.jsonBytes == Array("null".utf8))
  }

  @Test func `a number that is none is written as null`() {
    #expect(JSONValue.number(.nan).jsonBytes == Array("null".utf8))
  }

  @Test(arguments: ["-0", "-0.0", "-0e1"])
  func `minus zero keeps its sign`(text: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(value.doubleValue?.sign == .minus)
    #expect(value.intValue == 0)
    #expect(try JSONValue(parsing: value.jsonBytes).doubleValue?.sign == .minus)
  }

  @Test(
    arguments: [
      ("2", 2), ("2.0", 2), ("2e0", 2), ("1e2", 100), ("1.5", nil), ("1e30", nil), ("1e400", nil),
      ("9223372036854775808", nil), ("\"2\"", nil), ("true", nil), ("null", nil),
    ] as [(String, Int?)])
  func `a whole number is one however it is written`(text: String, value: Int?) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)).intValue == value)
  }

  @Test(
    arguments: [
      ("9007199254740991.0", 0x433FFFFFFFFFFFFF),
      ("9007199254740992.0", 0x4340000000000000),
      ("9007199254740993.0", 0x4340000000000000),
      ("9007199254740994.0", 0x4340000000000001),
      ("9007199254740995.0", 0x4340000000000002),
      ("9223372036854775807.0", 0x43E0000000000000),
      ("9223372036854775808.0", 0x43E0000000000000),
      ("18446744073709551615.0", 0x43F0000000000000),
      ("4503599627370496.5", 0x4330000000000000),
      ("4503599627370497.5", 0x4330000000000002),
      ("1.7976931348623157e308", 0x7FEFFFFFFFFFFFFF),
      ("1.7976931348623158e308", 0x7FEFFFFFFFFFFFFF),
      ("1.7976931348623158079e308", 0x7FEFFFFFFFFFFFFF),
      ("2.2250738585072014e-308", 0x0010000000000000),
      ("2.2250738585072011e-308", 0x000FFFFFFFFFFFFF),
      ("2.225073858507201e-308", 0x000FFFFFFFFFFFFF),
      ("4.9406564584124654e-324", 0x0000000000000001),
      ("2.4703282292062328e-324", 0x0000000000000001),
      ("2.4703282292062327e-324", 0x0000000000000000),
      ("5e-324", 0x0000000000000001),
      ("1e-324", 0x0000000000000000),
      ("0.1", 0x3FB999999999999A),
      ("0.2", 0x3FC999999999999A),
      ("0.3", 0x3FD3333333333333),
      ("1e22", 0x4480F0CF064DD592),
      ("1e23", 0x44B52D02C7E14AF6),
      ("8.442911973260991817129021e-309", 0x0006123400000001),
      ("6.631236846766476e-316", 0x0000000008000000),
      ("1.00000000000000011102230246251565404236316680908203125", 0x3FF0000000000000),
      ("1.00000000000000011102230246251565404236316680908203124", 0x3FF0000000000000),
      ("1.00000000000000011102230246251565404236316680908203126", 0x3FF0000000000001),
      ("123456789012345678e-1", 0x4345EE2A2EB5A5C4),
      ("0.000001", 0x3EB0C6F7A0B5ED8D),
      ("1e-6", 0x3EB0C6F7A0B5ED8D),
      ("1e21", 0x444B1AE4D6E2EF50),
      ("123e-2", 0x3FF3AE147AE147AE),
    ] as [(String, UInt64)])
  func `a double is the nearest one, ties to even`(text: String, bits: UInt64) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)).doubleValue?.bitPattern == bits)
  }

  @Test func `whole numbers of every length around each power of ten and two are exact`() throws {
    let powers = (0...18).map { (0..<$0).reduce(Int64(1)) { power, _ in power * 10 } }
    for power in powers + (0...62).map({ Int64(1) << $0 }) {
      for value in [power - 1, power, power + 1, -power, 1 - power, -1 - power] where value != 0 {
        #expect(try JSONValue(parsing: Array("\(value)".utf8)) == .integer(value))
      }
    }
  }

  @Test func `doubles come back bit for bit`() throws {
    var bits: UInt64 = 0x0123_4567_89AB_CDEF
    var count = 0
    for _ in 0..<20_000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: bits)
      guard value.isFinite else { continue }
      count += 1
      let back = try JSONValue(parsing: JSONValue.number(value).jsonBytes)
      guard back.doubleValue?.bitPattern == value.bitPattern else {
        Issue.record("\(value) came back as \(back)")
        return
      }
    }
    #expect(count > 19_000)
  }
}
