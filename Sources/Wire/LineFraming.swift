/// Splits a byte stream into lines; those of white space only are ignored.
struct LineFraming: Sendable {
  private let maximumMessageBytes: Int
  private var line: [UInt8] = []
  private var isSkipping = false

  init(maximumMessageBytes: Int) { self.maximumMessageBytes = maximumMessageBytes }

  mutating func decode(_ bytes: some Collection<UInt8>) -> [Frame] {
    var frames: [Frame] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[..<end], into: &frames)
      rest = rest[rest.index(after: end)...]
      if !isSkipping { endLine(&frames) }
      line.removeAll(keepingCapacity: line.capacity <= 1 << 20)
      isSkipping = false
    }
    take(rest, into: &frames)
    return frames
  }

  private mutating func endLine(_ frames: inout [Frame]) {
    if line.starts(with: byteOrderMark) { line.removeFirst(byteOrderMark.count) }
    // A single zero is what is left of the last line end of UTF-16.
    guard !line.allSatisfy(isWhitespace), line != [0] else { return }
    frames.append(.body(line))
  }

  /// Adds a part of a line; one that outgrows the limit is reported once and not held.
  private mutating func take(_ part: some Collection<UInt8>, into frames: inout [Frame]) {
    guard !isSkipping else { return }
    line.append(contentsOf: part)
    let length = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    guard length > maximumMessageBytes else { return }
    frames.append(.fault(.messageTooLarge(limit: maximumMessageBytes)))
    line = []
    isSkipping = true
  }
}
