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

  /// The bytes of the message, framed.
  package func framed(_ framing: Framing) -> [UInt8] {
    var writer = JSONWriter()
    return framed(framing, with: &writer)
  }

  /// The same, with a writer that is used again and again.
  package func framed(_ framing: Framing, with writer: inout JSONWriter) -> [UInt8] {
    writer.clear()
    write(to: &writer)
    return frame(writer.bytes, framing)
  }

  private func write(to writer: inout JSONWriter) {
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
      writer.write(params.strict)
      writer.raw("}")
    }
  }
}

extension Answer {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.raw("{\"jsonrpc\":\"2.0\",\"id\":")
    writer.write(id?.json ?? .null)
    switch outcome {
    case .success(let result):
      writer.raw(",\"result\":")
      writer.write(result.strict)
    case .failure(let error):
      writer.raw(",\"error\":{\"code\":")
      writer.write(Int64(error.code))
      writer.raw(",\"message\":")
      writer.write(withoutNull(error.message))
      writer.raw(",\"data\":")
      writer.write(error.data.strict)
      writer.raw("}")
    }
    writer.raw("}")
  }
}

/// `body` as it is written in that framing.
package func frame(_ body: [UInt8], _ framing: Framing) -> [UInt8] {
  switch framing {
  case .lines: return body + [UInt8(ascii: "\n")]
  case .headers:
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 32)
    bytes.append(contentsOf: "Content-Length: ".utf8)
    bytes.append(contentsOf: String(body.count).utf8)
    bytes.append(contentsOf: "\r\n\r\n".utf8)
    bytes.append(contentsOf: body)
    return bytes
  }
}
