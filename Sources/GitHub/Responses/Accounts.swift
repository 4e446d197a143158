import URLs
import Explorer
import HTTP
import JSON

/// People, organisations and bots, as items.
struct Accounts {
  let host: GitHubHost

  /// Returns nil for what has no login or no id.
  func item(_ value: JSONValue) -> Item? {
    guard let fields = Fields(value), let login = fields.text("login"),
      let id = fields.whole("id")
    else { return nil }
    let kind = kind(fields.text("type"))
    let url = fields.url("html_url") ?? "\(host.webBase)/\(URLEncoding.pathSegment(login))"
    let avatar = fields.url("avatar_url")

    var data = JSONObject()
    data["id"] = .integer(id)
    data["login"] = .string(login)
    data["avatarUrl"] = avatar.map { .string($0) }
    data["htmlUrl"] = .string(url)
    data["type"] = .string(fields.text("type") ?? "User")
    for name in ["name", "bio", "company", "location", "blog", "email"] {
      data[name] = fields.text(name).map { .string($0) }
    }
    data["followers"] = fields.whole("followers").map { .integer($0) }
    data["following"] = fields.whole("following").map { .integer($0) }
    data["publicRepos"] = fields.whole("public_repos").map { .integer($0) }
    data["createdAt"] = fields.text("created_at").map { .string($0) }
    for name in ["viewerIsFollowing", "followsViewer"] {
      data[name] = fields.flag(name).map { .bool($0) }
    }
    data["mention"] = .string("@\(login)")
    let signature = signature(login: login, id: id, name: fields.text("name"))
    data["signature"] = .string(signature)
    data["coAuthor"] = .string("Co-authored-by: \(signature)")
    data["markdownLink"] = .string(markdownLink(login, to: url))
    return Item(
      id: "\(host.name):\(id)", kind: kind, label: login, detail: fields.text("name"), url: url,
      imageURL: avatar, data: data)
  }

  private func kind(_ type: String?) -> Item.Kind {
    switch type {
    case "Organization": .organization
    case "Bot": .bot
    default: .user
    }
  }

  /// `Name <mail>`, as trailers have it; one line whatever the name has in it.
  private func signature(login: String, id: Int64, name: String?) -> String {
    let words = (name ?? "").unicodeScalars.split { scalar in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        || scalar == "<" || scalar == ">"
    }
    let plain = words.map { String($0) }.joined(separator: " ")
    return "\(plain.isEmpty ? login : plain) <\(id)+\(login)@\(host.noReplyDomain)>"
  }
}
