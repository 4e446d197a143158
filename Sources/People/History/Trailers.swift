/// The people whom the trailers of a commit message name: `Reviewed-by: Name <mail>`.
enum Trailers {
  /// More of one commit's are not looked at.
  private static let maximumCount = 64

  /// Returns those of every trailer whose key ends with `-by`, in order.
  ///
  /// - Parameter bytes: one trailer a line, unfolded.
  static func identities(_ bytes: [UInt8]) -> [Identity] {
    bytes.split(separator: UInt8(ascii: "\n")).prefix(maximumCount).compactMap(identity)
  }

  private static func identity(_ line: ArraySlice<UInt8>) -> Identity? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      line[..<colon].suffix(3).map({ $0 | 0x20 }) == Array("-by".utf8),
      let opening = line[colon...].firstIndex(of: UInt8(ascii: "<")),
      let closing = line[opening...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let identity = Identity(
      name: line[line.index(after: colon)..<opening],
      mail: line[line.index(after: opening)..<closing])
    return identity.mail.contains("@") ? identity : nil
  }
}
