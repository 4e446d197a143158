import Explorer
import JSON

/// A profile for people: a card, then the lists with how many of how many are shown.
struct ProfileText {
  private let profile: JSONValue
  private let display: Display

  /// - Parameter profile: the protocol's `Profile`.
  init(_ profile: JSONValue, on display: Display) {
    self.profile = profile
    self.display = display
  }

  var text: String {
    let lines = card + ProfilePart.Section.allCases.flatMap(list)
    return lines.map { $0 + "\n" }.joined()
  }

  private var card: [String] {
    let user = profile["user"]
    let label = user?["label"]?.stringValue ?? ""
    let heading = user?["detail"]?.stringValue.map { "\($0) (\(label))" } ?? label
    let fields = [
      ("bio", "bio"), ("company", "company"), ("location", "location"), ("blog", "blog"),
      ("email", "email"), ("repos", "publicRepos"), ("followers", "followers"),
      ("following", "following"), ("url", "htmlUrl"),
    ]
    return [display.bold(display.fitted(heading))]
      + fields.compactMap { name, field in
        guard let value = user?["data"]?[field] else { return nil }
        guard let words = value.stringValue ?? value.intValue.map(String.init) else { return nil }
        return display.fitted("  \(name.padded(to: 11))\(words)")
      }
  }

  private func list(_ section: ProfilePart.Section) -> [String] {
    guard let content = profile[section.rawValue] else { return [] }
    let items = content["items"]?.arrayValue ?? []
    let hasMore = content["hasMore"] == true
    let heading = section.rawValue.uppercased() + count(items.count, section, hasMore: hasMore)
    var lines = ["", display.bold(display.fitted(heading))] + items.map(row)
    if let error = content["error"] {
      lines.append(display.fitted("  " + CommandError(error).message))
    } else if items.isEmpty {
      lines.append("  none")
    } else if hasMore {
      lines.append(display.fitted("  \(display.ellipsis) (--all shows the rest)"))
    }
    return lines
  }

  private func count(_ shown: Int, _ section: ProfilePart.Section, hasMore: Bool) -> String {
    guard let total = profile.total(of: section), total >= shown else {
      return hasMore ? " (the first \(shown))" : shown > 0 ? " (\(shown) of \(shown))" : ""
    }
    return total > 0 ? " (\(shown) of \(total))" : ""
  }

  private func row(_ item: JSONValue) -> String {
    let detail = item["detail"]?.stringValue.map { "  \($0)" } ?? ""
    var cell = Cell((item["label"]?.stringValue ?? "") + detail)
    cell.link = item["url"]?.stringValue
    let indent = "  "
    guard let width = display.width else { return indent + cell.text }
    return indent + cell.cut(to: max(1, width - indent.count), on: display).drawn(on: display)
  }
}
