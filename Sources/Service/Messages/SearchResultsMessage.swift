import Documents
import Explorer
import JSON
import Wire

/// `search/results`: a list, a page behind one, or why there is none.
struct SearchResultsMessage: ServerMessage {
  static let method = "search/results"

  enum Status: String { case success, empty, failure }

  var searchID: String
  var version: Int
  /// Its words are marked in the labels.
  var query: Query
  var status: Status
  var origin: Origin
  var page: Page
  var appends = false
  var error: ErrorReport?
  var delivery: Delivery

  func params(_ encoding: PositionEncoding) -> JSONObject {
    var params = JSONObject()
    params["searchId"] = .string(searchID)
    params["version"] = JSONValue(version)
    params["query"] = .string(query.text)
    params["status"] = .string(status.rawValue)
    params["origin"] = .string(origin.rawValue)
    for (name, value) in page.members(for: query, encoding) { params[name] = value }
    params["append"] = .bool(appends)
    params["totalCount"] = JSONValue(page.totalCount ?? page.items.count)
    params["incomplete"] = .bool(page.isIncomplete)
    params["groups"] = page.groupsJSON
    params["error"] = error?.rpc.json
    return params
  }
}
