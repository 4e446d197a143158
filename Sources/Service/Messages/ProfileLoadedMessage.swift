import Documents
import Explorer
import JSON
import Wire

/// `profile/loaded`: a profile, whole or in part, or why there is none.
struct ProfileLoadedMessage: ServerMessage {
  static let method = "profile/loaded"

  enum Status: String { case success, partial, failure }

  var profileID: String
  var login: String
  var status: Status
  var origin: Origin
  var profile: JSONValue?
  var error: ErrorReport?
  var delivery: Delivery

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["profileId"] = .string(profileID)
    params["login"] = .string(login)
    params["status"] = .string(status.rawValue)
    params["origin"] = .string(origin.rawValue)
    params["profile"] = profile
    params["error"] = error?.rpc.json
    return params
  }
}
