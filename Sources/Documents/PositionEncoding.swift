/// What the characters of positions count (LSP 3.17, `PositionEncodingKind`).
package enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The first of the offered ones that is known here; without one, LSP's default.
  package static func negotiated(_ offered: [String]) -> PositionEncoding {
    offered.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
  }

  /// How many units a text is long.
  package func length(of text: String) -> Int { offset(of: text.endIndex, in: text) }

  /// How many units lie before `index`.
  package func offset(of index: String.Index, in text: String) -> Int {
    switch self {
    case .utf8: text.utf8.distance(from: text.startIndex, to: index)
    case .utf16: text.utf16.distance(from: text.startIndex, to: index)
    case .utf32: text.unicodeScalars.distance(from: text.startIndex, to: index)
    }
  }

  /// The place `offset` units behind the start; nil beyond the end or inside a scalar.
  package func index(at offset: Int, in text: String) -> String.Index? {
    guard offset >= 0 else { return nil }
    let scalars = text.unicodeScalars
    let index: String.Index?
    switch self {
    case .utf8:
      index = text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
    case .utf16:
      index = text.utf16.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
    case .utf32:
      return scalars.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
    }
    return index?.samePosition(in: scalars)
  }
}
