import JSON
import TestKit
import Testing
import Wire

@Suite("What goes out")
struct OutgoingTests {
  @Test func `a frame is its length and its body, nothing else`() {
    let message = Outgoing.notification(method: "é", params: [:])
    let body = #"{"jsonrpc":"2.0","method":"é","params":{}}"#
    #expect(
      message.framed(.headers) == Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    #expect(message.framed(.lines) == Array("\(body)\n".utf8))
  }

  @Test(
    arguments: [
      (.number(1), "1"), (.number(9_007_199_254_740_993), "9007199254740993"),
      (.number(.min), "-9223372036854775808"), (.string("1"), #""1""#),
      (.string("a\0\"b"), #""a\u0000\"b""#), (nil, "null"),
    ] as [(RequestID?, String)])
  func `an id goes out as it came in`(id: RequestID?, text: String) {
    let answer = Outgoing.answer(Answer(id: id, outcome: .success(.null)))
    #expect(
      String(decoding: answer.framed(.lines), as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":\#(text),"result":null}"# + "\n")
  }

  @Test func `an error has a code, a message and data`() {
    let error = RPCError(code: -32601, message: "no", data: ["kind": "methodNotFound"])
    let answer = Outgoing.answer(Answer(id: .number(3), outcome: .failure(error)))
    #expect(
      String(decoding: answer.framed(.lines), as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no","#
        + #""data":{"kind":"methodNotFound"}}}"# + "\n")
  }

  @Test func `answers of a batch are one array`() throws {
    let answers = Outgoing.answers([
      Answer(id: .number(1), outcome: .success([:])),
      Answer(id: .string("b"), outcome: .success(2)),
    ])
    let value = try JSONValue(parsing: answers.framed(.lines).dropLast())
    #expect(value.arrayValue?.map { $0["id"] } == [1, "b"])
  }

  @Test(
    arguments: [
      ([.null, 1], [.null, 1]), (["a": .null, "b": 1], ["b": 1]),
      (["n": .number(.infinity), "m": .number(.nan), "k": 0.5], ["k": 0.5]),
      (["a": "x\u{0}y", "b\u{0}": 1], ["a": "xy", "b": 1]),
      (["i": 9_007_199_254_740_992], ["i": 9_007_199_254_740_992]),
      (["i": 9_007_199_254_740_993, "j": -9_007_199_254_740_993], [:]),
      (["big": .largeInteger("99999999999999999999")], [:]),
      (["deep": [["a": .null, "b": ["c": .null]]]], ["deep": [["b": [:]]]]),
      (["plain": [1, "é", true, [:]]], ["plain": [1, "é", true, [:]]]),
    ] as [(JSONValue, JSONValue)])
  func `params keep to the strict form`(params: JSONValue, written: JSONValue) throws {
    let bytes = Outgoing.notification(method: "m", params: params).framed(.lines)
    let value = try JSONValue(parsing: bytes.dropLast())
    #expect(value["params"] == written)
  }

  @Test func `a result keeps to the strict form`() throws {
    let result: JSONValue = ["a": .null, "s": "\u{0}", "n": .number(.nan), "i": .integer(.max)]
    let bytes = Outgoing.answer(Answer(id: .number(1), outcome: .success(result))).framed(.lines)
    let value = try JSONValue(parsing: bytes.dropLast())
    #expect(value["result"] == ["s": ""])
    #expect(strictFormFaults(value) == [])
  }
}

extension Outgoing {
  /// The bytes of the message, framed.
  fileprivate func framed(_ framing: Framing) -> [UInt8] {
    var writer = JSONWriter(.strict)
    write(to: &writer)
    return frame(writer.bytes, framing)
  }
}
