import JSON

/// One response, before it is written to a connection.
struct Response: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var contentType = "application/json; charset=utf-8"
  /// Whether a request with this response's tag gets 304.
  var isTagged = false
  /// What it takes from the caller's budget: a request, or the points of a GraphQL query.
  var cost = 1
}

extension Response {
  /// A status without a body.
  static func bare(_ status: Int) -> Response { Response(status: status) }

  static func json(_ value: JSONValue, status: Int = 200, isTagged: Bool = false) -> Response {
    Response(status: status, body: value.jsonBytes, isTagged: isTagged)
  }

  /// An error in the form that all of GitHub's have.
  static func failure(
    _ status: Int, _ message: String, documentation: String = "", errors: [JSONValue]? = nil
  ) -> Response {
    var object = JSONObject()
    object["message"] = .string(message)
    if let errors { object["errors"] = .array(errors) }
    object["documentation_url"] = .string("https://docs.github.com/rest" + documentation)
    object["status"] = .string(String(status))
    return .json(.object(object), status: status)
  }

  /// The response to a GraphQL query; `data` is left out where nothing was executed.
  static func graphQL(_ errors: [GraphQLError], data: JSONValue? = nil, status: Int = 200)
    -> Response
  {
    var object = JSONObject()
    if let data { object["data"] = data }
    if !errors.isEmpty { object["errors"] = .array(errors.map(\.json)) }
    return .json(.object(object), status: status)
  }

  static func notFound(documentation: String = "") -> Response {
    failure(404, "Not Found", documentation: documentation)
  }

  /// The words of a status line.
  static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 422: "Unprocessable Entity"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: "Status \(status)"
    }
  }
}
