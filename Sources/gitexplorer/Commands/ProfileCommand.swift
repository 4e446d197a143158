import JSON

/// `gitexplorer profile LOGIN`: a card and three lists, or the protocol's `Profile` as one object.
enum ProfileCommand {
  private static let sections = ["repos", "followers", "following"]

  static func run(_ options: Options) async throws(CommandError) -> ExitStatus {
    let login = JSONValue.string(options.arguments[0])
    let profile = try await ServiceCall.answer(to: "profile/get", ["login": login], options)
    let output = Terminal.standardOutput
    if options.isSet(.json) {
      try output.print(String(decoding: profile.jsonBytes, as: UTF8.self).printableJSON + "\n")
    } else {
      try output.print(text(profile, width: output.width ?? 100))
    }
    return sections.contains { profile[$0]?["error"] != nil } ? .failed : .success
  }

  private static func text(_ profile: JSONValue, width: Int) -> String {
    let lines = card(profile["user"] ?? .null) + sections.flatMap { list($0, profile[$0] ?? .null) }
    return lines.map { $0.fitted(to: width) + "\n" }.joined()
  }

  private static func card(_ user: JSONValue) -> [String] {
    let label = user["label"]?.stringValue ?? ""
    let heading = user["detail"]?.stringValue.map { "\($0) (\(label))" } ?? label
    let fields = [
      ("bio", "bio"), ("company", "company"), ("location", "location"), ("blog", "blog"),
      ("email", "email"), ("repos", "publicRepos"), ("followers", "followers"),
      ("following", "following"), ("url", "htmlUrl"),
    ]
    return [heading]
      + fields.compactMap { name, field in
        words(user["data"]?[field]).map { "  \(name.padded(to: 11))\($0)" }
      }
  }

  private static func list(_ name: String, _ section: JSONValue) -> [String] {
    var lines = ["", name.uppercased()]
    if let error = section["error"] { return lines + ["  " + CommandError(error).message] }
    let items = section["items"]?.arrayValue ?? []
    lines += items.map { item in
      let detail = item["detail"]?.stringValue.map { "  \($0)" } ?? ""
      return "  \(item["label"]?.stringValue ?? "")\(detail)"
    }
    if items.isEmpty { lines.append("  none") }
    if section["hasMore"] == true { lines.append("  …") }
    return lines
  }

  private static func words(_ value: JSONValue?) -> String? {
    value?.stringValue ?? value?.intValue.map(String.init)
  }
}
