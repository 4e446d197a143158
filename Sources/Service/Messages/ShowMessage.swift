import Documents
import JSON

/// `window/showMessage` (LSP 3.17): the one alert.
struct ShowMessage: ServerMessage {
  static let method = "window/showMessage"

  var message: Alerts.Message

  func params(_ encoding: PositionEncoding) -> JSONObject { message.params }
}
