import System

/// A folder that a client works in, as it names it: a path, or a `file:` URI.
package struct WorkspaceFolder: Sendable, Hashable {
  /// Absolute, without a slash at its end.
  package let path: String

  /// Nil for what is neither, and for files of other hosts.
  package init?(_ text: String) {
    guard !text.utf8.contains(0) else { return nil }
    if text.hasPrefix("/") {
      path = Self.trimmed(text)
    } else if let rest = Self.location(text), let decoded = Self.decoded(rest) {
      path = Self.trimmed(decoded)
    } else {
      return nil
    }
  }

  /// Whether the folder, or one above it, looks like a repository of git.
  package var isInRepository: Bool {
    var folder = path
    while true {
      if PathStatus(folder + "/.git") != .absent || Self.isBare(folder) { return true }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return false }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  private static func isBare(_ folder: String) -> Bool {
    ["HEAD", "objects", "refs"].allSatisfy { PathStatus("\(folder)/\($0)") != .absent }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The path of a `file:` URI: `file:///a`, `file:/a`, `file://localhost/a`.
  private static func location(_ uri: String) -> Substring? {
    guard uri.prefix(5).lowercased() == "file:" else { return nil }
    var rest = uri.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.count)
    }
    return rest.hasPrefix("/") ? rest : nil
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16), value > 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
