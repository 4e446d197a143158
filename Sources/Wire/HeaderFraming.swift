/// Splits a byte stream into the bodies that `Content-Length` announces.
struct HeaderFraming: Sendable {
  /// What the next bytes are.
  private enum State: Sendable {
    case header
    /// A header block above its limit: read to its end, not held.
    case oversizedHeader
    case body(length: Int)
    case skippedBody(left: Int)
    /// Looking for the next header after a block without a usable length.
    case lost
  }

  private let maximumMessageBytes: Int
  private var state = State.header
  private var block = HeaderBlock()
  private var blockBytes = 0
  private var buffer: [UInt8] = []
  private var position = 0
  /// From here on the buffer has not been searched for a line end.
  private var searched = 0
  /// Whether `position` is at the start of a line, while the way back is looked for.
  private var startsLine = true

  init(maximumMessageBytes: Int) { self.maximumMessageBytes = maximumMessageBytes }

  mutating func decode(_ bytes: some Collection<UInt8>) -> [Frame] {
    buffer.append(contentsOf: bytes)
    var frames: [Frame] = []
    while step(&frames) {}
    discardConsumed()
    return frames
  }

  /// Looks for the next header from here on.
  mutating func lose() { begin(.lost) }

  /// Returns the fault of a header block that the end of the input has cut short.
  mutating func finish() -> [Frame] {
    guard case .header = state else { return [] }
    let isCut = !block.isEmpty || !buffer[position...].allSatisfy(isWhitespace)
    return isCut ? [.fault(.endInHeader)] : []
  }

  /// Takes the next line, body or stretch of junk; false when more bytes are needed.
  private mutating func step(_ frames: inout [Frame]) -> Bool {
    switch state {
    case .header where takeStrictHeader():
      return true
    case .header, .oversizedHeader:
      return headerLine(&frames)
    case .body(let length):
      guard buffer.count - position >= length else { return false }
      let body = buffer[position..<position + length]
      frames.append(.body(Array(body.starts(with: byteOrderMark) ? body.dropFirst(3) : body)))
      position += length
      begin(.header)
    case .skippedBody(let left):
      let skipped = min(left, buffer.count - position)
      position += skipped
      guard skipped == left else {
        state = .skippedBody(left: left - skipped)
        return false
      }
      begin(.header)
    case .lost:
      guard let found = findHeader() else { return false }
      position = found
      begin(.header)
    }
    return true
  }

  private mutating func begin(_ next: State) {
    state = next
    block = HeaderBlock()
    blockBytes = 0
    searched = position
    startsLine = true
  }

  // MARK: header blocks

  /// Takes a header exactly as clients write it, `Content-Length: N` and an empty line, at one go.
  ///
  /// Whatever else there is, or is missing, is left to `headerLine`.
  private mutating func takeStrictHeader() -> Bool {
    guard blockBytes == 0 else { return false }
    let found = buffer.withUnsafeBufferPointer { bytes -> (length: Int, end: Int)? in
      guard bytes.hasRun(strictName, at: position) else { return nil }
      var i = position + strictName.utf8CodeUnitCount
      var length = 0
      while i < bytes.count, bytes[i] &- UInt8(ascii: "0") < 10, length < 100_000_000 {
        length = length * 10 + Int(bytes[i] &- UInt8(ascii: "0"))
        i += 1
      }
      guard i > position + strictName.utf8CodeUnitCount, bytes.hasRun(strictEnd, at: i) else {
        return nil
      }
      return (length, i + strictEnd.utf8CodeUnitCount)
    }
    guard let (length, end) = found, length <= maximumMessageBytes else { return false }
    position = end
    begin(.body(length: length))
    return true
  }

  private mutating func headerLine(_ frames: inout [Frame]) -> Bool {
    guard let end = buffer[max(searched, position)...].firstIndex(of: UInt8(ascii: "\n")) else {
      return waitForLineEnd(&frames)
    }
    var line = buffer[position..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let isBlank = line.isEmpty
    blockBytes += end + 1 - position
    if !isBlank { block.add(line) }
    position = end + 1
    searched = position
    if isBlank {
      if block.isEmpty, case .header = state { blockBytes = 0 } else { endBlock(&frames) }
    } else {
      refuseIfOversized(&frames, bytes: blockBytes)
    }
    return true
  }

  /// Bounds what is held of a line that has not ended.
  private mutating func waitForLineEnd(_ frames: inout [Frame]) -> Bool {
    searched = buffer.count
    refuseIfOversized(&frames, bytes: blockBytes + buffer.count - position)
    if case .oversizedHeader = state, buffer.count - position > FrameDecoder.maximumHeaderBytes {
      let kept = buffer.count - HeaderBlock.longestName
      blockBytes += kept - position
      position = kept
    }
    return false
  }

  private mutating func refuseIfOversized(_ frames: inout [Frame], bytes: Int) {
    guard case .header = state, bytes > FrameDecoder.maximumHeaderBytes else { return }
    frames.append(.fault(.headerTooLarge(limit: FrameDecoder.maximumHeaderBytes)))
    state = .oversizedHeader
  }

  private mutating func endBlock(_ frames: inout [Frame]) {
    if case .oversizedHeader = state {
      guard let length = block.length else { return begin(.header) }
      return begin(.skippedBody(left: length))
    }
    guard let length = block.length else {
      frames.append(.fault(.noUsableLength))
      return begin(.lost)
    }
    if let charset = block.unsupportedCharset {
      frames.append(.fault(.unsupportedCharset(charset)))
      return begin(.skippedBody(left: length))
    }
    guard length <= maximumMessageBytes else {
      frames.append(.fault(.messageTooLarge(limit: maximumMessageBytes)))
      return begin(.skippedBody(left: length))
    }
    begin(.body(length: length))
  }

  // MARK: finding the way back

  /// Where the next `Content-Length:` stands, at the start of a line or directly behind a `}` or
  /// `]`; what cannot be the start of one is dropped.
  private mutating func findHeader() -> Int? {
    let found = HeaderBlock.lengthName(in: buffer[position...], startsLine: startsLine)
    if let found { return found }
    let kept = max(position, buffer.count - HeaderBlock.longestName - 1)
    startsLine = startsLine && kept == position
    position = kept
    return nil
  }

  private mutating func discardConsumed() {
    if position == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
    } else if position > 0, position >= 1 << 16 || position > buffer.count / 2 {
      buffer.removeFirst(position)
    } else {
      return
    }
    searched = max(0, searched - position)
    position = 0
  }
}

private let strictName: StaticString = "Content-Length: "
private let strictEnd: StaticString = "\r\n\r\n"

extension UnsafeBufferPointer<UInt8> {
  /// Whether exactly these bytes lie at that place.
  fileprivate func hasRun(_ run: StaticString, at start: Int) -> Bool {
    guard count - start >= run.utf8CodeUnitCount else { return false }
    for i in 0..<run.utf8CodeUnitCount where self[start + i] != run.utf8Start[i] { return false }
    return true
  }
}
