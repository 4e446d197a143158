import HTTP
import JSON

/// What a server says about its refusal, fit to be shown to a person.
struct ServerMessage {
  /// The first line without control characters, cut to a length and free of the token.
  let text: String?
  /// Lower case, as far as it is searched for words.
  private let searched: String

  private static let maximumLength = 300
  private static let searchedBytes = 8192

  init(_ body: [UInt8], token: Token?) {
    let object = try? JSONValue(parsing: body, byteOrderMark: .skipped)
    let said = object.flatMap(Self.sentence) ?? Self.plainText(body)
    text = said.flatMap { Self.presentable($0, token: token) }
    searched = String(decoding: body.prefix(Self.searchedBytes), as: UTF8.self).lowercased()
  }

  /// Whether it speaks of a rate, abuse or secondary limit.
  var speaksOfLimit: Bool {
    let words = [
      "rate limit", "secondary limit", "secondary rate", "abuse detection", "abuse limit",
      "too many requests",
    ]
    return words.contains { searched.contains($0) }
  }

  /// Whether it speaks of too many wrong passwords, which waiting a minute does not mend.
  var speaksOfLoginAttempts: Bool { searched.contains("login attempt") }

  /// `message`, and what the first of `errors` adds to it.
  private static func sentence(_ value: JSONValue) -> String? {
    let message = value["message"]?.stringValue ?? value["error"]?.stringValue
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
  static func presentable(_ text: String, token: Token?) -> String? {
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    guard var scalars = line?.unicodeScalars else { return nil }
    scalars.removeAll { $0.properties.generalCategory == .control }
    let plain = String(Substring(scalars))
    let shown = (token.map { $0.blotted(from: plain) } ?? plain).prefix(maximumLength)
    return shown.isEmpty ? nil : String(shown)
  }
}
