/// What kind of thing went wrong, for programs.
package enum ErrorKind: String, Sendable, CaseIterable {
  case offline, timeout, tls, rateLimited, unauthorized, forbidden, notFound, invalidQuery
  case serverError, badResponse, cancelled, notSupported
  case unknownSearch, unknownProfile, unknownSource, invalidParams
  case parseError, invalidRequest, methodNotFound, notInitialized, `internal`

  /// The code of JSON-RPC or LSP that goes with the kind.
  package var code: Int {
    switch self {
    case .parseError: -32700
    case .invalidRequest: -32600
    case .methodNotFound: -32601
    case .invalidParams, .unknownSearch, .unknownProfile, .unknownSource: -32602
    case .internal: -32603
    case .notInitialized: -32002
    case .cancelled: -32800
    case .offline, .timeout, .tls, .rateLimited, .unauthorized, .forbidden, .notFound,
      .invalidQuery, .serverError, .badResponse, .notSupported:
      -32803
    }
  }

  /// Whether it is worth an alert: what concerns everything, not this one question.
  var isAlerting: Bool {
    switch self {
    case .offline, .timeout, .tls, .rateLimited, .unauthorized, .forbidden, .serverError,
      .badResponse:
      true
    case .notFound, .invalidQuery, .cancelled, .notSupported, .unknownSearch, .unknownProfile,
      .unknownSource, .invalidParams, .parseError, .invalidRequest, .methodNotFound,
      .notInitialized, .internal:
      false
    }
  }
}
