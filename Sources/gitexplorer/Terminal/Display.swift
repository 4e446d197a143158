import System

/// What can be shown where text for people goes.
struct Display: Sendable {
  /// The columns of the window; nil where nothing limits a line.
  var width: Int?
  /// Whether escape sequences are wanted.
  var hasColor = false
  /// Whether links (OSC 8) are taken, or at least skipped.
  var hasHyperlinks = false
  /// Whether more than ASCII can be expected to be drawn.
  var isUnicode = true

  /// What stands where something was cut off.
  var ellipsis: String { isUnicode ? "…" : "..." }

  /// The text as one line that fits the window.
  func fitted(_ text: String) -> String {
    let cell = Cell(text)
    return width.map { cell.cut(to: $0, on: self).text } ?? cell.text
  }

  func bold(_ text: String) -> String { hasColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// Marked as grep marks what was found.
  func marked(_ text: String) -> String { hasColor ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }

  /// Text that leads to an address, where the terminal takes links and the address is a plain one.
  func linked(_ text: String, to address: String?) -> String {
    guard hasHyperlinks, let address, !text.isEmpty,
      address.hasPrefix("https://") || address.hasPrefix("http://"),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}

extension Terminal {
  var display: Display {
    Display(
      width: width, hasColor: hasColor, hasHyperlinks: hasHyperlinks, isUnicode: isUnicode)
  }

  /// Whether the locale's characters are UTF-8; where none is named, they are taken to be.
  private var isUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environmentVariable)
    guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return true }
    return locale.contains("utf-8") || locale.contains("utf8")
  }
}
