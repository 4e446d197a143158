import Documents
import Explorer
import JSON

/// Makes LSP's completion items of people.
struct CompletionItems: Sendable {
  let context: PersonContext
  let place: DocumentPlace
  let client: LanguageClient
  let sourceID: String
  /// The document's.
  let uri: String

  /// The list, in the order given; never empty and incomplete at once, since clients ask no more after
  /// that.
  func list(_ people: [Person]) -> JSONValue {
    let items = people.enumerated().compactMap { item($1, rank: $0) }
    return ["isIncomplete": .bool(!items.isEmpty), "items": .array(items)]
  }

  /// The keys of trailers that begin as typed.
  var keys: JSONValue {
    let items = TrailerKey.completions(of: context.query).enumerated().map { rank, key in
      var item = item(key, kind: 14, rank: rank, replacing: context.replaced)
      item["textEdit"] = edit(context.replaced, "\(key): ")
      return JSONValue.object(item)
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  /// The slugs of an organisation's teams.
  func teams(_ slugs: [String]) -> JSONValue {
    let items = slugs.enumerated().map { rank, slug in
      var item = item(slug, kind: 18, rank: rank, replacing: context.replaced)
      item["textEdit"] = edit(context.replaced, slug)
      return JSONValue.object(item)
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  /// Nil where the person cannot be named in that place: who has no login cannot be mentioned.
  private func item(_ person: Person, rank: Int) -> JSONValue? {
    guard let (text, range) = insertion(of: person) else { return nil }
    var item = item(label(of: person), kind: 18, rank: rank, replacing: range)
    let summary = person.summary.map { JSONValue.string($0.oneLine) }
    if client.hasLabelDetails {
      item["labelDetails"] = summary.map { ["description": $0] }
    } else {
      item["detail"] = summary
    }
    let isSnippet = client.hasSnippets && text.contains(" ")
    if isSnippet { item["insertTextFormat"] = 2 }
    item["textEdit"] = edit(range, isSnippet ? Self.snippet(text) : text)
    var data = JSONObject()
    data["source"] = .string(sourceID)
    data["id"] = .string(person.item.id)
    data["login"] = person.login.map(JSONValue.string)
    data["uri"] = .string(uri)
    item["data"] = .object(data)
    return .object(item)
  }

  /// The login; with the name where only that has what was typed, or where there is no login.
  private func label(of person: Person) -> String {
    guard let login = person.login else { return person.item.label.oneLine }
    let typed = context.query.lowercased()
    guard !typed.isEmpty, !login.lowercased().contains(typed), let name = person.name else {
      return login
    }
    return "\(login) (\(name.oneLine))"
  }

  private func insertion(of person: Person) -> (text: String, range: Range<Int>)? {
    switch context.kind {
    case .mention: return person.login.map { ($0, context.replaced) }
    case .trailer: return person.signature.map { ($0.oneLine, context.replaced) }
    case .owner:
      let hasSign = place.byte(before: context.replaced) == UInt8(ascii: "@")
      if let login = person.login {
        return (hasSign ? login : "@" + login, context.replaced)
      }
      guard let mail = person.mail else { return nil }
      let start = context.replaced.lowerBound - (hasSign ? 1 : 0)
      return (mail, start..<context.replaced.upperBound)
    case .team, .trailerKey: return nil
    }
  }

  // MARK: parts

  /// What the items of all kinds have.
  private func item(
    _ label: String, kind: Int, rank: Int, replacing range: Range<Int>
  ) -> JSONObject {
    var item = JSONObject()
    item["label"] = .string(label)
    item["kind"] = JSONValue(kind)
    item["sortText"] = .string(Self.sortText(rank))
    item["filterText"] = filterText(label, of: range)
    // As it is: some clients else indent what they have inserted, and the lines behind it.
    if client.hasInsertTextModes { item["insertTextMode"] = 1 }
    return item
  }

  private func filterText(_ label: String, of range: Range<Int>) -> JSONValue? {
    let typed = place.text(in: range)
    return label.hasPrefix(typed) ? nil : .string("\(typed) \(label)")
  }

  private func edit(_ range: Range<Int>, _ text: String) -> JSONValue {
    ["range": place.range(range), "newText": .string(text)]
  }

  private static func sortText(_ rank: Int) -> String {
    let digits = String(rank)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// A text in which a snippet means nothing (LSP 3.17, "Snippet Syntax").
  private static func snippet(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\$}".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
