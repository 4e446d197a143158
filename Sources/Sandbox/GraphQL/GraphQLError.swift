import JSON

/// One entry of `errors`, in the words of GitHub.
struct GraphQLError: Error, Sendable {
  /// What programs go by, as `NOT_FOUND`; nil for errors of the document.
  var type: String?
  var message: String
  var path: [JSONValue] = []
  var locations: [GraphQLLocation] = []
  /// `code` and what belongs to it.
  var extensions: JSONObject?

  init(type: String? = nil, _ message: String, at location: GraphQLLocation? = nil) {
    (self.type, self.message) = (type, message)
    if let location { locations = [location] }
  }

  /// An error of the document, found before anything is executed.
  init(
    code: String, _ message: String, path: [String], at location: GraphQLLocation,
    _ details: KeyValuePairs<String, String> = [:]
  ) {
    self.message = message
    self.path = path.map { .string($0) }
    locations = [location]
    var extensions = JSONObject()
    extensions["code"] = .string(code)
    for (name, value) in details { extensions[name] = .string(value) }
    self.extensions = extensions
  }

  var json: JSONValue {
    var object = JSONObject()
    if let type { object["type"] = .string(type) }
    if !path.isEmpty { object["path"] = .array(path) }
    if let extensions { object["extensions"] = .object(extensions) }
    if !locations.isEmpty {
      object["locations"] = .array(
        locations.map { ["line": JSONValue($0.line), "column": JSONValue($0.column)] })
    }
    object["message"] = .string(message)
    return .object(object)
  }
}

extension GraphQLError {
  /// The whole query fails where the token lacks a scope that one field takes.
  static func insufficientScopes(granted: String, at location: GraphQLLocation?) -> GraphQLError {
    let scopes = granted.split(separator: ",").map { "'\($0.trimmed)'" }.joined(separator: ", ")
    return GraphQLError(
      type: "INSUFFICIENT_SCOPES",
      "Your token has not been granted the required scopes to execute this query. The 'email' field "
        + "requires one of the following scopes: ['user:email', 'read:user'], but your token has "
        + "only been granted the: [\(scopes.isEmpty ? "''" : scopes)] scopes. Please modify your "
        + "token's scopes at: https://github.com/settings/tokens.", at: location)
  }
}
