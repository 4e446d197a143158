/// The picture of an account that is wanted.
package struct Avatar: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    case login(String)
    /// The address that an item has for it.
    case url(String)
  }

  package var subject: Subject
  /// How wide and high it should be at least, in pixels; nil takes it as the host has it.
  package var size: Int?

  /// What sizes may be asked for.
  package static let sizes = 1...1024

  package init(of subject: Subject, size: Int? = nil) {
    (self.subject, self.size) = (subject, size)
  }
}
