import Documents
import Explorer
import JSON

/// `completionItem/resolve` (LSP 3.17): fills `documentation` with the person's card, and nothing
/// else.
///
/// Editors ask for every row that is passed over, so it waits until the selection rests, and gives up
/// soon.
enum CompletionItemResolve {
  static let method = "completionItem/resolve"
  private static let limit = Duration.milliseconds(300)
  private static let rest = Duration.milliseconds(60)

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    guard let language = server.language, case .object(let item) = params.json,
      let login = item["data"]?["login"]?.stringValue,
      let source = server.source(named: item["data"]?["source"]?.stringValue)
    else { return .now(params.json) }
    let markup = language.client.documentation
    let near = source.nearby(Query(login)).map(Person.init)
      .first { $0.login?.lowercased() == login.lowercased() }
    let (environment, cacheAge) = (server.context.environment, server.settings.search.cacheAge)
    return server.answerLater(during: .profile(login: login)) {
      var resolved = item
      let person = await environment.within(limit) {
        await environment.sleep(environment.now() + rest)
        guard !Task.isCancelled else { return nil as Person? }
        let part = try? await source.load(
          .user, of: login, freshness: .within(cacheAge), timeout: limit)
        return part?.page.items.first.map { Person(item: $0.joining(near?.item)) }
      }
      if let person = person ?? near {
        resolved["documentation"] = PersonCard(person: person).content(markup)
      }
      return .object(resolved)
    }
  }
}
