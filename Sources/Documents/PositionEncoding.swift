/// What positions count (LSP 3.17, `PositionEncodingKind`).
package enum TextUnit: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"
}

extension TextUnit {
  /// How many units a text is long.
  package func length(of text: String) -> Int {
    switch self {
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .utf32: text.unicodeScalars.count
    }
  }
}
