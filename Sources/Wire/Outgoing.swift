import JSON

/// One answer to a request.
package struct Answer: Sendable {
  /// Nil where the id could not be read.
  package var id: RequestID?
  package var outcome: Result<JSONValue, RPCError>

  package init(id: RequestID?, outcome: Result<JSONValue, RPCError>) {
    self.id = id
    self.outcome = outcome
  }
}

/// A message as it goes out.
///
/// What is written holds to the strict form: the members that JSON-RPC knows, and in them no U+0000,
/// no number that is not finite, no whole number beyond 2^53 and no null (an echoed id apart).
package enum Outgoing: Sendable {
  case answer(Answer)
  case answers([Answer])
  case notification(method: String, params: JSONValue)

  /// Appends the message as a JSON text, with a writer of the strict form.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .answer(let answer): answer.write(to: &writer)
    case .answers(let answers):
      writer.raw("[")
      for (i, answer) in answers.enumerated() {
        if i > 0 { writer.raw(",") }
        answer.write(to: &writer)
      }
      writer.raw("]")
    case .notification(let method, let params):
      writer.raw("{\"jsonrpc\":\"2.0\",\"method\":")
      writer.write(method)
      writer.raw(",\"params\":")
      writer.write(params)
      writer.raw("}")
    }
  }
}

extension Answer {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.raw("{\"jsonrpc\":\"2.0\",\"id\":")
    id.write(to: &writer)
    switch outcome {
    case .success(let result):
      writer.raw(",\"result\":")
      writer.write(result)
    case .failure(let error):
      writer.raw(",\"error\":{\"code\":")
      writer.write(Int64(error.code))
      writer.raw(",\"message\":")
      writer.write(error.message)
      writer.raw(",\"data\":")
      writer.write(error.data)
      writer.raw("}")
    }
    writer.raw("}")
  }
}

extension RequestID? {
  /// An echoed id is written as it came, whatever the form.
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): writer.write(number)
    case .string(let string):
      var exact = JSONWriter(.exact, reservingCapacity: 0)
      exact.write(string)
      writer.append(json: exact.bytes)
    case nil: writer.raw("null")
    }
  }
}

/// `body` as it is written in that framing.
package func frame(_ body: [UInt8], _ framing: Framing) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(body.count + 32)
  bytes.append(frame: body, framing)
  return bytes
}

extension [UInt8] {
  mutating func append(frame body: [UInt8], _ framing: Framing) {
    switch framing {
    case .lines:
      append(contentsOf: body)
      append(UInt8(ascii: "\n"))
    case .headers:
      append(contentsOf: lengthName)
      append(decimal: body.count)
      append(contentsOf: headerEnd)
      append(contentsOf: body)
    }
  }

  private mutating func append(decimal number: Int) {
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}

private let lengthName = Array("Content-Length: ".utf8)
private let headerEnd = Array("\r\n\r\n".utf8)
