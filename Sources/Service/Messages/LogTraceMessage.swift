import Documents
import JSON

/// `$/logTrace` (LSP 3.17): a message that came or went.
struct LogTraceMessage: ServerMessage {
  static let method = "$/logTrace"

  var message: String
  var verbose: String?

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["message"] = .string(message)
    params["verbose"] = verbose.map(JSONValue.string)
    return params
  }
}
