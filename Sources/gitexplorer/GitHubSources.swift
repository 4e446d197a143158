import Secrets
import GitHub
import HTTP
import Service
import Synchronization

/// The GitHub sources of a process: settings that come back find their source again, and what is
/// known of a host outlives a change of settings.
final class GitHubSources: Sendable {
  private struct State {
    var sources = Newest<GitHubSettings, Known>()
    /// By the base URL.
    var memories = Newest<String, GitHubMemory>()
  }

  private struct Known {
    /// The one of the token that the source has heeded.
    var tokenRevision: Int
    var source: GitHubSource
  }

  /// What the sandbox is called as a host.
  static let sandboxHost = "sandbox"
  /// The sandbox takes any token.
  private static let sandboxToken = "gitexplorer-sandbox-token"

  private let state = Mutex(State())
  private let make: @Sendable (GitHubSettings, GitHubMemory) -> GitHubSource
  private let sandboxURL: String?
  private let redactor: Redactor

  /// - Parameter sandboxURL: asked instead of whatever the settings name.
  init(
    sandboxURL: String?, redactor: Redactor,
    make: @escaping @Sendable (GitHubSettings, GitHubMemory) -> GitHubSource
  ) {
    (self.sandboxURL, self.redactor) = (sandboxURL, redactor)
    self.make = make
  }

  func source(for settings: Settings.GitHub) -> GitHubSource {
    let revision = settings.tokenRevision
    let settings = gitHubSettings(settings)
    return state.withLock { state in
      let memory = state.memories.value(for: settings.host.apiBase) { GitHubMemory() }
      let known = state.sources[settings]
      let source = known?.source ?? make(settings, memory)
      if known?.tokenRevision != revision {
        if known != nil { source.lookAgainForToken() }
        state.sources[settings] = Known(tokenRevision: revision, source: source)
      }
      return source
    }
  }

  private func gitHubSettings(_ settings: Settings.GitHub) -> GitHubSettings {
    let token = settings.token ?? (sandboxURL == nil ? nil : GitHubSources.sandboxToken)
    // Redacted from now on, also if it is never used.
    if let token = settings.token { redactor.remember(Token(token)) }
    // Its port changes with every start; what is said of it should not.
    let sandbox = sandboxURL.flatMap(GitHubHost.init)?.named(Self.sandboxHost)
    return GitHubSettings(
      host: sandbox ?? settings.baseURL.flatMap(GitHubHost.init) ?? .nowhere,
      apiVersion: settings.apiVersion ?? GitHubSettings.defaultAPIVersion,
      token: token.map { Token($0) }, tokenCommand: settings.tokenCommand,
      graphQL: GraphQLUse(rawValue: settings.graphQL) ?? .auto)
  }
}
