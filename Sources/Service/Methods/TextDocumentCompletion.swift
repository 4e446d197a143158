import Explorer

/// `textDocument/completion` (LSP 3.17): whom the text at a position may mean.
enum TextDocumentCompletion {
  static let method = "textDocument/completion"

  static func handle(
    _ server: Server, _ params: Params, _ call: RequestCall
  ) throws(InvalidParams) {
    let uri = try params.nested("textDocument").string("uri")
    let position = try params.position()
    guard let language = server.language, let open = language.documents[uri] else {
      return call.reply.send(.null)
    }
    guard let context = CompletionContext(at: position, of: open.document),
      let source = server.sources.first
    else { return call.reply.send(["isIncomplete": false, "items": []]) }
    let items = CompletionItems(
      context: context.person, place: context.place, client: language.client,
      sourceID: source.descriptor.id)
    switch context.person.kind {
    case .trailerKey: return call.reply.send(items.keys)
    case .team(let organization):
      return call.reply.send(items.teams(open.teams(of: organization, context.person.query)))
    case .mention, .owner, .trailer: break
    }

    let completion = open.completion
    let (inFlight, key) = (server.inFlight, call.key)
    inFlight.add(key, call.reply, during: .search) { completion.cancel(key) }
    completion.complete(context, key, from: source, server.settings.completionSearch) {
      inFlight.finish(key, .success($0))
    }
  }
}

extension Settings {
  /// How completion searches.
  fileprivate var completionSearch: SearchSettings {
    var settings = search
    settings.debounce = language.debounce
    settings.minimumQueryLength = CompletionSession.minimumQueryLength
    return settings
  }
}
