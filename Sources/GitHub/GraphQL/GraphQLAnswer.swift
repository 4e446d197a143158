import JSON
import REST
import System

/// What GraphQL answered: data, errors, or both.
struct GraphQLAnswer: Sendable, Equatable {
  /// One of `errors`.
  struct Problem: Sendable, Equatable {
    /// What programs go by: `NOT_FOUND`, `RATE_LIMITED`.
    var type: String?
    var message: String?
    /// The names of the fields that lead to what failed.
    var path: [String]
    /// Whether the server does not understand the query.
    var isOfDocument: Bool

    /// Whether it speaks of the whole answer: it names no field, or one of the query itself.
    var concernsAll: Bool { path.count < 2 }
    /// Whether the server lets whoever asks not ask like that.
    var isRefusal: Bool {
      type == "INSUFFICIENT_SCOPES" || isOfDocument || (type == "FORBIDDEN" && concernsAll)
    }
    /// GitHub has written it in two ways.
    var isLimit: Bool { type == "RATE_LIMITED" || type == "RATE_LIMIT" }
  }

  var data: JSONObject
  var problems: [Problem]

  /// Returns nil for what is no answer of GraphQL.
  init?(_ body: [UInt8]) {
    guard let object = (try? JSONValue(parsing: body, byteOrderMark: .skipped))?.objectValue,
      object["data"] != nil || object["errors"]?.arrayValue != nil
    else { return nil }
    data = object["data"]?.objectValue ?? JSONObject()
    problems = (object["errors"]?.arrayValue ?? []).map { error in
      let fields = Fields(error)
      return Problem(
        type: fields?.text("type"), message: fields?.text("message"),
        path: (error["path"]?.arrayValue ?? []).compactMap(\.stringValue),
        isOfDocument: error["extensions"]?["code"]?.stringValue != nil)
    }
  }

  /// The budget as the answer tells it in its data, counted from `now` in seconds since 1970.
  func limits(now: Int64) -> RateLimitHeaders? {
    guard let fields = data["rateLimit"].flatMap(Fields.init),
      let remaining = fields.whole("remaining")
    else { return nil }
    let reset = fields.text("resetAt").flatMap { CivilTime(rfc3339: $0) }?.secondsSince1970
    return RateLimitHeaders(
      resource: Endpoint.graphQLBudget, limit: fields.whole("limit").map(Int.init),
      remaining: max(0, Int(remaining)),
      resetsIn: reset.map { .seconds($0) - .seconds(now) })
  }
}
