import Explorer
import HTTP
import JSON

/// Turns what an API answers, or that it does not, into what it means.
struct APIErrors: Sendable {
  /// Blotted out of everything that is shown.
  var secrets: [Token]
  /// Seconds since 1970.
  var wallClock: Int64
  private static let maximumLength = 300
  private static let searchedBytes = 8192

  init(secrets: some Sequence<Token>, wallClock: Int64) {
    self.secrets = Array(secrets)
    self.wallClock = wallClock
  }

  /// Returns nil for 2xx.
  func error(for response: Response) -> SourceError? {
    let headers = RateLimitHeaders(response.headers, wallClock: wallClock)
    func error(_ cause: SourceError.Cause, retryAfter: Duration? = nil) -> SourceError {
      let id = response.headers["X-Request-Id"].flatMap(presentable)
      return SourceError(
        cause, httpStatus: response.status, requestID: id, retryAfter: retryAfter)
    }
    switch response.status {
    case 200..<300: return nil
    case 300..<400: return error(.badResponse(response.status == 304 ? .status : .redirect))
    case 401: return error(.unauthorized(secrets.isEmpty ? .noToken : .refusedToken))
    case 403, 429:
      guard
        response.status == 429 || headers.isUsedUp || headers.retryAfter != nil
          || speaksOfLimit(response.body)
      else { return error(.forbidden(.plain(message: message(response.body)))) }
      let limit = SourceError.Limit(resource: "requests", hasToken: !secrets.isEmpty)
      let wait = headers.retryAfter ?? (headers.isUsedUp ? headers.resetsIn : nil)
      return error(.rateLimited(limit), retryAfter: wait)
    case 404: return error(.notFound(what: "such list"))
    case 422: return error(.invalidQuery(.refused(message: message(response.body))))
    case 500...: return error(.serverError, retryAfter: headers.retryAfter)
    default: return error(.badResponse(.status))
    }
  }

  /// What it means that there was no answer.
  func error(for error: HTTPError) -> SourceError {
    switch error {
    case .cancelled: SourceError(.cancelled)
    case .badURL: SourceError(.misconfigured(reason: "the address is no http(s) URL"))
    case .cannotResolve(let host): SourceError(.offline(.unresolved(host: host)))
    case .cannotConnect(let host): SourceError(.offline(.refused(host: host)))
    case .connectionLost: SourceError(.offline(.lost))
    case .bodyCut: SourceError(.badResponse(.malformed(reason: "its body is cut")))
    case .timedOut: SourceError(.timeout)
    case .tls(let reason): SourceError(.tls(reason: blotted(reason)))
    case .bodyTooLarge(let limit): SourceError(.badResponse(.tooLarge(limit: limit)))
    case .badResponse(let reason): SourceError(.badResponse(.malformed(reason: blotted(reason))))
    case .tooManyRedirects: SourceError(.badResponse(.redirect))
    case .redirectRefused(let status): SourceError(.badResponse(.redirect), httpStatus: status)
    case .failed(let reason): SourceError(.offline(.other(reason: blotted(reason))))
    }
  }

  /// `text` without the secrets.
  func blotted(_ text: String) -> String {
    secrets.reduce(text) { $1.blotted(from: $0) }
  }

  private func message(_ body: [UInt8]) -> String? {
    guard let value = try? JSONValue(parsing: body, byteOrderMark: .skipped) else { return nil }
    let paths = [
      ["message"], ["error"], ["error", "reason"], ["error", "message"], ["errors", "0"],
    ]
    return paths.lazy.compactMap { value.value(at: $0)?.stringValue }.first.flatMap(presentable)
  }

  private func speaksOfLimit(_ body: [UInt8]) -> Bool {
    let text = String(decoding: body.prefix(Self.searchedBytes), as: UTF8.self).lowercased()
    return ["rate limit", "too many requests", "quota"].contains { text.contains($0) }
  }

  /// One line of what the server says, fit to be shown; nil where nothing is left.
  private func presentable(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    guard var scalars = line?.unicodeScalars else { return nil }
    scalars.removeAll { $0.properties.generalCategory == .control }
    let shown = blotted(String(Substring(scalars))).prefix(Self.maximumLength)
    return shown.isEmpty ? nil : String(shown)
  }
}
