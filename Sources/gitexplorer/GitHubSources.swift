import Secrets
import GitHub
import HTTP
import Service
import Synchronization

/// The GitHub sources of a process: settings that come back find their source again, and what is
/// known of a host outlives a change of settings.
final class GitHubSources: Sendable {
  fileprivate struct State {
    var sources: [Known] = []
    var memories: [(host: String, memory: GitHubMemory)] = []
  }

  fileprivate struct Known {
    var settings: GitHubSettings
    /// The one of the token that the source has heeded.
    var tokenRevision: Int
    var source: GitHubSource
  }

  private static let maximumSources = 16
  /// What the sandbox is called as a host.
  static let sandboxHost = "sandbox"
  fileprivate static let maximumHosts = 16
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
      if let i = state.sources.firstIndex(where: { $0.settings == settings }) {
        if state.sources[i].tokenRevision != revision {
          state.sources[i].tokenRevision = revision
          state.sources[i].source.lookAgainForToken()
        }
        return state.sources[i].source
      }
      if state.sources.count >= GitHubSources.maximumSources { state.sources.removeFirst() }
      let source = make(settings, state.memory(of: settings.host.apiBase))
      state.sources.append(Known(settings: settings, tokenRevision: revision, source: source))
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

extension GitHubSources.State {
  /// What is known of that host; beyond a number of hosts the oldest is forgotten.
  fileprivate mutating func memory(of host: String) -> GitHubMemory {
    if let known = memories.first(where: { $0.host == host }) { return known.memory }
    if memories.count >= GitHubSources.maximumHosts { memories.removeFirst() }
    let memory = GitHubMemory()
    memories.append((host, memory))
    return memory
  }
}
