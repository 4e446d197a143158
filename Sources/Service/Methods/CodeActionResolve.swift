import Explorer
import JSON

/// `codeAction/resolve` (LSP 3.17): the edit of an action that needs to ask for somebody first.
enum CodeActionResolve {
  static let method = "codeAction/resolve"
  private static let limit = Duration.seconds(5)

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    guard let language = server.language, case .object(let action) = params.json,
      let data = ActionData(action["data"]), let open = language.documents[data.uri],
      let source = server.source(named: data.source)
    else { return .now(params.json) }
    let actions = CodeActions(
      uri: data.uri, document: open.document, client: language.client, sourceID: data.source)
    let lookup = PersonLookup(
      source: source, environment: server.context.environment, settings: server.settings.search)
    return server.answerLater(during: .profile(login: data.who)) {
      var resolved = action
      let edits: [JSONValue]?
      switch data.work {
      case .coAuthor:
        edits = await lookup.person(login: data.who, within: limit).flatMap(actions.addCoAuthor)
      case .complete:
        let person = await lookup.person(called: data.who, within: limit)
        edits = person.flatMap { person in
          data.range.flatMap { actions.complete($0, person) }
        }
      }
      resolved["edit"] = actions.edit(edits ?? [])
      return .object(resolved)
    }
  }
}
