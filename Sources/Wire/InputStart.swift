/// Decides by the first bytes of the input how its messages are told apart.
///
/// The first byte that is no white space decides: `{` or `[` begins a line. Anything else must be the
/// name of a header field; a first line that is neither is reported, and the next one decides.
struct InputStart: Sendable {
  enum Decision: Sendable, Equatable {
    case lines
    case headers
    /// Headers, but not from here on: the next one has to be looked for.
    case lostHeaders
  }

  /// What was asked for; nil where the input decides.
  private let wanted: Framing?
  private var held: ArraySlice<UInt8> = []
  /// The framing for answers while nothing is decided; nil before the first byte.
  private(set) var guess: Framing?

  init(_ wanted: Framing?) { (self.wanted, guess) = (wanted, wanted) }

  /// Takes the next bytes.
  ///
  /// - Parameter faults: takes what is wrong with what was passed over.
  /// - Returns: the decision and the bytes that it is for; nil while there are too few.
  mutating func take(
    _ bytes: some Collection<UInt8>, faults: inout [Frame]
  ) -> (decision: Decision, bytes: ArraySlice<UInt8>)? {
    held.append(contentsOf: bytes)
    while true {
      switch step() {
      case .needsMore: return nil
      case .skip(let count): held.removeFirst(count)
      case .refuse(let fault, let count):
        faults.append(.fault(fault))
        held.removeFirst(count)
      case .decide(let decision): return (decision, held)
      case .lose(let fault):
        faults.append(.fault(fault))
        return (.lostHeaders, held)
      }
    }
  }

  /// What the end of the input completes.
  mutating func finish() -> [Frame] {
    guard !held.allSatisfy(isWhitespace) else { return [] }
    if isUTF16(held) {
      guess = wanted ?? .lines
      return [.fault(.utf16)]
    }
    let word = String(decoding: held.prefix(40), as: UTF8.self).lowercased()
    let isHeader = wanted == .headers || "content-length".hasPrefix(word)
    guess = isHeader ? .headers : .lines
    return [.fault(isHeader ? .endInHeader : .neitherHeaderNorJSON)]
  }

  private enum Step {
    case needsMore
    case skip(Int)
    case refuse(FrameFault, Int)
    case decide(Decision)
    case lose(FrameFault)
  }

  private mutating func step() -> Step {
    let blanks = held.prefix(while: isWhitespace).count
    if blanks > 0 { return .skip(blanks) }
    guard let first = held.first else { return .needsMore }
    if held.starts(with: byteOrderMark) { return .skip(byteOrderMark.count) }
    if held.count < byteOrderMark.count, byteOrderMark.starts(with: held) { return .needsMore }
    if wanted == .lines { return .decide(.lines) }
    if beginsJSON(first), wanted == nil { return .decide(.lines) }
    if first == 0 || first >= 0xFE || wanted == .headers, held.count < 2 { return .needsMore }
    if isUTF16(held) { return utf16() }
    return wanted == .headers ? .decide(.headers) : firstLine()
  }

  private func utf16() -> Step {
    guard wanted == nil else { return .lose(.utf16) }
    guard let first = window.first(where: { $0 != 0 && $0 < 0xFE }) else {
      return isWindowFull ? .lose(.utf16) : .needsMore
    }
    return beginsJSON(first) ? .decide(.lines) : .lose(.utf16)
  }

  private mutating func firstLine() -> Step {
    guess = guess ?? .headers
    let undecided: Step = isWindowFull ? .decide(.headers) : .needsMore
    let name = window.prefix(while: isTokenByte)
    guard name.endIndex < window.endIndex else { return undecided }
    if window[name.endIndex] == UInt8(ascii: ":"), !name.isEmpty { return .decide(.headers) }
    guard let end = window.firstIndex(of: UInt8(ascii: "\n")) else { return undecided }
    let line = String(decoding: window[..<end], as: UTF8.self).lowercased()
    if line.contains("content-length:") { return .decide(.headers) }
    if line.utf8.last == UInt8(ascii: "\r") {
      // A header block may have lines that say nothing; JSON behind it is no part of one.
      guard end + 1 < window.endIndex else { return undecided }
      guard beginsJSON(window[end + 1]) else { return .decide(.headers) }
    }
    guess = .lines
    return .refuse(.neitherHeaderNorJSON, end + 1 - window.startIndex)
  }

  /// The bytes that may be looked at, so that it does not matter how many came at once.
  private var window: ArraySlice<UInt8> { held.prefix(FrameDecoder.maximumHeaderBytes) }

  private var isWindowFull: Bool { held.count >= FrameDecoder.maximumHeaderBytes }
}

private func beginsJSON(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
}

/// Those of which the name of a header field is made (RFC 9110 §5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
  byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
}
