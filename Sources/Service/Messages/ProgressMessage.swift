import Documents
import Explorer
import JSON

/// `$/progress` (LSP 3.17): how far a source has got; one token for each source.
struct ProgressMessage: ServerMessage {
  static let method = "$/progress"

  var progress: SourceProgress

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var value = JSONObject()
    switch progress.stage {
    case .began(let title):
      value["kind"] = "begin"
      value["title"] = .string(title)
    case .reached(let percentage, let message):
      value["kind"] = "report"
      value["message"] = .string(message)
      value["percentage"] = percentage.map { JSONValue($0) }
    case .ended: value["kind"] = "end"
    }
    var params = JSONObject()
    params["token"] = .string("gitexplorer/\(progress.source)")
    params["value"] = .object(value)
    return params
  }
}
