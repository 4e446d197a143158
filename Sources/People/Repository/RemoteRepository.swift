/// A repository on a host, as the URL of a remote names it.
package struct RemoteRepository: Sendable, Hashable {
  package let host: String
  package let owner: String
  package let name: String

  /// Takes `https://host/owner/name.git`, `ssh://git@host:22/owner/name`, `git@host:owner/name`,
  /// `git://…`; nil for anything else.
  package init?(url: String) {
    guard !url.contains(where: { $0.isWhitespace }), let (authority, path) = Self.parts(url) else {
      return nil
    }
    let address = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    host = address.prefix { $0 != ":" }.lowercased()
    var names = path.split(separator: "/")
    guard names.count == 2, !host.isEmpty else { return nil }
    if names[1].hasSuffix(".git") { names[1] = names[1].dropLast(4) }
    guard names.allSatisfy(Self.isName) else { return nil }
    (owner, name) = (String(names[0]), String(names[1]))
  }

  private static func parts(_ url: String) -> (authority: Substring, path: Substring)? {
    if let scheme = url.firstRange(of: "://") {
      let kind = url[..<scheme.lowerBound].lowercased()
      guard ["https", "http", "ssh", "git", "git+ssh"].contains(kind) else { return nil }
      let rest = url[scheme.upperBound...]
      guard let slash = rest.firstIndex(of: "/") else { return nil }
      return (rest[..<slash], rest[slash...])
    }
    // As scp has it; a slash before the colon makes it a path.
    guard let colon = url.firstIndex(of: ":"), !url[..<colon].contains("/") else { return nil }
    return (url[..<colon], url[url.index(after: colon)...])
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text != "." && text != ".."
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_.".utf8.contains(byte)
        }
      }
  }
}
