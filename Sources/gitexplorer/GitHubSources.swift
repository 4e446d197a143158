import GitHub
import HTTP
import Service
import Synchronization

/// The GitHub sources of a process: settings that come back find their source again, and what is
/// known of a host outlives a change of settings.
final class GitHubSources: Sendable {
  private struct State {
    var sources: [(settings: GitHubSettings, source: GitHubSource)] = []
    var memories: [String: GitHubMemory] = [:]
  }

  private static let maximumSources = 16
  /// What the sandbox is called as a host.
  static let sandboxHost = "sandbox"
  /// The sandbox takes any token.
  private static let sandboxToken = "gitexplorer-sandbox-token"

  private let state = Mutex(State())
  private let make: @Sendable (GitHubSettings, GitHubMemory) -> GitHubSource
  private let sandboxURL: String?

  /// - Parameter sandboxURL: asked instead of whatever the settings name.
  init(
    sandboxURL: String?, make: @escaping @Sendable (GitHubSettings, GitHubMemory) -> GitHubSource
  ) {
    self.sandboxURL = sandboxURL
    self.make = make
  }

  func source(for settings: Settings.GitHub) -> GitHubSource {
    let settings = gitHubSettings(settings)
    return state.withLock { state in
      if let known = state.sources.first(where: { $0.settings == settings }) { return known.source }
      if state.sources.count >= GitHubSources.maximumSources { state.sources.removeFirst() }
      let memory = state.memories[settings.host.apiBase] ?? GitHubMemory()
      state.memories[settings.host.apiBase] = memory
      let source = make(settings, memory)
      state.sources.append((settings, source))
      return source
    }
  }

  private func gitHubSettings(_ settings: Settings.GitHub) -> GitHubSettings {
    let token = settings.token ?? (sandboxURL == nil ? nil : GitHubSources.sandboxToken)
    // Its port changes with every start; what is said of it should not.
    let sandbox = sandboxURL.flatMap(GitHubHost.init)?.named(Self.sandboxHost)
    return GitHubSettings(
      host: sandbox ?? GitHubHost(baseURL: settings.baseURL) ?? .nowhere,
      apiVersion: settings.apiVersion ?? GitHubSettings.defaultAPIVersion,
      token: token.map { Token($0) }, tokenCommand: settings.tokenCommand)
  }
}
