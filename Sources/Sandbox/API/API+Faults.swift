import JSON

extension API {
  /// What a fault answers in place of the endpoint; nil where the endpoint answers.
  func faulty(_ exchange: Exchange, _ decision: FaultDecision) -> Response? {
    switch decision.fault {
    case nil, .latency, .drip, .drop, .cut, .half: nil
    case .graphQL(let fault): faulty(exchange, fault)
    case .redirect: redirect(exchange)
    case .error(let status): error(status, exchange)
    case .html(let status): page(status)
    case .empty, .hang: .bare(200)
    case .big: .bare(200)
    case .primary: overBudget(exchange)
    case .secondary(_, let isAnnounced):
      secondary(isAnnounced ? max(1, (decision.limitEnd ?? 0) - exchange.now) : nil)
    }
  }

  /// The response to those who have used up their budget: 403 with a token, 429 without.
  func overBudget(_ exchange: Exchange) -> Response {
    if exchange.route == .graphQL {
      return .graphQL([
        GraphQLError(type: "RATE_LIMITED", "API rate limit exceeded for user ID 583400.")
      ])
    }
    let (status, whose) =
      exchange.caller.hasToken
      ? (403, "user ID 583400 (request \(exchange.requestID)).")
      : (429, "127.0.0.1. (A token has a larger budget.)")
    return .failure(
      status, "API rate limit exceeded for \(whose)",
      documentation: "/overview/rate-limits-for-the-rest-api")
  }

  /// To the name that the loopback has besides its number, or the other way round.
  private func redirect(_ exchange: Exchange) -> Response {
    let url = exchange.ownURL
    let host = exchange.request.header("host") ?? ""
    let other =
      host.hasPrefix("localhost")
      ? url : "http://localhost:" + (url.split(separator: ":").last ?? "")
    var response = Response.bare(302)
    response.headers.append((name: "Location", value: other + exchange.request.target))
    return response
  }

  private func secondary(_ retryAfterSeconds: Int?) -> Response {
    var response = Response.failure(
      403, "You have exceeded a secondary rate limit. Slow down, then ask again.",
      documentation:
        "/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits")
    if let retryAfterSeconds {
      response.headers.append((name: "Retry-After", value: String(retryAfterSeconds)))
    }
    return response
  }

  private func error(_ status: Int, _ exchange: Exchange) -> Response {
    switch status {
    case 401: .failure(401, "Bad credentials")
    case 403: .failure(403, "Resource not accessible in this sandbox")
    case 404: .notFound()
    case 422:
      .failure(
        422, "Validation Failed",
        errors: [["resource": "Sandbox", "field": "fault", "code": "invalid"]])
    case 429: .failure(429, "Too many requests")
    case 500...599: .json(["message": "Server Error"], status: status)
    default: .failure(status, Response.reason(status))
    }
  }

  /// A page for people where a program expects JSON.
  private func page(_ status: Int) -> Response {
    let html = """
      <!DOCTYPE html>
      <html>
        <head><title>Unicorn! &middot; Sandbox</title></head>
        <body><h1>No server is available to answer.</h1><p>Try again in a while.</p></body>
      </html>

      """
    return Response(status: status, body: Array(html.utf8), contentType: "text/html; charset=utf-8")
  }
}
