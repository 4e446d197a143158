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
    self.init(
      value.flatMap(Self.sentence) ?? Self.plainText(body) ?? Self.taggedText(body), in: body,
      page: value?["documentation_url"]?.stringValue, redactor)
  }

  /// What a value says: a sentence, or something with one in it.
  init(_ value: JSONValue, _ redactor: Redactor) {
    self.init(Self.sentence(value), in: value.jsonBytes, page: nil, redactor)
  }

  private init(_ said: String?, in body: [UInt8], page: String?, _ redactor: Redactor) {
    text = said.flatMap { Self.presentable($0, redactor) }
    searched = String(decoding: body.prefix(Self.searchedBytes), as: UTF8.self).lowercased()
    anchor = (page ?? "").split(separator: "#").dropFirst().last?.lowercased() ?? ""
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

  /// Under what names an answer says what is wrong, the most telling first.
  private static let names = [
    "message", "error_description", "error", "reason", "info", "resultMsg", "Message", "msg",
    "title",
    "header", "response",
  ]
  private static let maximumDepth = 3

  /// What the answer calls its message, and what the first of its errors or its detail adds to it.
  private static func sentence(_ value: JSONValue) -> String? { sentence(value, depth: 0) }

  private static func sentence(_ value: JSONValue, depth: Int) -> String? {
    if let text = value.stringValue { return text.isEmpty ? nil : text }
    guard depth <= maximumDepth else { return nil }
    if let first = value.arrayValue?.first { return sentence(first, depth: depth + 1) }
    let message = names.lazy.compactMap { name in
      value[name].flatMap { sentence($0, depth: depth + 1) }
    }.first
    let detail = (value["errors"] ?? value["detail"]).flatMap { sentence($0, depth: depth + 1) }
    let parts = [message, detail == message ? nil : detail].compactMap(\.self)
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

  /// What an element of XML says that is named for it; gateways refuse in XML what is asked in JSON.
  static func taggedText(_ body: [UInt8]) -> String? {
    let text = String(decoding: body.prefix(searchedBytes), as: UTF8.self)
    return ["returnAuthMsg", "errMsg", "resultMsg", "Message", "message"].lazy.compactMap { name in
      guard let start = text.firstRange(of: "<\(name)>")?.upperBound,
        let end = text[start...].firstRange(of: "</\(name)>")?.lowerBound
      else { return nil }
      return String(text[start..<end])
    }.first
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
