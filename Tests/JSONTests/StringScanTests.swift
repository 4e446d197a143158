import JSON
import Testing

@Suite("Strings of every length")
struct StringScanTests {
  @Test(arguments: ["", "é", "日", "😀", "\u{7F}", " "], 0..<40)
  func `a string ends at its quote, wherever that lies`(odd: String, count: Int) throws {
    let text =
      String(repeating: "a", count: count) + odd + String(repeating: "b", count: 40 - count)
    let value = try JSONValue(parsing: Array("[\"\(text)\",\"\(odd)\"]".utf8))
    #expect(value == [.string(text), .string(odd)])
  }

  @Test(arguments: 0..<40)
  func `an escape is found, wherever it lies`(count: Int) throws {
    let before = String(repeating: "é", count: count)
    let value = try JSONValue(parsing: Array("\"\(before)\\n\\\"\(before)\"".utf8))
    #expect(value == .string("\(before)\n\"\(before)"))
  }

  @Test(arguments: [UInt8(0x00), 0x0A, 0x1F], 0..<40)
  func `a control character is refused at its place`(byte: UInt8, count: Int) {
    let text = Array("\"".utf8) + Array(repeating: UInt8(ascii: "a"), count: count) + [byte]
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: text + Array("bcdefghij\"".utf8))
    }
    #expect(error?.reason == .controlCharacter)
    #expect(error?.offset == count + 1)
  }
}
