import URLs

/// Addresses that may be opened, as records have them.
enum WebAddress {
  /// An absolute http(s) URL, with what a URL cannot have percent-encoded; nil for anything else.
  ///
  /// A host may be in any script. `www.example.com` and `//example.com` are taken for https.
  static func normalized(_ text: String) -> String? {
    var text = trimmed(text)
    if text.hasPrefix("//") {
      text = "https:" + text
    } else if text.lowercased().hasPrefix("www."), !text.contains("://") {
      text = "https://" + text
    }
    guard let end = text.range(ofScheme: ["http", "https"]) else { return nil }
    let rest = text[end...]
    let authority = rest.prefix { !"/?#\\".contains($0) }
    guard isAuthority(authority) else { return nil }
    let target = URLEncoding.escapingInvalid(String(rest[authority.endIndex...]))
    return text[..<end].lowercased() + authority + target
  }

  /// What a field says as a part of a URL: a value of its query, or a piece of its path; `%XX` stays.
  static func escaped(_ text: String, behind url: String) -> String {
    if url.contains("?") || url.contains("#") {
      return URLEncoding.keptQueryValue(text)
    }
    let hasAuthority = url.range(ofScheme: ["http", "https"]).map { url[$0...].contains("/") }
    return hasAuthority == true ? URLEncoding.keptPath(text) : text
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text).unicodeScalars
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    return String(scalars)
  }

  /// A host that is not ASCII is left for the reader; its port must be one all the same.
  private static func isAuthority(_ authority: Substring) -> Bool {
    let isWritable = authority.unicodeScalars.allSatisfy { scalar in
      scalar.value < 0x80
        || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.canonicalCombiningClass != .notReordered
    }
    let ascii = authority.unicodeScalars.map { $0.value < 0x80 ? Character($0) : "x" }
    return isWritable && ResolvedURL("http://" + String(ascii) + "/") != nil
  }
}

extension String {
  /// Where the text behind `scheme://` begins, for one of these schemes in any case.
  fileprivate func range(ofScheme schemes: [String]) -> Index? {
    guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://"),
      schemes.contains(self[..<colon].lowercased())
    else { return nil }
    return index(colon, offsetBy: 3)
  }
}
