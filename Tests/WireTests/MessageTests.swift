import JSON
import Testing
import Wire

@Suite("Messages")
struct MessageTests {
  @Test(
    arguments: [
      ("1", .number(1)), ("0", .number(0)), ("-5", .number(-5)), ("2.0", .number(2)),
      ("1e2", .number(100)), ("9007199254740993", .number(9_007_199_254_740_993)),
      ("9223372036854775807", .number(.max)), ("-9223372036854775808", .number(.min)),
      ("\"1\"", .string("1")), ("\"\"", .string("")), ("\"a\\u0000b\"", .string("a\0b")),
    ] as [(String, RequestID)])
  func `an id is a string or a whole number`(text: String, id: RequestID) {
    guard
      case .request(let request) = message("{\"jsonrpc\":\"2.0\",\"id\":\(text),\"method\":\"m\"}")
    else {
      Issue.record("no request")
      return
    }
    #expect(request.id == id)
  }

  @Test(
    arguments: ["null", "true", "1.5", "[]", "{}", "9223372036854775808", "1e30", "1e400"])
  func `any other id is refused, without an id`(text: String) {
    guard
      case .invalid(let fault) = message("{\"jsonrpc\":\"2.0\",\"id\":\(text),\"method\":\"m\"}")
    else {
      Issue.record("not refused")
      return
    }
    #expect(fault.id == nil)
  }

  @Test func `a number and its text, and two spellings of a letter, are different ids`() {
    #expect(RequestID.number(1) != .string("1"))
    #expect(RequestID.string("\u{E9}") != .string("e\u{301}"))
    #expect(Set([RequestID.string("\u{E9}"), .string("e\u{301}"), .string("\u{E9}")]).count == 2)
  }

  @Test(
    arguments: [
      #"{"id":7,"method":"m"}"#, #"{"jsonrpc":"1.0","id":7,"method":"m"}"#,
      #"{"jsonrpc":2.0,"id":7,"method":"m"}"#, #"{"jsonrpc":"2.0","id":7}"#,
      #"{"jsonrpc":"2.0","id":7,"method":5}"#, #"{"jsonrpc":"2.0","id":7,"method":null}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"m","params":1}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"m","params":"x"}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"m","params":false}"#,
    ])
  func `what is no request is refused with its id`(text: String) {
    guard case .invalid(let fault) = message(text) else {
      Issue.record("not refused")
      return
    }
    #expect(fault.id == .number(7))
  }

  @Test(arguments: ["1", "\"x\"", "null", "true"])
  func `what is no object is refused`(text: String) {
    guard case .invalid = message(text) else {
      Issue.record("not refused")
      return
    }
  }

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","method":"m"}"#, "notification m"),
      (#"{"jsonrpc":"2.0","method":"m","params":null,"extra":1}"#, "notification m"),
      (#"{"jsonrpc":"2.0","id":1,"method":"m","params":[]}"#, "request m"),
      (#"{"jsonrpc":"2.0","id":1,"result":null}"#, "response"),
      (#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#, "response"),
      (#"{"jsonrpc":"2.0","id":1,"method":"m","result":1}"#, "request m"),
    ])
  func `a message is told by its members`(text: String, kind: String) {
    let found =
      switch message(text) {
      case .request(let request): "request \(request.method)"
      case .notification(let notification): "notification \(notification.method)"
      case .response: "response"
      case .invalid, nil: "invalid"
      }
    #expect(found == kind)
  }

  @Test(
    arguments: [
      #"{"jsonrpc":"2.0","\u0069d":7,"m\u0065thod":"m","params":{"a":1}}"#,
      #"{"id":5,"jsonrpc":"1.0","method":"x","params":3,"params":{"a":1},"jsonrpc":"2.0","id":7,"method":"m"}"#,
      #" { "params" : {"a" : 1.0} , "id" : 7 , "method" : "\u006d" , "jsonrpc" : "2.0" } "#,
    ])
  func `names and values count as JSON says, however they are written`(text: String) {
    guard case .request(let request)? = message(text) else {
      Issue.record("no request")
      return
    }
    #expect(request.id == .number(7))
    #expect(request.method == "m")
    #expect(request.params["a"]?.intValue == 1)
  }

  @Test(
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"\ud80"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":[1,]}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m","extra":tru}"#,
      #"[{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":01}}]"#,
      #"{"jsonrpc":"2.0","id":1,"method":"m"} x"#,
    ])
  func `what is no JSON anywhere in it is no message`(text: String) {
    guard case .unreadable(.json) = MessageBody(.body(Array(text.utf8))) else {
      Issue.record("it was read")
      return
    }
  }

  @Test func `a batch keeps its order and its faults`() {
    let text = #"[{"jsonrpc":"2.0","method":"a"},1,{"jsonrpc":"2.0","id":1,"method":"b"}]"#
    guard case .batch(let messages) = MessageBody(.body(Array(text.utf8))) else {
      Issue.record("no batch")
      return
    }
    #expect(messages.count == 3)
    guard case .notification = messages[0], case .invalid = messages[1],
      case .request = messages[2]
    else {
      Issue.record("another order")
      return
    }
  }

  @Test func `an empty batch is refused as one message`() {
    guard case .single(.invalid(let fault)) = MessageBody(.body(Array("[]".utf8))) else {
      Issue.record("not refused")
      return
    }
    #expect(fault.id == nil)
  }

  private func message(_ text: String) -> Message? {
    guard case .single(let message) = MessageBody(.body(Array(text.utf8))) else { return nil }
    return message
  }
}
