/// `workspace/didChangeWorkspaceFolders` (LSP 3.17): the folders that are worked in from now on.
///
/// Documents find the repository that they lie in by themselves; boxes use that of the last folder
/// that was added.
enum DidChangeWorkspaceFolders {
  static let method = "workspace/didChangeWorkspaceFolders"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    let added = try params.nested("event").optionalArray("added") ?? []
    let folders = added.compactMap { $0["uri"]?.stringValue }
    guard !folders.isEmpty else { return }
    let old = server.settings.workspace
    server.takeWorkspace(folders)
    if server.settings.workspace != old {
      server.sources = server.context.environment.sharedSources(server.settings)
    }
  }
}
