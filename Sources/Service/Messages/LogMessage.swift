import Documents
import JSON

/// `window/logMessage` (LSP 3.17): a line of the log.
struct LogMessage: ServerMessage {
  static let method = "window/logMessage"

  var message: Alerts.Message

  func params(_ encoding: PositionEncoding) -> JSONObject { message.params }
}
