/// An absolute `http` or `https` URL, taken apart.
///
/// A URL with a user name or a password in it is not accepted, so none can be passed on or shown.
package struct ResolvedURL: Equatable, Sendable, CustomStringConvertible {
  package enum Scheme: String, Sendable { case http, https }

  package var scheme: Scheme
  /// In lower case; an IPv6 address keeps its brackets.
  package var host: String
  package var port: Int
  /// The path and the query as they go on the wire; begins with a slash.
  package var target: String

  /// Returns nil for anything but an absolute http(s) URL in printable ASCII; drops the fragment.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
      let colon = text.firstIndex(of: ":"),
      let scheme = Scheme(rawValue: text[..<colon].lowercased()),
      text[colon...].hasPrefix("://")
    else { return nil }
    let rest = text[text.index(colon, offsetBy: 3)...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.defaultPort
    let target = rest[authority.endIndex...]
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  /// Returns nil for what other URLs cannot be put behind too: one with a query or a fragment.
  ///
  /// White space around it and slashes at its end do not count.
  package init?(base text: String) {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let trimmed = start[...last]
    guard !trimmed.contains("?"), !trimmed.contains("#") else { return nil }
    self.init(String(trimmed))
    let path = target.reversed().drop { $0 == "/" }.reversed()
    target = path.isEmpty ? "/" : String(path)
  }

  package var description: String { origin + target }

  /// The scheme, the host and, where it is not the usual one, the port.
  package var origin: String {
    "\(scheme.rawValue)://\(host)" + (port == scheme.defaultPort ? "" : ":\(port)")
  }

  /// Whether both have the same scheme, host and port.
  package func isSameOrigin(as other: ResolvedURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Whether the host is this computer, by name or by address.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || isDigit($0) })
  }

  private static func hostAndPort(_ authority: Substring) -> (host: String, port: Int?)? {
    let host: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      guard host.dropFirst().dropLast().utf8.allSatisfy(isIPv6Byte), host.utf8.count > 4 else {
        return nil
      }
    } else {
      host = authority.prefix { $0 != ":" }
      guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
    }
    let rest = authority[host.endIndex...]
    guard rest.count > 1 else { return rest == "" || rest == ":" ? (host.lowercased(), nil) : nil }
    guard rest.hasPrefix(":"), rest.dropFirst().utf8.allSatisfy(isDigit),
      let port = UInt16(rest.dropFirst()), port > 0
    else { return nil }
    return (host.lowercased(), Int(port))
  }

  private static func isIPv6Byte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }
}

extension ResolvedURL.Scheme {
  var defaultPort: Int {
    switch self {
    case .http: 80
    case .https: 443
    }
  }
}

/// Whether a byte is an ASCII digit.
package func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
