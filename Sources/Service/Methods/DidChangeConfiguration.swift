/// `workspace/didChangeConfiguration`: `{settings: {gitexplorer: {…}}}` or `{settings: {…}}`.
///
/// Changes only what it names; searches that are open keep what they were opened with.
enum DidChangeConfiguration {
  static let method = "workspace/didChangeConfiguration"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    let given = params["settings"] ?? .null
    let old = server.settings
    server.refuse(server.settings.apply(given["gitexplorer"] ?? given))
    if server.settings != old {
      server.peopleOfFolders = [:]
      server.sources = server.context.environment.sharedSources(server.settings)
    }
    if server.settings.sources != old.sources { server.refuseFaultySources() }
  }
}
