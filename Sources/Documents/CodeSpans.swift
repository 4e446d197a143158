/// Where a line of Markdown is code: between a run of backticks and the next one as long.
struct CodeSpans {
  /// How many backticks the open run has; nil outside code.
  private var open: Int?
  /// How many backticks were taken last.
  private var run = 0

  /// Takes the next byte of the line.
  mutating func take(_ byte: UInt8) {
    if byte == UInt8(ascii: "`") {
      run += 1
    } else {
      open = closed
      run = 0
    }
  }

  /// Whether what follows is code.
  var isOpen: Bool { closed != nil }

  /// What is open behind the run that was taken last.
  private var closed: Int? {
    if run == 0 { return open }
    guard let open else { return run }
    return open == run ? nil : open
  }
}
