/// How messages are told apart on the pipe.
package enum Framing: String, Sendable, CaseIterable { case headers, lines }

/// What the bytes completed.
package enum Frame: Sendable, Equatable {
  case body([UInt8])
  case fault(FrameFault)
}

/// Why there is no body; reading goes on behind it.
package enum FrameFault: Error, Sendable, Equatable {
  case noUsableLength
  case headerTooLarge(limit: Int)
  case messageTooLarge(limit: Int)
  case unsupportedCharset(String)
  /// The input begins with a line that is neither the field of a header nor JSON.
  case neitherHeaderNorJSON
  case utf16
  /// The end of the input inside a header block.
  case endInHeader
}

/// Splits a byte stream into message bodies (LSP 3.17 base protocol, or one JSON text a line).
///
/// Accepts any chunking and does no I/O. A malformed header is reported and skipped: the decoder is
/// always ready for the next well-formed message. What is too large is skipped, not held.
package struct FrameDecoder: Sendable {
  /// A header block may have so many bytes.
  package static let maximumHeaderBytes = 8 << 10

  /// How the peer tells messages apart; nil until the input has shown it.
  package var framing: Framing? { isDecided ? decided : start.guess }

  private var decided: Framing
  private var isDecided = false
  private var start: InputStart
  private var headers: HeaderFraming
  private var lines: LineFraming

  /// - Parameter framing: nil lets the input decide.
  package init(framing: Framing? = nil, maximumMessageBytes: Int = 16 << 20) {
    start = InputStart(framing)
    decided = framing ?? .headers
    headers = HeaderFraming(maximumMessageBytes: maximumMessageBytes)
    lines = LineFraming(maximumMessageBytes: maximumMessageBytes)
  }

  /// Returns what `bytes` completes, oldest first; often nothing.
  package mutating func decode(_ bytes: some Collection<UInt8>) -> [Frame] {
    guard isDecided else { return decodeStart(bytes) }
    switch decided {
    case .headers: return headers.decode(bytes)
    case .lines: return lines.decode(bytes)
    }
  }

  private mutating func decodeStart(_ bytes: some Collection<UInt8>) -> [Frame] {
    var frames: [Frame] = []
    guard let (decision, rest) = start.take(bytes, faults: &frames) else { return frames }
    isDecided = true
    decided = decision == .lines ? .lines : .headers
    if decision == .lostHeaders { headers.lose() }
    return frames + decode(rest)
  }

  /// Returns what the end of the input completes: a last line without its line end, or the fault of a
  /// header block that is not whole.
  package mutating func finish() -> [Frame] {
    guard isDecided else { return start.finish() }
    switch decided {
    case .headers: return headers.finish()
    case .lines: return lines.decode([UInt8(ascii: "\n")])
    }
  }
}

/// U+FEFF in UTF-8, which some systems write at the start of a text; it means nothing.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Whether a text looks like UTF-16: by its mark, or by the zero in one half of its first unit.
func isUTF16(_ bytes: some Collection<UInt8>) -> Bool {
  guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
  return first == 0xFF && second == 0xFE || first == 0xFE && second == 0xFF
    || (first == 0) != (second == 0)
}

func isWhitespace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}
