/// How a source knows who asks: by a token.
///
/// Says what its users can do where that does not suffice.
package struct SourceAccount: Sendable, Equatable {
  /// What to do where there is no token.
  package var noToken: String
  /// What to do where the token is not accepted.
  package var refusedToken: String
  /// What to do where a one-time password is wanted besides.
  package var oneTimePassword: String
  /// What to do where the limit of those who have no token is used up.
  package var limitWithoutToken: String
  /// What to do where the token lacks a scope; `%` stands for its name.
  package var missingScope: String
  /// What to do where the token lacks a permission; `%` stands for its name.
  package var missingPermission: String

  package init(
    noToken: String, refusedToken: String, oneTimePassword: String, limitWithoutToken: String,
    missingScope: String, missingPermission: String
  ) {
    self.noToken = noToken
    self.refusedToken = refusedToken
    self.oneTimePassword = oneTimePassword
    self.limitWithoutToken = limitWithoutToken
    self.missingScope = missingScope
    self.missingPermission = missingPermission
  }

  /// What to do where the token lacks that scope.
  package func hint(forScope name: String) -> String { Self.filling(missingScope, name) }

  /// What to do where the token lacks that permission.
  package func hint(forPermission name: String) -> String { Self.filling(missingPermission, name) }

  private static func filling(_ text: String, _ name: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: name)
  }
}
