import Explorer
import JSON
import URLs

/// What a client may set; see `SettingDefinition` for names, types and ranges.
package struct Settings: Sendable, Equatable {
  package struct GitHub: Sendable, Equatable {
    /// Nil while the one that was given is refused: nothing may be asked then, since it is not known
    /// whom the token is for.
    package private(set) var baseURL: String? = "https://api.github.com/"
    /// Goes with `baseURL`, and is given up with it.
    package private(set) var token: String?
    /// An argv, run without a shell; goes with `baseURL` like the token.
    package private(set) var tokenCommand: [String]?
    package var apiVersion: String?
    /// `auto`, `always` or `never`.
    package var graphQL = "auto"
    /// Raised whenever a token or its command is named, the same one too: it is to be asked anew.
    package private(set) var tokenRevision = 0

    package init() {}
  }

  /// For completion in documents.
  package struct Language: Sendable, Equatable {
    package var debounce = Duration.milliseconds(150)

    package init() {}
  }

  package struct People: Sendable, Equatable {
    /// Whether those whom the user has dealt with lately are kept.
    package var remember = true
    /// Of a repository's history.
    package var maximumCommits = 50_000

    package init() {}
  }

  package var search = SearchSettings()
  package var language = Language()
  package var github = GitHub()
  package var people = People()
  /// The folder that the client works in, as it has named it; no setting of a client's.
  package var workspace: String?
  /// Further sources, as they were written.
  package var sources: [JSONValue] = []

  package init() {}

  /// Takes what `value` names and leaves the rest; what is refused is returned, and left as well.
  package mutating func apply(_ value: JSONValue) -> [SettingFault] {
    let faults = SettingDefinition.apply(
      value, definitions: Settings.definitions, path: "", to: &self)
    // Whom to ask is part of what was refused.
    if faults.contains(where: { $0.name == "github" }) { github.move(to: nil) }
    return faults
  }

  private static let definitions: [SettingDefinition<Settings>] =
    SearchSettings.definitions.map { $0.inside(\.search) } + [
      .group("github", GitHub.definitions.map { $0.inside(\.github) }),
      .group("people", People.definitions.map { $0.inside(\.people) }),
      .group("lsp", [.milliseconds("debounceMilliseconds") { $1.language.debounce = $0 }]),
      SettingDefinition("sources", "an array of objects") { value, settings in
        guard let sources = value.listValue,
          sources.allSatisfy({ $0.objectValue != nil || $0 == .array([]) })
        else { return false }
        settings.sources = sources
        return true
      },
    ]
}

extension SearchSettings {
  /// Takes the settings for one search.
  package mutating func apply(_ value: JSONValue) -> [SettingFault] {
    SettingDefinition.apply(
      value, definitions: SearchSettings.definitions + SearchSettings.orderDefinitions,
      path: "options.", to: &self)
  }

  fileprivate static let definitions: [SettingDefinition<SearchSettings>] = [
    .milliseconds("debounceMilliseconds") { $1.debounce = $0 },
    .milliseconds("maximumWaitMilliseconds") { $1.maximumWait = $0 },
    .integer("minimumQueryLength", 0...100) { $1.minimumQueryLength = $0 },
    .integer("maximumRetries", 0...10) { $1.maximumRetries = $0 },
    .milliseconds("deadlineMilliseconds", from: 1) { $1.deadline = $0 },
    .milliseconds("requestTimeoutMilliseconds", from: 1) { $1.requestTimeout = $0 },
    .integer("perPage", 1...100) { $1.perPage = $0 },
    .integer("cacheSeconds", 0...86_400) { $1.cacheAge = .seconds($0) },
    .flag("provisionalResults") { $1.providesProvisionalResults = $0 },
  ]

  private static let orderDefinitions: [SettingDefinition<SearchSettings>] = [
    .text("sort") { $1.sort = $0 },
    .text("order") { $1.order = $0 },
  ]
}

extension Settings.People {
  fileprivate static let definitions: [SettingDefinition<Settings.People>] = [
    .flag("remember") { $1.remember = $0 },
    .integer("maximumCommits", 0...10_000_000) { $1.maximumCommits = $0 },
  ]
}

extension Settings.GitHub {
  fileprivate static let definitions: [SettingDefinition<Settings.GitHub>] = [
    // Before the token, which goes with it.
    SettingDefinition("baseUrl", "an http or https URL") { value, github in
      let url = value.stringValue.flatMap { ResolvedURL(base: $0) }
      github.move(to: url?.description)
      return url != nil
    },
    SettingDefinition("token", "a token without white space or line breaks") { value, github in
      guard let token = value.stringValue, isToken(token) else { return false }
      github.token = token
      github.tokenRevision += 1
      return true
    },
    SettingDefinition("tokenCommand", "an array of strings, the command first") { value, github in
      guard let parts = value.listValue else { return false }
      let command = parts.compactMap(\.stringValue)
      guard command.count == parts.count, command.first?.isEmpty == false,
        !command.contains(where: { $0.utf8.contains(0) })
      else { return false }
      github.tokenCommand = command
      github.tokenRevision += 1
      return true
    },
    SettingDefinition("apiVersion", "a version such as 2022-11-28") { value, github in
      guard let version = value.stringValue, isToken(version) else { return false }
      github.apiVersion = version
      return true
    },
    SettingDefinition("graphql", "auto, always or never") { value, github in
      guard let use = value.stringValue, ["auto", "always", "never"].contains(use) else {
        return false
      }
      github.graphQL = use
      return true
    },
  ]

  /// Takes another base URL; a token that was given with the one before is not for it.
  fileprivate mutating func move(to url: String?) {
    guard url != baseURL else { return }
    (baseURL, token, tokenCommand) = (url, nil, nil)
    tokenRevision += 1
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
