import HTTP

/// The budget in the fields of draft-ietf-httpapi-ratelimit-headers, all of its forms:
/// `RateLimit: "default";r=50;t=30`, `RateLimit: limit=100, remaining=50, reset=30`, and the fields
/// `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`.
struct RateLimitDraft: Equatable {
  var limit: Int?
  var remaining: Int?
  /// In seconds from now.
  var reset: Int?

  /// Returns nil where there is no such field; of several policies the tightest counts.
  init?(_ headers: Headers) {
    let remaining = Self.number(headers.single("RateLimit-Remaining"))
    let reset = Self.number(headers.single("RateLimit-Reset"))
    if remaining != nil || reset != nil {
      self.init(
        limit: Self.number(headers.single("RateLimit-Limit")), remaining: remaining, reset: reset)
      return
    }
    guard let value = headers["RateLimit"] else { return nil }
    let policies = value.split(separator: ",").map(Self.members)
    let whole = policies.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let tightest = policies.filter { $0["r"] != nil }.min {
      $0["r", default: 0] < $1["r", default: 0]
    }
    if let tightest, let remaining = tightest["r"] {
      self.init(limit: tightest["q"], remaining: remaining, reset: tightest["t"])
    } else if let remaining = whole["remaining"] {
      self.init(limit: whole["limit"], remaining: remaining, reset: whole["reset"])
    } else {
      return nil
    }
  }

  private init(limit: Int?, remaining: Int?, reset: Int?) {
    (self.limit, self.remaining, self.reset) = (limit, remaining, reset)
  }

  /// The numbers of one policy by their names.
  private static func members(_ policy: Substring) -> [String: Int] {
    var members: [String: Int] = [:]
    for part in policy.split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let value = number(String(sides[1])) else { continue }
      members[sides[0].filter { $0 != " " }.lowercased()] = value
    }
    return members
  }

  /// The whole number at the start: some send `100, 100;w=60`, or a fraction.
  private static func number(_ text: String?) -> Int? {
    guard let text = text?.drop(while: { $0 == " " }) else { return nil }
    let sign = text.hasPrefix("-") ? "-" : ""
    return Int(sign + text.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber })
  }
}
