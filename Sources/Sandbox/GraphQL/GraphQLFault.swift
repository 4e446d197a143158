/// An error that a fault puts beside the data, or in its place.
struct GraphQLFault: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    case notFound = "NOT_FOUND"
    case forbidden = "FORBIDDEN"
    case insufficientScopes = "INSUFFICIENT_SCOPES"
    case rateLimited = "RATE_LIMITED"
    /// Status 502 after all the time that a query has.
    case timeout
  }

  var kind: Kind
  /// The field that it strikes, as it is called in the schema; nil for the first of the query.
  var field: String?

  /// Reads `FORBIDDEN`, or `FORBIDDEN@followers`.
  init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])), parts.last?.isEmpty == false else {
      return nil
    }
    self.kind = kind
    if parts.count == 2 { field = String(parts[1]) }
    if field != nil, !isBesideData { return nil }
  }

  /// Whether the rest of the query is answered.
  var isBesideData: Bool { kind == .notFound || kind == .forbidden }

  /// Whether it strikes that field, which `isTop` tells to be one of the query itself.
  func concerns(_ name: String, isTop: Bool) -> Bool {
    guard let field else { return isTop && !["viewer", "rateLimit", "__typename"].contains(name) }
    return field == name
  }

  var error: GraphQLError {
    switch kind {
    case .notFound:
      GraphQLError(type: kind.rawValue, "Could not resolve to a node in this sandbox.")
    case .forbidden:
      GraphQLError(type: kind.rawValue, "Resource not accessible by personal access token")
    case .insufficientScopes: .insufficientScopes(granted: "", at: nil)
    case .rateLimited, .timeout: GraphQLError(type: kind.rawValue, "API rate limit exceeded.")
    }
  }
}
