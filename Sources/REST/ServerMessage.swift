import JSON
import Secrets

/// What a server says about its refusal, fit to be shown to a person.
struct ServerMessage {
  /// The first line without control characters, cut to a length and free of secrets.
  let text: String?
  /// Lower case, as far as it is searched for words.
  private let searched: String
  /// What stands behind the `#` of the page that it points to, in lower case.
  private let anchor: String

  private static let maximumLength = 300
  private static let searchedBytes = 8192

  init(_ body: [UInt8], _ redactor: Redactor) {
    let value = try? JSONValue(parsing: body, byteOrderMark: .skipped)
    let said = value.flatMap(Self.sentence) ?? Self.plainText(body)
    text = said.flatMap { Self.presentable($0, redactor) }
    searched = String(decoding: body.prefix(Self.searchedBytes), as: UTF8.self).lowercased()
    let page = value?["documentation_url"]?.stringValue ?? ""
    anchor = page.split(separator: "#").dropFirst().last?.lowercased() ?? ""
  }

  /// Whether it speaks of a rate, abuse or secondary limit.
  var speaksOfLimit: Bool {
    let words = [
      "rate limit", "secondary limit", "secondary rate", "abuse detection", "abuse limit",
      "too many requests", "slow down", "too quickly", "wait a few minutes", "quota",
    ]
    return words.contains { searched.contains($0) }
      || ["rate-limit", "secondary-limit", "abuse"].contains { anchor.contains($0) }
  }

  /// Whether it speaks of too many wrong passwords, which waiting a minute does not mend.
  var speaksOfLoginAttempts: Bool { searched.contains("login attempt") }

  /// What the answer calls its message, and what the first of `errors` adds to it.
  private static func sentence(_ value: JSONValue) -> String? {
    let error = value["error"]
    let message =
      value["message"]?.stringValue ?? error?.stringValue ?? error?["reason"]?.stringValue
      ?? error?["message"]?.stringValue
    let first = value["errors"]?.arrayValue?.first
    let detail = first?["message"]?.stringValue ?? first?.stringValue
    let parts = [message, detail].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// The body itself, where it is neither markup nor JSON.
  private static func plainText(_ body: [UInt8]) -> String? {
    guard let text = String(validating: body.prefix(searchedBytes), as: UTF8.self) else {
      return nil
    }
    let first = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
    return first == nil || "<{[\"".contains(first ?? "<") ? nil : text
  }

  /// Returns nil where nothing is left.
  static func presentable(_ text: String, _ redactor: Redactor) -> String? {
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    guard var scalars = line?.unicodeScalars else { return nil }
    scalars.removeAll { $0.properties.generalCategory == .control }
    let shown = redactor.redacted(String(Substring(scalars))).prefix(maximumLength)
    return shown.isEmpty ? nil : String(shown)
  }
}
