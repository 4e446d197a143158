/// When GitHub is asked by GraphQL; without a token it never is.
package enum GraphQLUse: String, Sendable, CaseIterable {
  /// Where the host is known to have it: those that GitHub runs, and Enterprise servers by the usual
  /// address of their API.
  case auto
  case always
  case never
}
