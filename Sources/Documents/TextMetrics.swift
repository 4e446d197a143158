/// How long a piece of text is, in every unit that positions are given in.
struct TextMetrics: Sendable, Equatable {
  var bytes = 0
  var utf16Units = 0
  var scalars = 0
  /// Ends of lines: LF, CRLF and CR (LSP 3.17).
  var lineBreaks = 0
  private var startsWithLF = false
  private var endsWithCR = false

  init() {}

  /// - Parameter utf8: well-formed and cut between scalars.
  init(_ utf8: some Collection<UInt8>) {
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte & 0xC0 != 0x80 { scalars += 1 }
      if byte >= 0xF0 { utf16Units += 1 }
      if byte == UInt8.carriageReturn {
        lineBreaks += 1
      } else if byte == UInt8.lineFeed, previous != UInt8.carriageReturn {
        lineBreaks += 1
      }
      previous = byte
      bytes += 1
    }
    utf16Units += scalars
    startsWithLF = utf8.first == UInt8.lineFeed
    endsWithCR = previous == UInt8.carriageReturn
  }

  /// The length of two pieces of which the second follows the first.
  static func + (first: TextMetrics, second: TextMetrics) -> TextMetrics {
    guard first.bytes > 0 else { return second }
    guard second.bytes > 0 else { return first }
    var sum = first
    sum.bytes += second.bytes
    sum.utf16Units += second.utf16Units
    sum.scalars += second.scalars
    sum.lineBreaks += second.lineBreaks - (first.sharesBreak(with: second) ? 1 : 0)
    sum.endsWithCR = second.endsWithCR
    return sum
  }

  /// Whether the last byte here and the first there are one CRLF.
  func sharesBreak(with next: TextMetrics) -> Bool { endsWithCR && next.startsWithLF }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
