import Explorer
import JSON

/// What a hover and a completion's documentation say of a person.
struct PersonCard: Sendable {
  let person: Person

  /// LSP's `MarkupContent`.
  func content(_ markup: Markup) -> JSONValue {
    ["kind": .string(markup.rawValue), "value": .string(text(markup))]
  }

  func text(_ markup: Markup) -> String {
    var paragraphs = [heading(markup)]
    if let bio = person.text("bio") { paragraphs.append(line(bio, markup)) }
    let facts = [place, numbers, ties, history].compactMap(\.self).map { line($0, markup) }
    if !facts.isEmpty {
      paragraphs.append(facts.joined(separator: markup == .markdown ? "  \n" : "\n"))
    }
    if let url = person.item.url {
      paragraphs.append(markup == .markdown ? "<\(url)>" : url)
    }
    return paragraphs.joined(separator: "\n\n")
  }

  private func heading(_ markup: Markup) -> String {
    let name = line(person.name ?? person.login ?? person.item.label, markup)
    var heading = markup == .markdown ? "**\(name)**" : name
    if let login = person.login {
      heading += markup == .markdown ? " `@\(login)`" : " (@\(login))"
    }
    switch person.item.kind {
    case .organization: heading += " organization"
    case .bot: heading += " bot"
    default: break
    }
    return heading
  }

  private var place: String? {
    joined([person.text("company")?.trimmed, person.text("location")?.trimmed])
  }

  private var numbers: String? {
    joined([
      person.number("followers").map { "\($0) follower\($0 == 1 ? "" : "s")" },
      (person.number("publicRepos") ?? person.number("repositories")).map {
        "\($0) repositor\($0 == 1 ? "y" : "ies")"
      },
    ])
  }

  private var ties: String? {
    joined([
      person.item.data["viewerIsFollowing"]?.boolValue == true ? "you follow" : nil,
      person.item.data["followsViewer"]?.boolValue == true ? "follows you" : nil,
    ])
  }

  private var history: String? {
    guard let commits = person.number("commits"), commits > 0 else { return nil }
    let last = person.text("lastCommit").map { ", the last on \($0.prefix(10))" } ?? ""
    return "\(commits) commit\(commits == 1 ? "" : "s") here\(last)"
  }

  private func joined(_ parts: [String?]) -> String? {
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " · ")
  }

  /// One line of somebody else's text, with nothing in it that would be taken for markup.
  private func line(_ text: String, _ markup: Markup) -> String {
    let plain = text.oneLine
    guard markup == .markdown else { return plain }
    var escaped = ""
    for character in plain {
      if "\\`*_{}[]<>#|~!&".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}

extension String {
  /// Without outer blanks.
  fileprivate var trimmed: String? {
    let text = oneLine
    return text.isEmpty ? nil : text
  }

  /// The words of a text, without line breaks, control characters and those that turn its direction.
  var oneLine: String {
    let words = unicodeScalars.split { scalar in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
    return words.map { word in
      String(String.UnicodeScalarView(word.filter { !$0.properties.isBidiControl }))
    }.joined(separator: " ")
  }
}
