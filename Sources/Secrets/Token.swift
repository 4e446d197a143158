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
}
