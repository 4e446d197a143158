import JSON

/// The error object of JSON-RPC 2.0: a code, one sentence, and the data that programs read.
package struct RPCError: Error, Sendable, Equatable {
  package var code: Int
  package var message: String
  package var data: JSONValue

  package init(code: Int, message: String, data: JSONValue) {
    self.code = code
    self.message = message
    self.data = data
  }

  package var json: JSONValue {
    .object(
      JSONObject(distinct: [
        (key: "code", value: JSONValue(code)), (key: "message", value: .string(message)),
        (key: "data", value: data),
      ]))
  }
}
