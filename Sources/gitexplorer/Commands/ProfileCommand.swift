import Explorer
import JSON

/// `gitexplorer profile LOGIN`: a card and three lists, or the protocol's `Profile` as one object.
enum ProfileCommand {
  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let sections = options.word(.section, as: ProfilePart.Section.self).map { [$0] }
    let limit = try options.int(.limit, in: 1...1_000_000)
    let loading = ProfileLoading(
      session: ServiceSession(shot), spinner: shot.spinner, login: options.arguments[0],
      sections: sections ?? ProfilePart.Section.allCases,
      limit: limit ?? (options.isSet(.all) ? .max : nil))
    let profile = try await loading.profile()

    let output = Terminal.standardOutput
    if options.isSet(.json) {
      try output.print(String(decoding: profile.jsonBytes, as: UTF8.self).printableJSON + "\n")
    } else {
      try output.print(ProfileText(profile, on: output.display).text)
    }
    let hasFailed = loading.sections.contains { profile[$0.rawValue]?["error"] != nil }
    return hasFailed ? .failed : .success
  }
}

/// Loads a profile as a view in an editor does, and pages on in its lists.
struct ProfileLoading {
  let session: ServiceSession
  let spinner: Spinner
  let login: String
  let sections: [ProfilePart.Section]
  /// The most rows of each list; nil leaves it at the first page.
  let limit: Int?

  private static let id: JSONValue = "profile"

  /// The protocol's `Profile`, its lists as long as was wanted.
  func profile() async throws(CommandError) -> JSONValue {
    try await spinner.waiting(
      for: "asking for the profile of \(login)"
    ) { () async throws(CommandError) in
      session.notify(
        "profile/didOpen",
        [
          "profileId": Self.id, "login": .string(login),
          "sections": .array(sections.map { .string($0.rawValue) }),
        ])
      let loaded = try await next("profile/loaded") { _ in true }
      guard var profile = loaded["profile"]?.objectValue else {
        throw CommandError(loaded["error"] ?? .null)
      }
      for section in sections {
        guard let content = profile[section.rawValue]?.objectValue else { continue }
        profile[section.rawValue] = .object(try await paged(content, section, .object(profile)))
      }
      return .object(profile)
    }
  }

  /// The section with as many further pages as it takes; what went wrong with one is its `error`.
  private func paged(
    _ content: JSONObject, _ section: ProfilePart.Section, _ profile: JSONValue
  ) async throws(CommandError) -> JSONObject {
    var content = content
    var items = content["items"]?.arrayValue ?? []
    guard let limit else { return content }
    let total = profile.total(of: section).map { " of \($0)" } ?? ""
    while content["hasMore"] == true, content["error"] == nil, items.count < limit {
      spinner.update("loading \(section.rawValue): \(items.count)\(total)")
      session.notify(
        "profile/loadMore", ["profileId": Self.id, "section": .string(section.rawValue)])
      let page = try await next("profile/sectionLoaded") {
        $0["section"] == .string(section.rawValue)
      }
      items += page["items"]?.arrayValue ?? []
      content["hasMore"] = page["hasMore"]
      content["error"] = page["error"]
    }
    if items.count > limit { content["hasMore"] = true }
    content["items"] = .array(Array(items.prefix(limit)))
    return content
  }

  private func next(
    _ method: String, _ isWanted: (JSONValue) -> Bool
  ) async throws(CommandError) -> JSONValue {
    let message = try await session.next { message in
      message["method"] == .string(method) && message["params"].map(isWanted) == true
    }
    return message["params"] ?? .null
  }
}

extension JSONValue {
  /// How many a list of this profile has in all; nil where nobody has said.
  func total(of section: ProfilePart.Section) -> Int? {
    let field =
      switch section {
      case .repos: "publicRepos"
      case .followers: "followers"
      case .following: "following"
      }
    return self[section.rawValue]?["totalCount"]?.intValue
      ?? self["user"]?["data"]?[field]?.intValue
  }
}
