import Documents

/// What `start` and `end` count (LSP 3.17).
package enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The first of the offered ones that is known here; without one, LSP's default.
  package static func negotiated(_ offered: [String]) -> PositionEncoding {
    offered.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
  }

  /// The place `offset` units behind the start; nil beyond the end or inside a scalar.
  func index(at offset: Int, in text: String) -> String.Index? {
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

  /// How many units lie before `index`.
  func offset(of index: String.Index, in text: String) -> Int {
    switch self {
    case .utf8: text.utf8.distance(from: text.startIndex, to: index)
    case .utf16: text.utf16.distance(from: text.startIndex, to: index)
    case .utf32: text.unicodeScalars.distance(from: text.startIndex, to: index)
    }
  }
}

extension PositionEncoding {
  /// The same for documents.
  var unit: TextUnit {
    switch self {
    case .utf8: .utf8
    case .utf16: .utf16
    case .utf32: .utf32
    }
  }
}
