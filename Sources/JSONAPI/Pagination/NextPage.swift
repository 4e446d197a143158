import Catalog
import Explorer
import JSON
import URLs

/// What an answer says of the page after it, as something that can be asked for.
enum NextPage {
  /// Longer ones are no address and no cursor, and would be carried from page to page.
  private static let maximumBytes = 1 << 16

  /// Returns nil where there is none, or where pages are found in another way; throws where the next
  /// one lies elsewhere.
  static func target(
    after answer: PageResponse, _ settings: APISettings
  ) throws(SourceError) -> PageTarget? {
    guard let next = answer.next, !isEnd(next) else { return nil }
    guard next.writtenText.utf8.count <= maximumBytes else {
      throw SourceError(.badResponse(.malformed(reason: "its next page has too long a name")))
    }
    if settings.has(.cursor), settings.next != .link { return .cursor(next) }
    let text = next.writtenText
    if let number = Int(text), (0...PageTarget.maximumNumber).contains(number) {
      if settings.has(.page) { return .page(number - settings.firstPage + 1, offset: 0) }
      if settings.has(.offset) { return .page(1, offset: number) }
    }
    guard let asked = ResolvedURL(answer.address), let url = asked.resolving(text),
      keepsSecrets(from: asked, to: url)
    else { throw SourceError(.badResponse(.nextLinkElsewhere)) }
    return .url(url.description)
  }

  /// Whether an address that came from outside may be sent the secrets of the settings.
  static func mayBeSent(_ url: String, _ settings: APISettings) -> Bool {
    guard let url = ResolvedURL(url), let base = base(settings) else { return false }
    return keepsSecrets(from: base, to: url)
  }

  /// The address with the secrets that the settings have in their query: what came from outside has
  /// stars in their place, or lacks them.
  static func filled(
    _ url: String, _ settings: APISettings, _ values: PlaceholderValues
  ) -> String {
    let secrets = settings.url.secretParameters(values, escaped: URLEncoding.queryValue)
    guard !secrets.isEmpty else { return url }
    func name(_ parameter: some StringProtocol) -> String { String(parameter.prefix { $0 != "=" }) }
    let names = Set(secrets.map(name))
    let path = url.prefix { $0 != "?" }
    let kept = url.dropFirst(path.count + 1).split(separator: "&")
      .filter { !names.contains(name($0)) }
    return path + "?" + (kept.map(String.init) + secrets).joined(separator: "&")
  }

  private static func base(_ settings: APISettings) -> ResolvedURL? {
    ResolvedURL(settings.url.filled(PlaceholderValues(), escaped: URLEncoding.queryValue))
  }

  /// The same server, or the same host by https where it was http.
  private static func keepsSecrets(from base: ResolvedURL, to url: ResolvedURL) -> Bool {
    guard base.host == url.host else { return false }
    let isUpgrade =
      base.scheme == .http && url.scheme == .https && [443, base.port].contains(url.port)
    return isUpgrade || url.isSameOrigin(as: base)
  }

  /// Whether what is said of the next page is that there is none.
  private static func isEnd(_ next: JSONValue) -> Bool {
    switch next {
    case .null, .bool: true
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    case .string, .brokenString, .integer, .largeInteger, .number:
      ["", "false", "0", "-1", "null"].contains(next.writtenText)
        || [0, -1].contains(next.intValue)
    }
  }
}
