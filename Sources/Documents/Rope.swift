/// A text that is edited and looked at in time that grows with the logarithm of its length.
///
/// Offsets are bytes of UTF-8 and lie between scalars.
struct Rope: Sendable {
  private var root: RopeNode

  init(_ text: String = "") { root = RopeNode.tree(over: text) }

  var byteCount: Int { root.metrics.bytes }

  /// At least one: what follows the last line break is a line too, also when it is empty.
  var lineCount: Int { root.metrics.lineBreaks + 1 }

  /// Puts `new` in the place of `range`.
  mutating func replace(_ range: Range<Int>, with new: String) {
    if let edited = root.replacing(range, with: new.utf8) {
      root = edited
      return
    }
    let (before, rest) = root.split(at: range.lowerBound)
    let (_, behind) = rest.split(at: range.count)
    root = RopeNode.joined(RopeNode.joined(before, RopeNode.tree(over: new)), behind)
  }

  func bytes(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    Rope.append(root, range, to: &result)
    return result
  }

  private static func append(_ node: RopeNode, _ range: Range<Int>, to result: inout [UInt8]) {
    guard !range.isEmpty else { return }
    switch node.content {
    case .leaf(let bytes): result += bytes[range]
    case .branch(let first, let second):
      let middle = first.metrics.bytes
      append(first, range.clamped(to: 0..<middle), to: &result)
      let rest = range.clamped(to: middle..<node.metrics.bytes)
      append(second, rest.lowerBound - middle..<rest.upperBound - middle, to: &result)
    }
  }

  // MARK: lines

  /// Where a line begins, counted from 0; nil where there are not so many.
  func start(ofLine line: Int) -> Int? {
    if line == 0 { return 0 }
    guard line > 0, line <= root.metrics.lineBreaks else { return nil }
    var (node, remaining, offset) = (root, line, 0)
    while case .branch(let first, let second) = node.content {
      let isShared = first.metrics.sharesBreak(with: second.metrics)
      let breaks = first.metrics.lineBreaks
      if remaining == breaks, isShared { return offset + first.metrics.bytes + 1 }
      if remaining <= breaks {
        node = first
      } else {
        offset += first.metrics.bytes
        remaining -= breaks - (isShared ? 1 : 0)
        node = second
      }
    }
    guard case .leaf(let bytes) = node.content else { return nil }
    return offset + (Rope.end(ofBreak: remaining, in: bytes) ?? bytes.count)
  }

  /// The offset behind the `count`th line break.
  private static func end(ofBreak count: Int, in bytes: [UInt8]) -> Int? {
    var remaining = count
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == .lineFeed || byte == .carriageReturn else { continue }
      if byte == .carriageReturn, index < bytes.count, bytes[index] == .lineFeed { index += 1 }
      remaining -= 1
      if remaining == 0 { return index }
    }
    return nil
  }

  /// The bytes of a line without what ends it; nil where there are not so many lines.
  func range(ofLine line: Int) -> Range<Int>? {
    guard let start = start(ofLine: line) else { return nil }
    guard let next = self.start(ofLine: line + 1) else { return start..<byteCount }
    let tail = bytes(in: max(start, next - 2)..<next)
    let isCRLF = tail == [.carriageReturn, .lineFeed]
    return start..<next - (isCRLF ? 2 : 1)
  }

  /// The line in which an offset lies, counted from 0.
  func line(at offset: Int) -> Int {
    let before = metrics(before: offset).lineBreaks
    // Between CR and LF the line has not ended yet.
    if offset > 0, offset < byteCount,
      bytes(in: offset - 1..<offset + 1) == [.carriageReturn, .lineFeed]
    {
      return before - 1
    }
    return before
  }

  // MARK: units

  /// How long the text before an offset is.
  func metrics(before offset: Int) -> TextMetrics {
    var (node, remaining, sum) = (root, offset, TextMetrics())
    while case .branch(let first, let second) = node.content {
      if remaining < first.metrics.bytes {
        node = first
      } else {
        sum = sum + first.metrics
        remaining -= first.metrics.bytes
        node = second
      }
    }
    guard case .leaf(let bytes) = node.content else { return sum }
    return sum + TextMetrics(bytes[..<remaining])
  }

  /// The offset before which `count` units lie; inside a scalar its start, beyond the end the end.
  ///
  /// - Parameter units: what is counted.
  func offset(of count: Int, _ units: KeyPath<TextMetrics, Int> & Sendable) -> Int {
    var (node, remaining, offset) = (root, count, 0)
    while case .branch(let first, let second) = node.content {
      if remaining < first.metrics[keyPath: units] {
        node = first
      } else {
        remaining -= first.metrics[keyPath: units]
        offset += first.metrics.bytes
        node = second
      }
    }
    guard case .leaf(let bytes) = node.content else { return offset }
    var index = 0
    while index < bytes.count {
      let length = Rope.scalarLength(bytes[index])
      let scalar = TextMetrics(bytes[index..<min(index + length, bytes.count)])
      remaining -= scalar[keyPath: units]
      if remaining < 0 { break }
      index += length
    }
    return offset + min(index, bytes.count)
  }

  /// The start of the scalar that holds the byte at `offset`.
  func scalarStart(at offset: Int) -> Int {
    let start = max(0, offset - 3)
    let near = bytes(in: start..<min(offset + 1, byteCount))
    var index = offset - start
    while index > 0, index < near.count, near[index] & 0xC0 == 0x80 { index -= 1 }
    return start + index
  }

  private static func scalarLength(_ lead: UInt8) -> Int {
    switch lead {
    case ..<0x80: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }
}
