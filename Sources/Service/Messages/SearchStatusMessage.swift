import Documents
import Explorer
import JSON
import Wire

/// `search/status`: where a search stands until its next results.
struct SearchStatusMessage: ServerMessage {
  static let method = "search/status"

  var key: SessionKey
  var status: SearchStatus

  var delivery: Delivery { .status(key.subject, topic: "search") }

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["searchId"] = .string(key.id)
    params["version"] = JSONValue(status.version)
    params["query"] = .string(status.query)
    switch status.state {
    case .idle: params["status"] = "idle"
    case .loading: params["status"] = "loading"
    case .unchanged: params["status"] = "unchanged"
    case .retrying(let attempt, let wait, _):
      params["status"] = "retrying"
      params["attempt"] = attempt > 0 ? JSONValue(attempt) : nil
      params["retryInMilliseconds"] = JSONValue(wait.milliseconds)
    }
    return params
  }
}
