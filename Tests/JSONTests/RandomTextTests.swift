import Explorer
import JSON
import TestKit
import Testing

@Suite("Random texts")
struct RandomTextTests {
  @Test(arguments: UInt64(1)...8)
  func `a value is the same after writing and parsing`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let value = random.value(depth: 5)
      let back = try JSONValue(parsing: value.jsonBytes)
      guard back == value else {
        Issue.record("\(value) came back as \(back)")
        return
      }
    }
  }

  @Test(arguments: UInt64(1)...10)
  func `a damaged text is a value or an error, never a trap`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let texts = (0..<20).map { _ in Array(random.value(depth: 4).jsonBytes.prefix(200)) }
    var (refused, read) = (0, 0)
    for _ in 0..<10_000 {
      let bytes = random.damaged(random.pick(texts))
      do throws(JSONError) {
        let value = try JSONValue(parsing: bytes)
        read += 1
        // What was read can be written and read again, as the same value.
        guard value.isFinite else { continue }
        let back = try? JSONValue(parsing: value.jsonBytes)
        guard back == value else {
          Issue.record("\(value) came back as \(String(describing: back))")
          return
        }
      } catch {
        refused += 1
        guard (0...bytes.count).contains(error.offset) else {
          Issue.record("offset \(error.offset) lies outside of \(bytes.count) bytes")
          return
        }
      }
    }
    #expect(refused > 1000)
    #expect(read > 100)
  }
}

extension JSONValue {
  fileprivate var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .array(let elements): elements.allSatisfy(\.isFinite)
    case .object(let object): object.members.allSatisfy(\.value.isFinite)
    case .null, .bool, .integer, .largeInteger, .string, .brokenString: true
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func value(depth: Int) -> JSONValue {
    switch below(depth > 0 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .integer(Int64(bitPattern: next() >> UInt64(below(64))))
    case 3:
      let value = Double(bitPattern: next())
      return .number(value.isFinite ? value : 0.5)
    case 4: return .largeInteger("9223372036854775808" + String(below(1_000_000)))
    case 5: return .string(text())
    case 6, 7: return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<below(5) { object[text()] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "\"", "\\", "/", "\n", "\0", "\u{1F}", "\u{7F}", "é", "\u{301}", "語", "😀",
      "\u{10FFFF}", "\u{FEFF}", "\u{2028}", " ",
    ]
    var view = String.UnicodeScalarView()
    for _ in 0..<below(12) { view.append(pick(scalars)) }
    return String(view)
  }
}
