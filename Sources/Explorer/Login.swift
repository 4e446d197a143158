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
    var name = trimmed
    if let path = Self.path(trimmed, host) {
      guard let login = Self.login(at: path) else { return nil }
      name = login
    } else if trimmed.contains("://") {
      return nil
    } else if let login = host.flatMap({ Self.login(hiddenIn: trimmed, $0) }) {
      name = login
    } else if trimmed.hasPrefix("@") {
      name.removeFirst()
    }
    guard !name.isEmpty, name.utf8.count <= Self.maximumLength,
      name.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value >= 0x20 })
    else { return nil }
    text = name
  }

  /// What follows the host in an address of its; nil where it is no such address.
  private static func path(_ text: String, _ host: String?) -> Substring? {
    guard let host else { return nil }
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

  /// The account of an address that hides a person's own: `ID+LOGIN@users.noreply.HOST`.
  private static func login(hiddenIn mail: String, _ host: String) -> String? {
    let domain = "@users.noreply.\(host.prefix { $0 != ":" })"
    guard mail.lowercased().hasSuffix(domain.lowercased()) else { return nil }
    let account = mail.dropLast(domain.count)
    let parts = account.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].allSatisfy(\.isNumber) else { return String(account) }
    return String(parts[1])
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
