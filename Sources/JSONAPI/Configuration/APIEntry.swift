import URLs
import Catalog
import HTTP
import JSON

extension EntryReader {
  /// How the API of an entry of type `http` is asked.
  func settings(cacheAge: Duration, sandboxURL: String?) throws(EntryFault) -> APISettings {
    var address = try required("url", Self.urlWords)
    let needsSandbox = address.hasPrefix(Self.sandboxName)
    if needsSandbox {
      // Without a sandbox the entry stands, and says what is missing when it is asked.
      address = (sandboxURL ?? "http://127.0.0.1") + address.dropFirst(Self.sandboxName.count)
    }
    let url = try template(address, "url")
    let example = PlaceholderValues(query: "a", cursor: "a")
    guard let resolved = ResolvedURL(url.filled(example, escaped: URLEncoding.queryValue)),
      !resolved.host.isEmpty
    else { throw fault("url", Self.urlWords) }

    var settings = APISettings(
      url: url, mode: try word("mode", as: APISettings.Mode.self) ?? .query)
    settings.lacksSandbox = needsSandbox && sandboxURL == nil
    settings.headers = try headers()
    if let body = self["body"] { settings.body = try requestBody(body) }
    settings.form = try form()
    guard settings.form == nil || settings.body == nil else {
      throw fault("form", "left out where there is a `body`")
    }
    settings.method =
      try word("method", as: Method.self)?.method ?? (settings.form == nil ? .get : .post)
    if settings.body != nil || settings.form != nil, settings.method != .post {
      throw fault("method", "\"POST\" where there is a body or a form")
    }
    settings.escape = try escape()
    settings.layout = try layout()
    settings.empty = try statuses("empty")
    settings.error = try place("error")
    settings.total = try place("total")
    settings.next = try next(isCounted: settings.has(.page) || settings.has(.offset))
    if settings.next == .none, settings.has(.cursor) {
      throw fault(
        "next", "where `{cursor}` comes from, \"body:\" and a path or \"header:\" and a name")
    }
    settings.more = try place("more")
    settings.firstPage = try integer("firstPage", in: 0...1) ?? 1
    settings.firstCursor = try firstCursor()
    settings.cacheAge = try integer("cacheSeconds", in: 0...86_400).map { .seconds($0) } ?? cacheAge
    settings.maximumPages = try integer("maximumPages", in: 1...1_000_000) ?? settings.maximumPages
    settings.perPage = try integer("perPage", in: 1...10_000) ?? settings.perPage
    if settings.mode == .query, !settings.has(.query) {
      throw fault(
        "url", "an address with `{query}` in it, or in the body, where `mode` is \"query\"")
    }
    return settings
  }

  private enum Method: String, CaseIterable {
    case get = "GET"
    case post = "POST"

    var method: Request.Method { self == .get ? .get : .post }
  }

  private static let sandboxName = "{sandbox}"
  private static let urlWords = "an http or https URL"

  private func template(_ text: String, _ member: String) throws(EntryFault) -> RequestTemplate {
    do throws(RequestTemplate.Fault) {
      return try RequestTemplate(text)
    } catch {
      throw fault(member, Self.words(error))
    }
  }

  private func requestBody(_ value: JSONValue) throws(EntryFault) -> RequestBody {
    guard value.objectValue != nil || value.arrayValue != nil else {
      throw fault("body", "an object or an array")
    }
    do throws(RequestTemplate.Fault) {
      return try RequestBody(value)
    } catch {
      throw fault("body", Self.words(error))
    }
  }

  private func form() throws(EntryFault) -> FormBody? {
    guard let value = self["form"] else { return nil }
    guard let members = value.objectValue?.members else { throw fault("form", "an object") }
    var fields: [(name: String, text: RequestTemplate)] = []
    for member in members {
      guard let text = member.value.readableText else {
        throw fault("form", "an object of strings")
      }
      fields.append((name: member.key, text: try template(text, "form")))
    }
    return FormBody(fields)
  }

  private func escape() throws(EntryFault) -> QueryEscape? {
    let expected = "\"backslash\", \"double\", or an object of texts by what they replace"
    switch self["escape"] {
    case nil: return nil
    case .string("backslash")?: return .backslash
    case .string("double")?: return .double
    case .object(let object)?:
      let replacements = object.members.compactMap { member in
        member.value.stringValue.map { QueryEscape.Replacement(old: member.key, new: $0) }
      }
      guard replacements.count == object.members.count, replacements.allSatisfy({ $0.old != "" })
      else { throw fault("escape", expected) }
      return .replacements(replacements)
    default: throw fault("escape", expected)
    }
  }

  private func statuses(_ member: String) throws(EntryFault) -> Set<Int> {
    guard let value = self[member] else { return [] }
    let numbers = (value.arrayValue ?? [value]).map(\.intValue)
    let statuses = Set(numbers.compactMap(\.self).filter { (400..<600).contains($0) })
    guard statuses.count == numbers.count else {
      throw fault(member, "an array of statuses from 400 to 599")
    }
    return statuses
  }

  private static func words(_ fault: RequestTemplate.Fault) -> String {
    let names = RequestTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(
      separator: " ")
    switch fault {
    case .openBrace: return "a text whose braces are closed (`{{` is one brace)"
    case .unknownName: return "a text with no other places than \(names) {env:NAME}"
    }
  }

  private func headers() throws(EntryFault) -> [(name: String, value: RequestTemplate)] {
    guard let value = self["headers"] else { return [] }
    guard let members = value.objectValue?.members else { throw fault("headers", "an object") }
    var headers: [(name: String, value: RequestTemplate)] = []
    for member in members {
      guard let text = member.value.stringValue, Self.isToken(member.key),
        text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { throw fault("headers", "an object of strings that can be sent as headers") }
      headers.append((name: member.key, value: try template(text, "headers")))
    }
    return headers
  }

  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
  }

  /// A path, or a header's name.
  private func place(_ member: String) throws(EntryFault) -> APISettings.Place? {
    guard let text = try text(member) else { return nil }
    guard let name = Self.name(in: text, behind: "header:") else { return .body(try path(member)) }
    return .header(name)
  }

  private func next(isCounted: Bool) throws(EntryFault) -> APISettings.Next {
    guard let text = try text("next") else { return isCounted ? .page : .none }
    switch text {
    case "link": return .link
    case "page":
      guard isCounted else { throw fault("next", "`{page}` or `{offset}` in the URL or the body") }
      return .page
    default:
      if let path = Self.name(in: text, behind: "body:") {
        return .named(.body(ItemsPath(path).segments))
      }
      guard let name = Self.name(in: text, behind: "header:") else {
        throw fault("next", "\"page\", \"link\", \"body:\" and a path, or \"header:\" and a name")
      }
      return .named(.header(name))
    }
  }

  private static func name(in text: String, behind prefix: String) -> String? {
    text.hasPrefix(prefix) && text.count > prefix.count ? String(text.dropFirst(prefix.count)) : nil
  }

  private func firstCursor() throws(EntryFault) -> JSONValue? {
    switch self["firstCursor"] {
    case nil: nil
    case let value? where value.stringValue != nil || value.intValue != nil: value
    default: throw fault("firstCursor", "a string or a whole number")
    }
  }
}
