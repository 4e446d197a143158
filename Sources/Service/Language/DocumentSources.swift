import Explorer
import JSON

extension Server {
  /// Whom a document names: the people of the repository that it lies in, else the default source.
  func source(of uri: String) -> (any Source)? {
    guard let slash = uri.lastIndex(of: "/"), uri.lowercased().hasPrefix("file:"),
      let people = try? source(named: nil, in: String(uri[..<slash]))
    else { return sources.first }
    return people
  }

  /// The source that an item or an action came from.
  ///
  /// - Parameters:
  ///   - uri: of the document; nil where it is not known any more.
  ///   - id: of the source.
  func source(of uri: String?, named id: String?) -> (any Source)? {
    if let source = uri.flatMap(source(of:)), id == nil || source.descriptor.id == id {
      return source
    }
    return source(named: id)
  }

  /// Tells what is wrong with the owners in a CODEOWNERS file, where there is a token.
  func checkOwners(in uri: String) {
    guard let open = language?.documents[uri], open.document.kind == .codeOwners,
      let source = source(of: uri)
    else { return }
    let (document, inbox) = (open.document, context.inbox)
    let check = CodeOwnersCheck(source: source, cacheAge: settings.search.cacheAge) {
      inbox.post(.report(.debug, $0))
    }
    open.check?.cancel()
    open.check = context.environment.start {
      let diagnostics = await check.diagnostics(of: document)
      guard !Task.isCancelled else { return }
      inbox.post(.ownersChecked(uri, version: document.version, diagnostics))
    }
  }

  /// Takes what a check has found, unless the document is gone or empty-handed both before and now.
  func ownersChecked(_ uri: String, version: Int, _ diagnostics: [JSONValue]) {
    guard let open = language?.documents[uri], !diagnostics.isEmpty || open.hasDiagnostics else {
      return
    }
    open.hasDiagnostics = !diagnostics.isEmpty
    context.send(
      PublishDiagnosticsMessage(uri: uri, version: version, diagnostics: diagnostics))
  }

  /// Forgets a document, and what was told of it.
  func closeDocument(_ uri: String) {
    if language?.documents[uri]?.hasDiagnostics == true {
      context.send(PublishDiagnosticsMessage(uri: uri, version: nil, diagnostics: []))
    }
    language?.close(uri)
  }
}
