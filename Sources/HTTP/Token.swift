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
    let secret = Array(secret.utf8)
    let bytes = Array(text.utf8)
    guard !secret.isEmpty, bytes.count >= secret.count else { return text }
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      guard bytes[i...].starts(with: secret) else {
        result.append(bytes[i])
        i += 1
        continue
      }
      result += Array("***".utf8)
      i += secret.count
    }
    return String(decoding: result, as: UTF8.self)
  }
}
