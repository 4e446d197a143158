extension API {
  /// Gives the response its tag, and turns it into 304 where the caller has it already.
  func tagged(_ exchange: Exchange, _ response: Response) -> Response {
    guard response.isTagged else { return response }
    let hash = digest(response.body, basis: exchange.caller.key ^ 0xCBF2_9CE4_8422_2325)
    let text = "0000000000000000" + String(hash, radix: 16)
    let tag = "\"\(String(text.suffix(16)))\(String(response.body.count, radix: 16))\""
    var response = response
    if let known = exchange.request.header("if-none-match"), isKnown(tag, known) {
      response = .bare(304)
    }
    response.headers.append((name: "ETag", value: "W/" + tag))
    return response
  }

  /// Whether a list of tags holds `tag`; weak and strong ones count as the same (RFC 9110 §13.1.2).
  private func isKnown(_ tag: String, _ list: String) -> Bool {
    list.split(separator: ",").contains { entry in
      let entry = entry.trimmed
      return entry == "*" || entry == tag || entry == "W/" + tag
    }
  }

  /// Adds the headers that all answers have.
  func decorate(_ response: inout Response, _ exchange: Exchange, _ budget: RateLimits.Budget) {
    if exchange.route.isUnlimited { return }
    var headers: [(name: String, value: String)] = [
      ("Cache-Control", exchange.cacheControl),
      ("Vary", "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding"),
      ("X-GitHub-Media-Type", "github.v3; format=json"),
      ("X-GitHub-Request-Id", exchange.requestID),
    ]
    if faults.current.limits != .none {
      headers += [
        ("X-RateLimit-Limit", String(budget.limit)),
        ("X-RateLimit-Remaining", String(budget.remaining)),
        ("X-RateLimit-Reset", String(budget.reset)),
        ("X-RateLimit-Used", String(budget.used)),
        ("X-RateLimit-Resource", exchange.route.resource.rawValue),
      ]
    }
    if let version = exchange.apiVersion {
      headers.append(("X-GitHub-Api-Version-Selected", version))
    }
    if let scopes = exchange.caller.scopes {
      headers.append(("X-OAuth-Scopes", scopes))
      headers.append(("X-Accepted-OAuth-Scopes", exchange.acceptedScopes))
    }
    response.headers += headers
  }
}

extension Exchange {
  fileprivate var cacheControl: String {
    switch route {
    case .search, .rateLimit, .graphQL: "no-cache"
    default: "private, max-age=60, s-maxage=60"
    }
  }

  fileprivate var acceptedScopes: String {
    if case .follows(.token, _) = route { return "user:follow, user" }
    return ""
  }
}
