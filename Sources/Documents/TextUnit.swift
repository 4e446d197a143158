/// What positions count (LSP 3.17, `PositionEncodingKind`).
package enum TextUnit: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"
}
