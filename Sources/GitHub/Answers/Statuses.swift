import Explorer
import HTTP

/// Turns the status of an answer into what it means.
package struct Statuses: Sendable {
  /// The one that was sent; it is blotted out of every message.
  package var token: Token?
  /// Seconds since 1970.
  package var wallClock: Int64

  package init(token: Token?, wallClock: Int64) {
    self.token = token
    self.wallClock = wallClock
  }

  /// Returns nil for 2xx.
  ///
  /// - Parameters:
  ///   - budget: what the request was charged to, where the answer does not say.
  ///   - what: what was asked for, in the words that "GitHub has no …" wants.
  package func error(for response: Response, budget: String, what: String) -> SourceError? {
    switch response.status {
    case 200..<300: nil
    case 300..<400: error(.badResponse(response.status == 304 ? .status : .redirect), response)
    case 401: error(.unauthorized(unauthorized(response)), response)
    case 403, 429: refusal(response, budget: budget)
    case 404: error(.notFound(what: what), response)
    case 422: error(.invalidQuery(.refused(message: message(response).text)), response)
    case 500...: error(.serverError, response, retryAfter: headers(response).retryAfter)
    case 408: error(.badResponse(.status), response, retryAfter: headers(response).retryAfter)
    default: error(.badResponse(.status), response)
    }
  }

  /// Returns an error that says which answer it is about.
  package func error(
    _ cause: SourceError.Cause, _ response: Response, retryAfter: Duration? = nil
  ) -> SourceError {
    SourceError(
      cause, httpStatus: response.status,
      requestID: response.headers["X-GitHub-Request-Id"].flatMap(requestID),
      retryAfter: retryAfter)
  }

  /// An id as GitHub writes them, letters, digits and colons; anything else is none.
  private func requestID(_ text: String) -> String? {
    let isID = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: ":"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    let presented = ServerMessage.presentable(text, token: token)
    return isID && text.utf8.count <= 128 && presented == text ? text : nil
  }

  private func unauthorized(_ response: Response) -> SourceError.Authorization {
    if response.headers["X-GitHub-OTP"]?.lowercased().hasPrefix("required") ?? false {
      return .needsOneTimePassword
    }
    return token == nil ? .noToken : .refusedToken
  }

  /// Tells a limit, of either kind, from what is not allowed.
  private func refusal(_ response: Response, budget: String) -> SourceError {
    let headers = headers(response)
    let message = message(response)
    if message.speaksOfLoginAttempts {
      return error(.forbidden(.plain(message: message.text)), response)
    }
    guard
      response.status == 429 || headers.isUsedUp || headers.retryAfter != nil
        || message.speaksOfLimit
    else { return error(.forbidden(forbidden(response, message)), response) }
    let limit = SourceError.Limit(
      resource: headers.resource ?? budget, hasToken: token != nil)
    // With something left, the reset is the primary limit's and not what there is to wait for.
    let wait = headers.retryAfter ?? (headers.isUsedUp ? headers.resetsIn : nil)
    return error(.rateLimited(limit), response, retryAfter: wait)
  }

  private func forbidden(_ response: Response, _ message: ServerMessage) -> SourceError.Refusal {
    let permissions = response.headers["X-Accepted-GitHub-Permissions"]
      .flatMap { ServerMessage.presentable($0, token: token) }
    // Some answers say only that no permission was needed.
    guard let permissions, !permissions.contains("allows_permissionless_access") else {
      return .plain(message: message.text)
    }
    return .missingPermission(permissions)
  }

  private func headers(_ response: Response) -> RateLimitHeaders {
    RateLimitHeaders(response.headers, wallClock: wallClock)
  }

  private func message(_ response: Response) -> ServerMessage {
    ServerMessage(response.body, token: token)
  }
}
