/// The name of an account, taken from what people paste in its place: `octocat`, `@octocat`,
/// `https://github.com/octocat`, `github.com/octocat/`, `583231+octocat@users.noreply.github.com`.
package struct Login: Sendable, Equatable {
  /// The bare name.
  package let text: String

  private static let maximumLength = 256

  /// Returns nil where there is no name in it, or the address is one of another host.
  ///
  /// - Parameter host: the source's own, with its port where that is not the usual one; without one
  ///   no address is known.
  package init?(_ pasted: String, host: String?) {
    let trimmed = pasted.trimmed
    let hosts = host.map(Self.hosts(of:)) ?? []
    var name = trimmed
    if let path = hosts.lazy.compactMap({ Self.path(trimmed, $0) }).first {
      guard let login = Self.login(at: path) else { return nil }
      name = login
    } else if trimmed.contains("://") {
      return nil
    } else if let login = host.flatMap({ Self.hidden(in: trimmed, host: $0) }) {
      name = login
    } else if trimmed.hasPrefix("@") {
      name.removeFirst()
    }
    guard !name.isEmpty, name.utf8.count <= Self.maximumLength,
      name.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value >= 0x20 })
    else { return nil }
    text = name
  }

  /// The account where a query is not typed but pasted, in a form that names one; nil for words.
  package static func pasted(_ query: String, host: String?) -> Login? {
    guard let login = Login(query, host: host), login.text != query.trimmed,
      !login.text.contains("@")
    else { return nil }
    return login
  }

  /// The hosts whose addresses are meant: a server on this machine stands in for GitHub's own.
  package static func hosts(of host: String) -> [String] {
    let name = host.lowercased()
    let isStandIn = ["sandbox", "localhost", "127.", "[::1]"].contains { name.hasPrefix($0) }
    return isStandIn ? [host, "github.com"] : [host]
  }

  /// The host as it stands in addresses that hide a person's own.
  package static func withoutPort(_ host: String) -> String {
    host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : String(host.prefix { $0 != ":" })
  }

  /// What follows the host in an address of its; nil where it is no such address.
  private static func path(_ text: String, _ host: String) -> Substring? {
    var rest = text[...]
    for start in ["https://", "http://", "www."] where rest.lowercased().hasPrefix(start) {
      rest = rest.dropFirst(start.count)
    }
    guard rest.lowercased().hasPrefix(host.lowercased()) else { return nil }
    let path = rest.dropFirst(host.count)
    return path.first == "/" ? path.prefix { $0 != "?" && $0 != "#" } : nil
  }

  /// The account whose page that is; organisations have one more.
  private static func login(at path: Substring) -> String? {
    let segments = path.split(separator: "/")
    switch segments.count {
    case 1: return String(segments[0])
    case 2 where segments[0] == "orgs": return String(segments[1])
    default: return nil
    }
  }

  /// The account of an address that hides a person's own: `ID+LOGIN@users.noreply.HOST`, and in older
  /// accounts without the number (GitHub docs, "Setting your commit email address").
  package static func hidden(in mail: String, host: String) -> String? {
    let domains = hosts(of: host).map { "@users.noreply.\(withoutPort($0))" }
    guard let domain = domains.first(where: { mail.lowercased().hasSuffix($0.lowercased()) }) else {
      return nil
    }
    let account = mail.dropLast(domain.count)
    let parts = account.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    let hasNumber = parts.count == 2 && parts[0].allSatisfy(\.isNumber)
    let login = hasNumber ? parts[1] : account
    return login.isEmpty ? nil : String(login)
  }
}

extension String {
  /// This text without the white space around it.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
