import JSON

/// Paths to what may be the records of a JSON text.
enum ListPaths {
  private static let maximumDepth = 4

  /// The paths of arrays that have something in them, the longest array first.
  static func find(_ bytes: UnsafeBufferPointer<UInt8>, in root: Range<Int>) -> [String] {
    var found: [(path: String, size: Int)] = []
    collect(bytes, root, [], &found)
    return found.sorted { $0.size > $1.size }.map(\.path)
  }

  private static func collect(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ path: [String],
    _ found: inout [(path: String, size: Int)]
  ) {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "["):
      if !path.isEmpty { found.append((path.joined(separator: "."), range.count)) }
    case UInt8(ascii: "{") where path.count < maximumDepth:
      for member in bytes.members(of: range) {
        let name = String(decoding: bytes[member.key], as: UTF8.self)
        collect(bytes, member.value, path + [name], &found)
      }
    default: break
    }
  }
}
