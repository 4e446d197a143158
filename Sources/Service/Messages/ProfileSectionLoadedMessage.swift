import Documents
import Explorer
import JSON
import Wire

/// `profile/sectionLoaded`: one part of a profile, or a further page of it.
struct ProfileSectionLoadedMessage: ServerMessage {
  static let method = "profile/sectionLoaded"

  var key: SessionKey
  var login: String
  var part: ProfilePart
  var page: Page
  var appends: Bool
  var error: ErrorReport?

  var delivery: Delivery { .kept(key.subject) }

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["profileId"] = .string(key.id)
    params["login"] = .string(login)
    params["section"] = .string(part.name)
    for (name, value) in page.members(encoding) { params[name] = value }
    params["append"] = .bool(appends)
    params["error"] = error?.rpc.json
    return params
  }
}
