import Explorer

extension GitHubSource {
  /// So long the search for a token may take before there is taken to be none.
  private static let credentialLimit = Duration.seconds(2)

  package func hasCredential() async -> Bool {
    let credential = try? await exchange.credentials.credential(
      within: GitHubSource.credentialLimit)
    return credential?.token != nil
  }
}
