/// Somebody as a commit names them: a name and an address, each on one line.
package struct Identity: Sendable, Hashable {
  package let name: String
  package let mail: String

  /// In characters; what is longer is cut.
  private static let longestText = 200

  /// Takes texts from outside: control characters and angle brackets go, white space becomes one
  /// blank.
  package init(name: String, mail: String) {
    self.name = Self.plain(name, joinedBy: " ")
    self.mail = Self.plain(mail, joinedBy: "")
  }

  /// `Name <mail>`, as trailers have it.
  package var signature: String { "\(name.isEmpty ? mail : name) <\(mail)>" }

  private static func plain(_ text: String, joinedBy separator: String) -> String {
    let words = text.unicodeScalars.split { scalar in
      scalar.properties.isWhitespace || scalar == "<" || scalar == ">" || !isVisible(scalar)
    }
    return String(words.map { String($0) }.joined(separator: separator).prefix(longestText))
  }

  /// Controls move a terminal's cursor, and marks of direction turn a line round.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: return false
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
    default: return true
    }
  }
}

extension Identity {
  /// Takes bytes as git prints them; where they are no UTF-8 each stands for a letter of Latin-1.
  init(name: some Collection<UInt8>, mail: some Collection<UInt8>) {
    self.init(name: Self.text(name), mail: Self.text(mail))
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}
