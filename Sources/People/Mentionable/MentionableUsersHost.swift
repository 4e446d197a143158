import Explorer

/// A host that knows whom one may mention in its repositories.
package protocol MentionableUsersHost: Sendable {
  /// Asks for those whom the text finds, as rows; an empty one finds everybody.
  ///
  /// - Returns: a page, after which there is another where these are not all.
  func mentionableUsers(
    of repository: RepositoryName, matching text: String, timeout: Duration
  ) async throws(SourceError) -> Page
}
