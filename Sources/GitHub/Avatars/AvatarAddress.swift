import URLs

extension GitHubHost {
  /// Returns the URL of a picture in that size; nil where it is on none of the host's addresses for
  /// pictures.
  func avatarURL(_ address: String, size: Int?) -> ResolvedURL? {
    guard var url = ResolvedURL(address), servesAvatars(at: url) else { return nil }
    guard let size else { return url }
    let parts = url.target.split(separator: "?", maxSplits: 1)
    let others = parts.dropFirst().first?.split(separator: "&").filter { !$0.hasPrefix("s=") } ?? []
    url.target = "\(parts[0])?" + (others + ["s=\(size)"]).joined(separator: "&")
    return url
  }

  /// Whether pictures are at that address: GitHub has a host for them, and so may an Enterprise
  /// server; else they are in a folder of the host itself.
  func servesAvatars(at url: ResolvedURL) -> Bool {
    // A way up could lead out of the folder.
    let leadsUp = url.target.contains("/.") || url.target.lowercased().contains("%2e")
    guard let web = ResolvedURL(webBase), !leadsUp else { return false }
    guard web.host != "github.com" else {
      return url.origin == "https://avatars.githubusercontent.com"
    }
    if url.isSameOrigin(as: web) { return url.target.hasPrefix("/avatars/") }
    return url.scheme == web.scheme && url.port == web.port && url.host == "avatars.\(web.host)"
  }
}
