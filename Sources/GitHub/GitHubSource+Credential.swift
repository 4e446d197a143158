import Explorer

extension GitHubSource {
  /// So long the search for a token may take before there is taken to be none.
  private static let credentialLimit = Duration.seconds(2)

  package func hasCredential() async -> Bool {
    await client.credentials.hasToken(within: GitHubSource.credentialLimit)
  }
}
