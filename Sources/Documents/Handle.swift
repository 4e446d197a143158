/// `@login` or `@organization/slug` at the end of what has been typed.
struct Handle {
  /// The login or the slug so far; may be empty.
  let name: String
  /// Nil where no team is meant.
  let organization: String?

  /// Nil where what is typed ends in none: an address, a path, a word in backticks have none.
  init?(endOf typed: Substring.UTF8View) {
    // `dependabot[bot]` and what leads to it.
    let marked = typed.suffix(while: { Handle.isNameByte($0) || "[]".utf8.contains($0) })
    let name =
      Handle.isBotName(marked) ? marked : typed.suffix(while: Handle.isNameByte)
    let before = typed[..<name.startIndex]
    guard let sign = before.last else { return nil }
    if sign == UInt8(ascii: "/") {
      let organization = before.dropLast().suffix(while: Handle.isNameByte)
      let outer = before[..<organization.startIndex]
      guard !organization.isEmpty, outer.last == UInt8(ascii: "@"),
        Handle.mayPrecede(outer.dropLast())
      else { return nil }
      self.organization = String(Substring(organization))
    } else {
      guard sign == UInt8(ascii: "@"), Handle.mayPrecede(before.dropLast()) else { return nil }
      organization = nil
    }
    self.name = String(Substring(name))
  }

  /// Git's `@{upstream}`.
  func isFollowedByBrace(in line: String, _ typed: Substring.UTF8View) -> Bool {
    name.isEmpty && line.utf8.dropFirst(typed.count).first == UInt8(ascii: "{")
  }

  /// GitHub's logins: letters, digits and hyphens, and in managed accounts an underscore.
  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Whether an `@` behind these bytes may name somebody.
  static func mayPrecede(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = bytes.last else { return true }
    return !last.isLetterOrDigit && !"._-`\\%/@$".utf8.contains(last)
  }

  /// Whether GitHub could have given that name to an account: 39 characters at most.
  static func isLogin(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, let last = bytes.last, bytes.count <= 39 else { return false }
    return first.isLetterOrDigit && last.isLetterOrDigit && bytes.allSatisfy(isNameByte)
  }

  private static func isBotName(_ bytes: Substring.UTF8View) -> Bool {
    guard let bracket = bytes.firstIndex(of: UInt8(ascii: "[")), bracket > bytes.startIndex else {
      return false
    }
    return "[bot]".utf8.starts(with: bytes[bracket...])
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
