import Documents
import Explorer
import JSON

/// `textDocument/hover` (LSP 3.17): the card of whom the text at a position names.
enum TextDocumentHover {
  static let method = "textDocument/hover"

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let uri = try params.nested("textDocument").string("uri")
    let position = try params.position()
    guard let language = server.language,
      let (reference, place) = language.reference(at: position, in: uri),
      let source = server.sources.first,
      let named = NamedPerson(reference.target, in: source)
    else { return .now(.null) }
    let range = place.range(reference.range)
    let markup = language.client.hover
    func hover(_ person: Person) -> JSONValue {
      ["contents": PersonCard(person: person).content(markup), "range": range]
    }
    guard let login = named.login else {
      return .now(named.near.map(hover) ?? .null)
    }
    let (environment, settings) = (server.context.environment, server.settings.search)
    let (seed, inbox) = (server.context.nextSeed(), server.context.inbox)
    return server.answerLater(during: .profile(login: login)) {
      let answer = await environment.attempt(settings.retryPolicy, seed: seed) { timeout in
        do throws(SourceError) {
          return .success(
            try await source.load(
              .user, of: login, freshness: .within(settings.cacheAge), timeout: timeout))
        } catch {
          return .failure(error)
        }
      }
      switch answer {
      case .success(let part):
        guard let item = part.page.items.first else { return .null }
        let person = Person(item: item.joining(named.near?.item))
        return ["contents": PersonCard(person: person).content(markup), "range": range]
      case .failure(let failure):
        inbox.post(.report(.info, "hover: \(login) could not be shown: \(failure.error.cause)"))
        guard let near = named.near else { return .null }
        return ["contents": PersonCard(person: near).content(markup), "range": range]
      }
    }
  }
}
