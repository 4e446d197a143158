import Documents
import JSON
import Wire

/// A notification that the server sends; each has a file in this folder.
protocol ServerMessage {
  static var method: String { get }

  /// Its members; positions are counted in `encoding`.
  func params(_ encoding: PositionEncoding) -> JSONObject

  /// What becomes of it while it is unsent.
  var delivery: Delivery { get }
}

extension ServerMessage {
  var delivery: Delivery { .always }
}

extension ServerContext {
  func send(_ message: some ServerMessage) {
    notify(type(of: message).method, message.params(encoding), as: message.delivery)
  }
}
