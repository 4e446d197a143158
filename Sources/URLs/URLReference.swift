extension ResolvedURL {
  /// Returns what `reference` means on this page (RFC 3986 §5.2); nil where it is no http(s) URL.
  ///
  /// Bytes that a URL must escape, blanks and accents for example, are escaped first.
  package func resolving(_ reference: String) -> ResolvedURL? {
    let reference = URLEncoding.escaped(reference) { (0x21...0x7E).contains($0) }
      .prefix { $0 != "#" }
    if Self.hasScheme(reference) { return ResolvedURL(String(reference)) }
    if reference.hasPrefix("//") { return ResolvedURL("\(scheme.rawValue):\(reference)") }

    let (basePath, _) = Self.pathAndQuery(target[...])
    let (path, query) = Self.pathAndQuery(reference)
    var result = self
    if path.isEmpty {
      if let query { result.target = "\(basePath)?\(query)" }
    } else {
      let merged = path.hasPrefix("/") ? String(path) : Self.directory(basePath) + path
      result.target = Self.removingDotSegments(merged) + (query.map { "?\($0)" } ?? "")
    }
    return ResolvedURL(result.description)
  }

  private static func hasScheme(_ reference: Substring) -> Bool {
    let scheme = reference.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
    return !scheme.isEmpty && reference[scheme.endIndex...].hasPrefix(":")
  }

  private static func pathAndQuery(_ text: Substring) -> (path: Substring, query: Substring?) {
    let path = text.prefix { $0 != "?" }
    return (path, path.endIndex < text.endIndex ? text[path.endIndex...].dropFirst() : nil)
  }

  private static func directory(_ path: Substring) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
  }

  private static func removingDotSegments(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for segment in segments {
      switch segment {
      case ".": continue
      case "..": _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    if segments.last == "." || segments.last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }
}
