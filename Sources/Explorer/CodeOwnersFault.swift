/// What the host of a repository finds wrong in its CODEOWNERS file, as it was pushed.
package struct CodeOwnersFault: Sendable, Equatable {
  /// Counted from 1.
  package var line: Int
  /// In characters, counted from 1.
  package var column: Int
  /// One sentence.
  package var message: String
  /// The text of the line, by which it is found again in a file that has been edited since.
  package var source: String

  package init(line: Int, column: Int, message: String, source: String) {
    self.line = line
    self.column = column
    self.message = message
    self.source = source
  }
}

/// A repository on a source's host.
package struct RepositoryName: Sendable, Hashable {
  package var owner: String
  package var name: String

  package init(owner: String, name: String) {
    self.owner = owner
    self.name = name
  }
}
