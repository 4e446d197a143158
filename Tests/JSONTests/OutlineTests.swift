import Explorer
import JSON
import TestKit
import Testing

/// Whatever only passes over a text must find in it what the parser finds.
@Suite("The outline of a text")
struct OutlineTests {
  @Test(arguments: UInt64(1)...10)
  func `it takes and refuses what the parser does, at the same byte`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let texts = [
      #"{"jsonrpc":"2.0","id":1,"method":"é\n","params":{"a":[1,-0.5e3,true,null],"b":{}}}"#,
      #"[{"a":"\ud83d\ude00"},[],{},"x",12345678901234567890,false]"#, #" {"k" : "v" , "k":[[]]} "#,
      #""only \u0041""#, "-12.5e-3", "{\"é\":\"日本\",\"\\u0069d\":7}",
    ].map { Array($0.utf8) }
    var (taken, refused) = (0, 0)
    for _ in 0..<5_000 {
      let bytes = random.damaged(random.pick(texts))
      let (outline, parsed) = (outlineError(bytes), parserError(bytes))
      if parsed == nil { taken += 1 } else { refused += 1 }
      guard outline == parsed else {
        Issue.record(
          "\(String(decoding: bytes, as: UTF8.self)): \(String(describing: outline)), not \(String(describing: parsed))"
        )
        return
      }
    }
    #expect(taken > 100)
    #expect(refused > 1_000)
  }

  @Test(arguments: [511, 512, 513, 514])
  func `it counts depth as the parser does`(depth: Int) {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let text =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      #expect(outlineError(Array(text.utf8)) == parserError(Array(text.utf8)))
    }
  }

  @Test func `it names the members and says where their values lie`() throws {
    let text = Array(#" {"a" : [1, 2] ,"b":{"c":"}"}, "a":null}"#.utf8)
    var found: [String] = []
    _ = try text.withUnsafeBytes { bytes in
      try JSONOutline(of: bytes) { name, range in
        found.append(
          String(decoding: name, as: UTF8.self) + "="
            + String(decoding: bytes[range], as: UTF8.self))
      }
    }
    #expect(found == ["a=[1, 2]", #"b={"c":"}"}"#, "a=null"])
  }

  @Test func `it says where the elements of an array lie`() throws {
    let text = Array(#" [ 1 , "]" ,{"a":[]}]"#.utf8)
    let outline = try text.withUnsafeBytes { try JSONOutline(of: $0) { _, _ in } }
    guard case .array(let ranges) = outline else {
      Issue.record("no array")
      return
    }
    #expect(
      ranges.map { String(decoding: text[$0], as: UTF8.self) } == ["1", "\"]\"", #"{"a":[]}"#])
  }

  private func outlineError(_ bytes: [UInt8]) -> JSONError? {
    bytes.withUnsafeBytes { buffer in
      do throws(JSONError) {
        _ = try JSONOutline(of: buffer) { _, _ in }
        return nil
      } catch {
        return error
      }
    }
  }

  private func parserError(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }
}
