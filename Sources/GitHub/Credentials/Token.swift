/// A secret that says who asks; its descriptions do not show it.
package struct Token: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text itself, for the `Authorization` header alone.
  let secret: String

  package init(_ text: String) { secret = text }

  /// Whether it can be sent: it is not empty and has only visible ASCII characters.
  package var isUsable: Bool {
    !secret.isEmpty && secret.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Returns `text` with this token blotted out.
  package func blotted(from text: String) -> String {
    guard !secret.isEmpty, text.utf8.count >= secret.utf8.count else { return text }
    return text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***")
  }
}

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
  package var token: Token?
  package var origin: TokenOrigin

  package init(token: Token?, origin: TokenOrigin) {
    self.token = token
    self.origin = origin
  }

  package static let anonymous = Credential(token: nil, origin: .none)
}
