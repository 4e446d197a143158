import Explorer
import JSON

/// What a client may set; see `SettingRow` for names, types and ranges.
package struct Settings: Sendable, Equatable {
  package struct GitHub: Sendable, Equatable {
    package var baseURL = "https://api.github.com"
    package var token: String?
    /// An argv, run without a shell.
    package var tokenCommand: [String]?
    package var apiVersion: String?

    package init() {}
  }

  /// For completion in documents.
  package struct Language: Sendable, Equatable {
    package var debounce = Duration.milliseconds(150)

    package init() {}
  }

  package var search = SearchSettings()
  package var language = Language()
  package var github = GitHub()
  /// Further sources, as they were written.
  package var sources: [JSONValue] = []

  package init() {}

  /// Takes what `value` names and leaves the rest; what is refused is returned, and left as well.
  package mutating func apply(_ value: JSONValue) -> [SettingFault] {
    SettingRow.apply(value, rows: Settings.rows, path: "", to: &self)
  }

  private static let rows: [SettingRow<Settings>] =
    SearchSettings.rows.map { $0.inside(\.search) } + [
      .group("github", GitHub.rows.map { $0.inside(\.github) }),
      .group("lsp", [.milliseconds("debounceMilliseconds") { $1.language.debounce = $0 }]),
      SettingRow("sources", "an array of objects") { value, settings in
        guard let sources = value.arrayValue,
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
    SettingRow.apply(
      value, rows: SearchSettings.rows + SearchSettings.orderRows, path: "options.", to: &self)
  }

  fileprivate static let rows: [SettingRow<SearchSettings>] = [
    .milliseconds("debounceMilliseconds") { $1.debounce = $0 },
    .milliseconds("maximumWaitMilliseconds") { $1.maximumWait = $0 },
    .integer("minimumQueryLength", 0...100) { $1.minimumQueryLength = $0 },
    .integer("maximumRetries", 0...10) { $1.maximumRetries = $0 },
    .milliseconds("deadlineMilliseconds", from: 1) { $1.deadline = $0 },
    .milliseconds("requestTimeoutMilliseconds", from: 1) { $1.requestTimeout = $0 },
    .integer("perPage", 1...100) { $1.perPage = $0 },
    .integer("cacheSeconds", 0...86_400) { $1.cacheAge = .seconds($0) },
    SettingRow("provisionalResults", "true or false") { value, settings in
      guard let flag = value.boolValue else { return false }
      settings.providesProvisionalResults = flag
      return true
    },
  ]

  private static let orderRows: [SettingRow<SearchSettings>] = [
    .text("sort") { $1.sort = $0 },
    .text("order") { $1.order = $0 },
  ]
}

extension Settings.GitHub {
  fileprivate static let rows: [SettingRow<Settings.GitHub>] = [
    SettingRow("baseUrl", "an http or https URL") { value, github in
      guard let url = value.stringValue, isBaseURL(url) else { return false }
      github.baseURL = url
      return true
    },
    SettingRow("token", "a token without white space or line breaks") { value, github in
      guard let token = value.stringValue, isToken(token) else { return false }
      github.token = token
      return true
    },
    SettingRow("tokenCommand", "an array of strings, the command first") { value, github in
      guard let parts = value.arrayValue else { return false }
      let command = parts.compactMap(\.stringValue)
      guard command.count == parts.count, command.first?.isEmpty == false,
        !command.contains(where: { $0.utf8.contains(0) })
      else { return false }
      github.tokenCommand = command
      return true
    },
    SettingRow("apiVersion", "a version such as 2022-11-28") { value, github in
      guard let version = value.stringValue, isToken(version) else { return false }
      github.apiVersion = version
      return true
    },
  ]

  /// Whether it is `http(s)://HOST[:PORT][/PATH]`, in printable ASCII, with nothing else in it.
  private static func isBaseURL(_ url: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: { url.lowercased().hasPrefix($0) }),
      url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !url.contains(where: { "?#@\\".contains($0) })
    else { return false }
    let authority = url.dropFirst(scheme.count).prefix { $0 != "/" }
    let isBracketed = authority.first == "["
    let host = isBracketed ? authority.prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    let port = authority.dropFirst(host.count + (isBracketed ? 1 : 0))
    return isHost(host.dropFirst(isBracketed ? 1 : 0), isAddress: isBracketed)
      && (!isBracketed || authority.contains("]")) && isPort(port)
  }

  private static func isHost(_ host: Substring, isAddress: Bool) -> Bool {
    let allowed = isAddress ? "0123456789abcdef:." : "0123456789abcdefghijklmnopqrstuvwxyz-._"
    return host.count > (isAddress ? 1 : 0)
      && host.lowercased().allSatisfy { allowed.contains($0) }
  }

  private static func isPort(_ port: Substring) -> Bool {
    guard port.first == ":" else { return port.isEmpty }
    let digits = port.dropFirst()
    return digits.allSatisfy(\.isNumber) && (1...65_535).contains(Int(digits) ?? 0)
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
