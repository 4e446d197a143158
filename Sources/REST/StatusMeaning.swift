import Explorer
import HTTP
import Secrets
import URLs

/// Turns the status of an answer into what it means.
struct StatusMeaning {
  let dialect: Dialect
  let redactor: Redactor
  let hasToken: Bool
  /// What the request was charged to, where the answer does not say.
  let resource: String?
  let subject: String

  /// Returns nil for 2xx.
  ///
  /// - Parameter isFromHost: false where another host answered, which was sent no token.
  func error(
    for response: Response, _ limits: RateLimitHeaders, isFromHost: Bool
  ) -> SourceError? {
    switch response.status {
    case 200..<300: nil
    case dialect.queryFaults:
      error(.invalidQuery(.refused(message: message(response).text)), response)
    case 300..<400: error(.badResponse(response.status == 304 ? .status : .redirect), response)
    case 401: quoting(.unauthorized(unauthorized(response, isFromHost: isFromHost)), response)
    case 403, 429: refusal(response, limits)
    case 404: quoting(.notFound(what: subject), response)
    case 407: error(.offline(.proxy(.refused(status: 407))), response)
    case 500...: quoting(.serverError, response, retryAfter: limits.retryAfter)
    case 408: quoting(.badResponse(.status), response, retryAfter: limits.retryAfter)
    default: quoting(.badResponse(.status), response)
    }
  }

  /// The same with what the answer says of it.
  private func quoting(
    _ cause: SourceError.Cause, _ response: Response, retryAfter: Duration? = nil
  ) -> SourceError {
    var error = error(cause, response, retryAfter: retryAfter)
    if dialect.isQuoted { error.said = message(response).text }
    return error
  }

  /// Returns an error that says which answer it is about.
  func error(
    _ cause: SourceError.Cause, _ response: Response, retryAfter: Duration? = nil
  ) -> SourceError {
    SourceError(
      cause, httpStatus: response.status,
      requestID: response.headers.single(dialect.requestID).flatMap(requestID),
      retryAfter: retryAfter)
  }

  /// An id of letters, digits, colons and dashes; anything else is none.
  private func requestID(_ text: String) -> String? {
    let isID = text.utf8.allSatisfy { byte in
      isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
    }
    return isID && (1...128).contains(text.utf8.count) && redactor.redacted(text) == text
      ? text : nil
  }

  private func unauthorized(
    _ response: Response, isFromHost: Bool
  ) -> SourceError.Authorization {
    guard isFromHost else {
      return .elsewhere(host: ResolvedURL(response.url)?.host ?? "another host")
    }
    let challenge = dialect.oneTimePassword.flatMap(response.headers.single)
    if challenge?.lowercased().hasPrefix("required") ?? false { return .needsOneTimePassword }
    return hasToken ? .refusedToken : .noToken
  }

  /// Tells a limit, of either kind, from what is not allowed.
  private func refusal(_ response: Response, _ limits: RateLimitHeaders) -> SourceError {
    let message = message(response)
    if message.speaksOfLoginAttempts {
      return error(.forbidden(.plain(message: message.text)), response)
    }
    guard
      response.status == 429 || limits.isUsedUp || limits.retryAfter != nil
        || message.speaksOfLimit || response.headers.single("GH-Limited-By") != nil
    else { return error(.forbidden(forbidden(response, message)), response) }
    return limit(response, limits)
  }

  /// Returns the error that a limit is reached.
  func limit(_ response: Response, _ limits: RateLimitHeaders) -> SourceError {
    let limit = SourceError.Limit(
      resource: limits.resource ?? resource ?? "requests", hasToken: hasToken)
    // With something left, the reset is the primary limit's and not what there is to wait for.
    let hasSomethingLeft = limits.remaining ?? 0 > 0
    let wait = limits.retryAfter ?? (hasSomethingLeft ? nil : limits.resetsIn)
    return quoting(.rateLimited(limit), response, retryAfter: wait)
  }

  private func forbidden(_ response: Response, _ message: ServerMessage) -> SourceError.Refusal {
    let permissions = dialect.permissions.flatMap { response.headers[$0] }
      .flatMap { ServerMessage.presentable($0, redactor) }
    // Some answers say only that no permission was needed.
    guard let permissions, !permissions.contains("allows_permissionless_access") else {
      return .plain(message: message.text)
    }
    return .missingPermission(permissions)
  }

  private func message(_ response: Response) -> ServerMessage {
    ServerMessage(response.body, redactor)
  }
}

/// For `switch`: whether a number is one of those.
private func ~= (numbers: Set<Int>, number: Int) -> Bool { numbers.contains(number) }
