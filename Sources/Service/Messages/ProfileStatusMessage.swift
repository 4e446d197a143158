import Documents
import Explorer
import JSON
import Wire

/// `profile/status`: a profile is being loaded, or a part of it waits for another attempt.
struct ProfileStatusMessage: ServerMessage {
  static let method = "profile/status"

  enum State {
    case loading
    case retrying(ProfilePart, attempt: Int, wait: Duration)
  }

  var key: SessionKey
  var login: String
  var state: State

  var delivery: Delivery {
    switch state {
    case .loading: .status(key.subject, topic: "profile")
    case .retrying(let part, _, _): .status(key.subject, topic: part.name)
    }
  }

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["profileId"] = .string(key.id)
    params["login"] = .string(login)
    switch state {
    case .loading: params["status"] = "loading"
    case .retrying(let part, let attempt, let wait):
      params["status"] = "retrying"
      params["section"] = .string(part.name)
      params["attempt"] = attempt > 0 ? JSONValue(attempt) : nil
      params["retryInMilliseconds"] = JSONValue(wait.milliseconds)
    }
    return params
  }
}
