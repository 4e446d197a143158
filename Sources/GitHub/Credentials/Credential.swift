import Secrets
import HTTP

/// Where a token came from.
package enum TokenOrigin: Sendable, Equatable {
  case setting
  case command
  case environment(variable: String)
  /// `gh auth token`.
  case gh
  /// There is no token.
  case none
}

/// Who asks: a token and where it came from, or nobody.
package struct Credential: Sendable, Equatable {
  /// Nil where nobody asks.
  package var token: Token?
  /// Where the token came from.
  package var origin: TokenOrigin

  package init(token: Token?, origin: TokenOrigin) {
    self.token = token
    self.origin = origin
  }

  /// Nobody in particular.
  package static let anonymous = Credential(token: nil, origin: .none)
}
