/// A node of a rope: a leaf of bytes, or two nodes whose heights differ by one at most (AVL).
///
/// Nodes never change, so an edit makes new ones along one path and shares all others.
final class RopeNode: Sendable {
  enum Content: Sendable {
    case leaf([UInt8])
    case branch(RopeNode, RopeNode)
  }

  /// A leaf grows to so many bytes.
  static let maximumLeaf = 2048
  /// Leaves of a new text have room for some typing.
  static let newLeaf = 1024

  let content: Content
  let metrics: TextMetrics
  let height: Int

  init(leaf bytes: [UInt8]) {
    content = .leaf(bytes)
    metrics = TextMetrics(bytes)
    height = 0
  }

  private init(_ first: RopeNode, _ second: RopeNode) {
    content = .branch(first, second)
    metrics = first.metrics + second.metrics
    height = max(first.height, second.height) + 1
  }

  /// A balanced tree over `text`.
  static func tree(over text: String) -> RopeNode {
    var text = text
    return text.withUTF8 { bytes in
      var leaves: [RopeNode] = []
      var start = 0
      while start < bytes.count {
        var end = min(start + newLeaf, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        leaves.append(RopeNode(leaf: Array(bytes[start..<end])))
        start = end
      }
      return tree(over: leaves[...])
    }
  }

  private static func tree(over leaves: ArraySlice<RopeNode>) -> RopeNode {
    guard let first = leaves.first else { return RopeNode(leaf: []) }
    if leaves.count == 1 { return first }
    let middle = leaves.startIndex + leaves.count / 2
    return RopeNode(tree(over: leaves[..<middle]), tree(over: leaves[middle...]))
  }

  // MARK: joining and splitting

  /// The text of `first` and then of `second`, in time of the difference of their heights.
  static func joined(_ first: RopeNode, _ second: RopeNode) -> RopeNode {
    if first.metrics.bytes == 0 { return second }
    if second.metrics.bytes == 0 { return first }
    switch (first.content, second.content) {
    case (.leaf(let a), .leaf(let b)) where a.count + b.count <= maximumLeaf:
      return RopeNode(leaf: a + b)
    case (.branch(let left, let right), _) where first.height > second.height + 1:
      return balanced(left, joined(right, second))
    case (_, .branch(let left, let right)) where second.height > first.height + 1:
      return balanced(joined(first, left), right)
    default: return RopeNode(first, second)
    }
  }

  /// A node over two whose heights differ by two at most.
  private static func balanced(_ first: RopeNode, _ second: RopeNode) -> RopeNode {
    if second.height > first.height + 1, case .branch(let left, let right) = second.content {
      if left.height > right.height, case .branch(let a, let b) = left.content {
        return RopeNode(RopeNode(first, a), RopeNode(b, right))
      }
      return RopeNode(RopeNode(first, left), right)
    }
    if first.height > second.height + 1, case .branch(let left, let right) = first.content {
      if right.height > left.height, case .branch(let a, let b) = right.content {
        return RopeNode(RopeNode(left, a), RopeNode(b, second))
      }
      return RopeNode(left, RopeNode(right, second))
    }
    return RopeNode(first, second)
  }

  /// What lies before and behind `offset`, a byte between two scalars.
  func split(at offset: Int) -> (RopeNode, RopeNode) {
    switch content {
    case .leaf(let bytes):
      return (RopeNode(leaf: Array(bytes[..<offset])), RopeNode(leaf: Array(bytes[offset...])))
    case .branch(let first, let second):
      let middle = first.metrics.bytes
      if offset < middle {
        let (before, behind) = first.split(at: offset)
        return (before, RopeNode.joined(behind, second))
      }
      let (before, behind) = second.split(at: offset - middle)
      return (RopeNode.joined(first, before), behind)
    }
  }

  /// The tree with `range` replaced, where that lies in one leaf which can hold the result; else nil.
  func replacing(_ range: Range<Int>, with new: String.UTF8View) -> RopeNode? {
    switch content {
    case .leaf(var bytes):
      guard bytes.count - range.count + new.count <= RopeNode.maximumLeaf else { return nil }
      bytes.replaceSubrange(range, with: new)
      return bytes.isEmpty ? nil : RopeNode(leaf: bytes)
    case .branch(let first, let second):
      let middle = first.metrics.bytes
      if range.upperBound <= middle {
        return first.replacing(range, with: new).map { RopeNode($0, second) }
      }
      guard range.lowerBound >= middle else { return nil }
      let inner = range.lowerBound - middle..<range.upperBound - middle
      return second.replacing(inner, with: new).map { RopeNode(first, $0) }
    }
  }
}
