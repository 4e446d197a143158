import Explorer
import JSON

/// Repositories, as items.
struct Repositories {
  let host: GitHubHost

  /// Returns nil for what has no name or no id.
  func item(_ value: JSONValue) -> Item? {
    guard let fields = Fields(value), let name = fields.text("name"),
      let id = fields.whole("id")
    else { return nil }
    let fullName = fields.text("full_name")
    let path = webPath(fields, name: name)
    let url = fields.url("html_url") ?? path.map { "\(host.webBase)/\($0)" }

    var data = JSONObject()
    data["id"] = .integer(id)
    data["name"] = .string(name)
    data["fullName"] = fullName.map { .string($0) }
    data["htmlUrl"] = url.map { .string($0) }
    data["description"] = fields.text("description").map { .string($0) }
    data["language"] = fields.text("language").map { .string($0) }
    data["stargazersCount"] = fields.whole("stargazers_count").map { .integer($0) }
    data["forksCount"] = fields.whole("forks_count").map { .integer($0) }
    data["fork"] = fields.flag("fork").map { .bool($0) }
    data["archived"] = fields.flag("archived").map { .bool($0) }
    data["updatedAt"] = fields.text("updated_at").map { .string($0) }
    data["cloneUrls"] = cloneURLs(fields, path: path).map { .object($0) }
    data["markdownLink"] = url.map { .string(markdownLink(fullName ?? name, to: $0)) }
    // Accounts and repositories are numbered apart: both have a first one.
    return Item(
      id: "\(host.name):repository:\(id)", kind: .repository, label: fullName ?? name,
      detail: fields.text("description"), url: url, data: data)
  }

  /// `owner/name`, where both are names as GitHub gives them.
  private func webPath(_ fields: Fields, name: String) -> String? {
    let owner = fields.object["owner"].flatMap { Fields($0)?.text("login") }
    guard let path = fields.text("full_name") ?? owner.map({ "\($0)/\(name)" }) else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.first != "-"
        && part.utf8.allSatisfy(isNameByte)
    }
    return parts.count == 2 && isPlain ? path : nil
  }

  private func cloneURLs(_ fields: Fields, path: String?) -> JSONObject? {
    var urls = JSONObject()
    let https = fields.url("clone_url") ?? path.map { "\(host.webBase)/\($0).git" }
    let ssh = sshURL(fields) ?? path.map { "git@\(host.hostname):\($0).git" }
    urls["https"] = https.map { .string($0) }
    urls["ssh"] = ssh.map { .string($0) }
    return urls.isEmpty ? nil : urls
  }

  /// What git takes as an address over ssh and a shell as one word.
  private func sshURL(_ fields: Fields) -> String? {
    guard let url = fields.text("ssh_url"), url.hasPrefix("git@") || url.hasPrefix("ssh://"),
      url.utf8.allSatisfy({ isNameByte($0) || "@:/[]".utf8.contains($0) })
    else { return nil }
    return url
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
