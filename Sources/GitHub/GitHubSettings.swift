import Secrets
import HTTP

/// How a GitHub is to be asked.
package struct GitHubSettings: Sendable, Equatable {
  /// The version of the API that this program is written for.
  package static let defaultAPIVersion = "2022-11-28"

  /// The host that is asked.
  package var host: GitHubHost
  /// The value of `X-GitHub-Api-Version`.
  package var apiVersion: String
  /// Before every other token.
  package var token: Token?
  /// A command and its arguments; the first line it prints is the token.
  package var tokenCommand: [String]?
  /// When it is asked by GraphQL.
  package var graphQL: GraphQLUse

  package init(
    host: GitHubHost = .gitHub, apiVersion: String = GitHubSettings.defaultAPIVersion,
    token: Token? = nil, tokenCommand: [String]? = nil, graphQL: GraphQLUse = .auto
  ) {
    self.host = host
    self.apiVersion = apiVersion
    self.token = token
    self.tokenCommand = tokenCommand
    self.graphQL = graphQL
  }
}
