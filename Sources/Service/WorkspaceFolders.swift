/// The folders that a client works in, as it has named them.
struct WorkspaceFolders: Sendable {
  /// The ones that count first come first.
  private(set) var named: [String] = []
  /// What the command line has named, for where none of them is in a repository.
  var otherwise: String?

  init(named: [String] = [], otherwise: String? = nil) {
    (self.named, self.otherwise) = (named, otherwise)
  }

  /// Folders that were added count before those that were there; the last one counts first.
  mutating func change(added: [String], removed: [String]) {
    named.removeAll { removed.contains($0) || added.contains($0) }
    named.insert(contentsOf: added.reversed(), at: 0)
  }
}

extension Server {
  /// Works in the first of the folders that is in a repository.
  func chooseWorkspace() {
    let found = folders.named.first {
      context.environment.makePeople(settings, $0)?.isInRepository == true
    }
    settings.workspace = found ?? folders.otherwise
  }
}
