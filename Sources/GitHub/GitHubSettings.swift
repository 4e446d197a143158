/// How a GitHub is to be asked.
package struct GitHubSettings: Sendable, Equatable {
  package static let defaultAPIVersion = "2022-11-28"

  package var host: GitHubHost
  /// The value of `X-GitHub-Api-Version`.
  package var apiVersion: String
  package var token: Token?
  /// A command and its arguments; the first line it prints is the token.
  package var tokenCommand: [String]?

  package init(
    host: GitHubHost = .gitHub, apiVersion: String = GitHubSettings.defaultAPIVersion,
    token: Token? = nil, tokenCommand: [String]? = nil
  ) {
    self.host = host
    self.apiVersion = apiVersion
    self.token = token
    self.tokenCommand = tokenCommand
  }
}
