import JSON
import Testing

/// The published parsing cases of RFC 8259 by their names (`y_`, `n_` and `i_` there), inputs rebuilt.
@Suite("JSON conformance")
struct ConformanceTests {
  @Test(arguments: accepted)
  func `what every parser must accept`(name: String, text: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(try JSONValue(parsing: value.jsonBytes) == value)
  }

  @Test(arguments: refused.map { ($0.name, Array($0.text.utf8)) } + refusedBytes)
  func `what every parser must refuse`(name: String, bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
  }

  @Test(arguments: eitherAccepted)
  func `what this one accepts of what may be refused`(name: String, text: String) throws {
    let written = try JSONValue(parsing: Array(text.utf8)).jsonBytes
    #expect(throws: Never.self) { try JSONValue(parsing: written) }
  }

  @Test(arguments: eitherRefused.map { ($0.name, Array($0.text.utf8)) } + eitherRefusedBytes)
  func `what this one refuses of what may be accepted`(name: String, bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
  }

  @Test func `the cases are all there`() {
    #expect(Self.accepted.count == 95)
    #expect(Self.refused.count + Self.refusedBytes.count == 188)
    #expect(
      Self.eitherAccepted.count + Self.eitherRefused.count + Self.eitherRefusedBytes.count == 35)
  }
}
