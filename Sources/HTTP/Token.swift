/// A secret that says who asks; its descriptions do not show it.
package struct Token: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text itself, for what is sent alone.
  package let secret: String

  package init(_ text: String) { secret = text }

  /// Whether it can be sent: it is not empty and has only visible ASCII characters.
  package var isUsable: Bool {
    !secret.isEmpty && secret.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Returns `text` with this token blotted out.
  package func blotted(from text: String) -> String {
    let bytes = Array(text.utf8)
    let blotted = blotted(from: bytes)
    return blotted.count == bytes.count && blotted == bytes
      ? text : String(decoding: blotted, as: UTF8.self)
  }

  var isLong: Bool { secret.utf8.count >= 12 }

  /// The same for bytes.
  func blotted(from bytes: [UInt8]) -> [UInt8] {
    let secret = Array(secret.utf8)
    guard var start = bytes[...].firstPlace(of: secret) else { return bytes }
    var result: [UInt8] = []
    var rest = bytes[...]
    while true {
      result += rest[..<start]
      result += Array("***".utf8)
      rest = rest[(start + secret.count)...]
      guard let next = rest.firstPlace(of: secret) else { return result + rest }
      start = next
    }
  }
}

extension ArraySlice<UInt8> {
  /// Where `run` begins; nil where it does not occur, or is empty.
  fileprivate func firstPlace(of run: [UInt8]) -> Int? {
    guard let first = run.first else { return nil }
    return withUnsafeBufferPointer { bytes in
      guard bytes.count >= run.count else { return nil }
      for i in 0...(bytes.count - run.count)
      where bytes[i] == first && run.indices.allSatisfy({ bytes[i + $0] == run[$0] }) {
        return startIndex + i
      }
      return nil
    }
  }
}
