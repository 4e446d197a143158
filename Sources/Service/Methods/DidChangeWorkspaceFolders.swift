/// `workspace/didChangeWorkspaceFolders` (LSP 3.17): the folders that are worked in from now on.
///
/// Documents find the repository that they lie in by themselves; boxes use that of the last folder
/// that was added and is still there.
enum DidChangeWorkspaceFolders {
  static let method = "workspace/didChangeWorkspaceFolders"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    let event = try params.nested("event")
    let added = try event.optionalArray("added") ?? []
    let removed = try event.optionalArray("removed") ?? []
    server.folders.change(
      added: added.compactMap { $0["uri"]?.stringValue },
      removed: removed.compactMap { $0["uri"]?.stringValue })
    let old = server.settings.workspace
    server.chooseWorkspace()
    if server.settings.workspace != old {
      server.sources = server.context.environment.sharedSources(server.settings)
    }
  }
}
