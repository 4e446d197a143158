import Explorer

/// `textDocument/completion` (LSP 3.17): whom the text at a position may mean.
enum TextDocumentCompletion {
  static let method = "textDocument/completion"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let uri = try params.nested("textDocument").string("uri")
    let position = try params.position()
    guard let language = server.language, let open = language.documents[uri] else {
      return .now(.null)
    }
    guard let context = CompletionContext(at: position, of: open.document),
      let source = server.sources.first
    else { return .now(["isIncomplete": false, "items": []]) }
    let items = CompletionItems(
      context: context.person, place: context.place, client: language.client,
      sourceID: source.descriptor.id)
    switch context.person.kind {
    case .trailerKey: return .now(items.keys)
    case .team(let organization):
      return .now(items.teams(open.teams(of: organization, context.person.query)))
    case .mention, .owner, .trailer: break
    }

    let (completion, inFlight) = (open.completion, server.inFlight)
    return .later(.search) { key in
      completion.complete(context, key, from: source, server.settings.completionSearch) {
        inFlight.finish(key, .success($0))
      }
      return { completion.cancel(key) }
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
