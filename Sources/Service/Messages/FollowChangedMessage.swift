import Documents
import JSON

/// `user/followChanged`: whether a login is followed, as was asked for or is known.
struct FollowChangedMessage: ServerMessage {
  static let method = "user/followChanged"

  enum State: String { case pending, confirmed, reverted }

  var login: String
  var isFollowed: Bool
  var state: State

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["login"] = .string(login)
    params["following"] = .bool(isFollowed)
    params["state"] = .string(state.rawValue)
    return params
  }
}
