import Explorer
import JSON
import Service

/// `gitexplorer profile LOGIN`: a card and three lists, or one JSON object.
enum ProfileCommand {
  static func run(_ options: Options) async throws(CommandError) -> Int32 {
    let settings = try ConfigFile.settings(options)
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let source = try shot.source(named: nil, settings)
    let login = options.arguments[0]

    async let user = part(.user, login, source, shot, settings)
    async let repos = part(.section(.repos), login, source, shot, settings)
    async let followers = part(.section(.followers), login, source, shot, settings)
    async let following = part(.section(.following), login, source, shot, settings)
    let parts = await (user, repos, followers, following)
    let card = try parts.0.get()
    guard let person = card.items.first else { throw .failed("GitHub has no user \(login).") }
    let lists = [("repos", parts.1), ("followers", parts.2), ("following", parts.3)]
    if options.isSet(.json) {
      Terminal.standardOutput.write(json(person, lists))
    } else {
      Terminal.standardOutput.write(text(person, lists))
    }
    let hasFailed = lists.contains { if case .failure = $0.1 { true } else { false } }
    return hasFailed ? 3 : 0
  }

  typealias Part = Result<Page, CommandError>

  private static func part(
    _ part: ProfilePart, _ login: String, _ source: any Source, _ shot: OneShot,
    _ settings: Settings
  ) async -> Part {
    do throws(CommandError) {
      let loaded = try await shot.attempt(.profile(login: login), of: source, settings) {
        timeout throws(SourceError) in
        try await source.load(part, of: login, freshness: .asked, timeout: timeout)
      }
      return .success(loaded.page)
    } catch {
      return .failure(error)
    }
  }

  private static func json(_ person: Item, _ lists: [(String, Part)]) -> String {
    var object = JSONObject()
    object["user"] = person.json
    for (name, part) in lists {
      switch part {
      case .success(let page):
        object[name] = [
          "items": .array(page.items.map(\.json)), "hasMore": .bool(page.next != nil),
        ]
      case .failure(let error): object[name] = ["items": [], "error": .string(error.message)]
      }
    }
    return String(decoding: JSONValue.object(object).jsonBytes, as: UTF8.self) + "\n"
  }

  private static func text(_ person: Item, _ lists: [(String, Part)]) -> String {
    let width = Terminal.standardOutput.width ?? 100
    var lines = [person.detail.map { "\($0) (\(person.label))" } ?? person.label]
    for name in ["bio", "company", "location", "blog", "email"] {
      guard let text = person.data[name]?.text else { continue }
      lines.append("  \(name.padded(to: 11))\(text)".fitted(to: width))
    }
    for (name, field) in [
      ("repos", "publicRepos"), ("followers", "followers"), ("following", "following"),
    ] {
      guard let count = person.data[field]?.integer else { continue }
      lines.append("  \(name.padded(to: 11))\(count)")
    }
    if let url = person.url { lines.append("  \("url".padded(to: 11))\(url)") }
    for (name, part) in lists {
      lines.append("\n\(name.uppercased())")
      switch part {
      case .success(let page) where page.items.isEmpty: lines.append("  none")
      case .success(let page):
        lines += page.items.map { item in
          let detail = item.detail.map { "  \($0)" } ?? ""
          return "  \(item.label)\(detail)".fitted(to: width)
        }
        if page.next != nil { lines.append("  …") }
      case .failure(let error): lines.append("  \(error.message)".fitted(to: width))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
