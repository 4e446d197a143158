/// What secrets look like: GitHub's tokens, `Bearer …`, the values of `Authorization`,
/// `user:password@` in URLs, and parameters of URLs that are named for a secret.
enum SecretForms {
  /// Returns the text, UTF-8, with what has the form of a secret replaced.
  static func redacted(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var kept = 0
    var i = 0
    while i < text.count {
      guard let secret = secret(in: text, at: i), !secret.isEmpty else {
        i += 1
        continue
      }
      result += text[kept..<secret.lowerBound]
      result += Array(Redactor.mark.utf8)
      kept = secret.upperBound
      i = kept
    }
    return kept == 0 ? text : result + text[kept...]
  }

  /// The place of the secret that what stands at `i` announces; nil where that is nothing of the kind.
  private static func secret(in text: [UInt8], at i: Int) -> Range<Int>? {
    switch text[i] {
    case UInt8(ascii: "g"): token(in: text, at: i)
    case UInt8(ascii: "b"), UInt8(ascii: "B"): bearer(in: text, at: i)
    case UInt8(ascii: "a"), UInt8(ascii: "A"): authorization(in: text, at: i)
    case UInt8(ascii: ":"): userInfo(in: text, at: i)
    case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"): parameter(in: text, at: i)
    default: nil
    }
  }

  private static let tokenPrefixes = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"]
    .map { Array($0.utf8) }

  private static func token(in text: [UInt8], at start: Int) -> Range<Int>? {
    guard let prefix = tokenPrefixes.first(where: { text[start...].starts(with: $0) }) else {
      return nil
    }
    var end = text.end(from: start + prefix.count) { isTokenByte($0) }
    // The full stop of a sentence is no part of it.
    while end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return end > start + prefix.count ? start..<end : nil
  }

  private static func bearer(in text: [UInt8], at start: Int) -> Range<Int>? {
    guard text.has("bearer", at: start) else { return nil }
    let value = text.end(from: start + 6) { isBlank($0) }
    guard value > start + 6 else { return nil }
    return value..<text.end(from: value) { !isBlank($0) && !isEnd($0) }
  }

  /// All of the value: its scheme may be any, and it may have blanks and commas in it.
  private static func authorization(in text: [UInt8], at start: Int) -> Range<Int>? {
    guard text.has("authorization", at: start) else { return nil }
    func skippingQuotes(_ i: Int) -> Int {
      text.end(from: i) { isBlank($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }
    let colon = skippingQuotes(start + 13)
    guard colon < text.count, text[colon] == UInt8(ascii: ":") || text[colon] == UInt8(ascii: "=")
    else { return nil }
    let value = skippingQuotes(colon + 1)
    return value..<text.end(from: value) { !isEnd($0) }
  }

  private static func userInfo(in text: [UInt8], at colon: Int) -> Range<Int>? {
    guard text.has("://", at: colon) else { return nil }
    let start = colon + 3
    let end = text.end(from: start) { !isBlank($0) && !isEnd($0) && !"/?#".utf8.contains($0) }
    guard let at = text[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
    return start..<at
  }

  private static let secretNames: Set = [
    "key", "apikey", "xapikey", "accesskey", "authkey", "secretkey", "privatekey",
    "subscriptionkey", "token", "auth", "secret", "password", "passwd", "pwd", "pass", "passphrase",
    "signature", "sig", "credential", "credentials", "authorization", "proxyauthorization",
    "cookie",
  ]
  private static let secretEndings = ["token", "apikey", "secret", "password", "signature"]

  private static func parameter(in text: [UInt8], at start: Int) -> Range<Int>? {
    let end = text.end(from: start + 1) { isTokenByte($0) }
    guard end < text.count, text[end] == UInt8(ascii: "="), (1...40).contains(end - start - 1),
      isSecretName(String(decoding: text[(start + 1)..<end], as: UTF8.self))
    else { return nil }
    let value = end + 1
    // A place that is filled in later is none.
    guard value < text.count, text[value] != UInt8(ascii: "{") else { return nil }
    return value..<text.end(from: value) { !isBlank($0) && !isEnd($0) && !"&;#".utf8.contains($0) }
  }

  /// Whether a parameter or a member of that name holds a secret.
  static func isSecretName(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
    return secretNames.contains(plain) || secretEndings.contains { plain.hasSuffix($0) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a value inside quotes or on a line of its own ends here.
  private static func isEnd(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 || "\"'\\<>`".utf8.contains(byte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension [UInt8] {
  /// The end of the run from `start` on whose bytes are all like that.
  fileprivate func end(from start: Int, while isLike: (UInt8) -> Bool) -> Int {
    var end = start
    while end < count, isLike(self[end]) { end += 1 }
    return end
  }

  /// Whether `word`, in lower case ASCII, stands there in any case.
  fileprivate func has(_ word: String, at start: Int) -> Bool {
    let end = start + word.utf8.count
    guard end <= count else { return false }
    return zip(self[start..<end], word.utf8).allSatisfy { byte, expected in
      byte == expected
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          && byte | 0x20 == expected
    }
  }
}
