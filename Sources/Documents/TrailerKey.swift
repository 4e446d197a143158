/// The keys of trailers that name a person (git-interpret-trailers).
package enum TrailerKey {
  package static let all = [
    "Co-authored-by", "Reviewed-by", "Acked-by", "Tested-by", "Suggested-by", "Reported-by",
    "Helped-by", "Signed-off-by",
  ]

  /// The key that a line begins with, whatever its case, as it is written, and the byte behind the
  /// blanks that follow its colon.
  package static func leading(_ line: Substring.UTF8View) -> (key: String, end: Int)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let key = String(Substring(line[..<colon]))
    guard all.contains(where: { $0.lowercased() == key.lowercased() }) else { return nil }
    let blanks = line[line.index(after: colon)...].prefix { $0 == 0x20 || $0 == 0x09 }
    return (key, key.utf8.count + 1 + blanks.count)
  }

  /// The keys that begin so, whatever the case.
  package static func completions(of start: String) -> [String] {
    let start = start.lowercased()
    return all.filter { $0.lowercased().hasPrefix(start) }
  }
}
