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
}

/// Splits a byte stream into message bodies (LSP 3.17 base protocol, or one JSON text a line).
///
/// Accepts any chunking and does no I/O. A malformed header is reported and skipped: the decoder is
/// always ready for the next well-formed message. What is too large is skipped, not held.
package struct FrameDecoder: Sendable {
  /// A header block may have so many bytes.
  package static let maximumHeaderBytes = 8 << 10

  /// Nil until the first byte that is no white space has decided.
  package private(set) var framing: Framing?
  private let maximumMessageBytes: Int
  private var headers: HeaderFraming
  private var lines: LineFraming

  package init(framing: Framing? = nil, maximumMessageBytes: Int = 16 << 20) {
    self.framing = framing
    self.maximumMessageBytes = maximumMessageBytes
    headers = HeaderFraming(maximumMessageBytes: maximumMessageBytes)
    lines = LineFraming(maximumMessageBytes: maximumMessageBytes)
  }

  /// Returns what `bytes` completes, oldest first; often nothing.
  package mutating func decode(_ bytes: some Collection<UInt8>) -> [Frame] {
    switch framing {
    case .headers: return headers.decode(bytes)
    case .lines: return lines.decode(bytes)
    case nil:
      guard let first = bytes.firstIndex(where: { !isWhitespace($0) }) else { return [] }
      let isJSON = bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[")
      framing = isJSON ? .lines : .headers
      return decode(bytes[first...])
    }
  }

  /// Returns what the end of the input completes: a last line without its line end.
  package mutating func finish() -> [Frame] {
    framing == .lines ? lines.decode([UInt8(ascii: "\n")]) : []
  }
}

func isWhitespace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}
