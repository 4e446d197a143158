import Explorer
import JSON

/// A person among the items of a source, as documents name them.
struct Person: Sendable {
  let item: Item

  var login: String? { text("login") }

  var name: String? { text("name") ?? (login == nil ? item.label : nil) }

  /// `Name <mail>`, as trailers have it.
  var signature: String? {
    if let signature = text("signature") { return signature }
    let prefix = "Co-authored-by: "
    guard let line = text("coAuthor") else { return nil }
    return line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line
  }

  var mail: String? { text("mail") }

  /// What makes somebody one row: the login whatever its case, else the id.
  var identity: String { login.map { "@" + $0.lowercased() } ?? item.id }

  /// Why this person is offered: `author of 12 commits`; nil where nothing is known.
  var relation: String? {
    let relations = item.data["relation"]?.arrayValue?.compactMap(\.stringValue) ?? []
    var words: [String] = []
    if relations.contains("recent") { words.append("recent") }
    if let commits = item.data["commits"]?.intValue, commits > 0 {
      words.append("author of \(commits) commit\(commits == 1 ? "" : "s")")
    } else if relations.contains("author") {
      words.append("author")
    } else if relations.contains("mentionable") {
      words.append("mentionable")
    }
    if relations.contains("following") { words.append("you follow") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Name and relation, on one line.
  var summary: String? {
    let parts = [login == nil ? mail : name, relation].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  func text(_ name: String) -> String? {
    guard let text = item.data[name]?.stringValue, !text.isEmpty else { return nil }
    return text
  }

  func number(_ name: String) -> Int? { item.data[name]?.intValue }
}
