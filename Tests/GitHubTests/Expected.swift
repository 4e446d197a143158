import Explorer
import HTTP

/// The kinds of error that recordings end in.
enum Expected {
  /// What a recording must be taken for; told by its status and its notes, not by reading the body
  /// as the product does.
  static func kind(of exchange: RecordedExchange) -> String {
    if let kind = special[exchange.name] { return kind }
    switch exchange.status {
    case 200: return exchange.has("malformed") ? "badResponse" : "none"
    case 401: return "unauthorized"
    case 403, 429: return exchange.has("rate-limit") ? "rateLimited" : "forbidden"
    case 404: return exchange.has("follow") ? "forbidden.missingScope" : "notFound"
    case 422: return "invalidQuery"
    case 500...: return "serverError"
    default: return "badResponse"
    }
  }

  /// The recordings whose meaning lies elsewhere than in their status.
  private static let special = [
    "error-401-otp": "unauthorized.oneTimePassword",
    "syn-follow-check-401": "unauthorized.noToken",
    "syn-follow-403-fine-grained": "forbidden.missingPermission",
    // The probe for the person is answered by the same 404.
    "syn-follow-404-no-such-user": "notFound",
  ]

  static func kind(of error: SourceError) -> String {
    switch error.cause {
    case .offline: "offline"
    case .timeout: "timeout"
    case .tls: "tls"
    case .rateLimited: "rateLimited"
    case .unauthorized(.noToken): "unauthorized.noToken"
    case .unauthorized(.refusedToken): "unauthorized"
    case .unauthorized(.needsOneTimePassword): "unauthorized.oneTimePassword"
    case .unauthorized(.elsewhere): "unauthorized.elsewhere"
    case .forbidden(.plain): "forbidden"
    case .forbidden(.missingScope): "forbidden.missingScope"
    case .forbidden(.missingPermission): "forbidden.missingPermission"
    case .notFound: "notFound"
    case .invalidQuery: "invalidQuery"
    case .serverError: "serverError"
    case .badResponse: "badResponse"
    case .cancelled: "cancelled"
    case .notSupported, .cannotSort: "notSupported"
    case .misconfigured: "misconfigured"
    }
  }
}
