import Documents
import Explorer
import JSON

/// `textDocument/codeAction` (LSP 3.17): what can be done with the person at a place.
enum TextDocumentCodeAction {
  static let method = "textDocument/codeAction"
  /// For clients that cannot ask for an edit later.
  private static let limit = Duration.seconds(2)

  static func handle(
    _ server: Server, _ params: Params
  ) throws(InvalidParams) -> HandlerOutcome {
    let uri = try params.nested("textDocument").string("uri")
    let position = try params.nested("range").position("start")
    let only = try params.nested("context").optionalArray("only")?.compactMap(\.stringValue)
    guard let language = server.language, let open = language.documents[uri],
      let source = server.source(of: uri)
    else { return .now(.null) }
    let actions = CodeActions(
      uri: uri, document: open.document, client: language.client, sourceID: source.descriptor.id)
    let lookup = PersonLookup(
      source: source, environment: server.context.environment, settings: server.settings.search)

    if let (reference, place) = language.reference(at: position, in: uri),
      case .login(let login) = reference.target
    {
      let known = server.follows.state(of: login)
      let isLinked = LinkedText.contains(reference.range, in: place.text)
      return server.answerLater(during: .profile(login: login)) {
        let all = await mention(
          login, place.range(reference.range), actions, lookup, isLinked: isLinked,
          isFollowed: known)
        return .array(all.filter { isWanted($0, only) })
      }
    }
    if let context = CompletionContext(at: open.document.endOfLine(position), of: open.document),
      case .trailer = context.person.kind
    {
      let range = context.place.range(context.person.replaced)
      return server.answerLater(during: .search) {
        let all = await trailer(context.person.query, range, actions, lookup)
        return .array(all.filter { isWanted($0, only) })
      }
    }
    return .now([])
  }

  private static func mention(
    _ login: String, _ range: JSONValue, _ actions: CodeActions, _ lookup: PersonLookup,
    isLinked: Bool, isFollowed: Bool?
  ) async -> [JSONValue] {
    var all: [JSONValue] = []
    if actions.document.kind == .commitMessage, !actions.isCoAuthor(login, in: lookup.source) {
      let near = lookup.near(login: login)
      let title = "Add Co-authored-by for \(near?.name?.oneLine ?? login)"
      if near?.signature == nil, actions.client.resolvesEdits {
        let data = ActionData(
          work: .coAuthor, uri: actions.uri, source: actions.sourceID, who: login)
        all.append(actions.action(title, .rewrite, later: data))
      } else {
        let known = near?.signature == nil ? await lookup.person(login: login, within: limit) : near
        if let known, let edits = actions.addCoAuthor(known) {
          let name = known.name?.oneLine ?? login
          all.append(actions.action("Add Co-authored-by for \(name)", .rewrite, edits: edits))
        }
      }
    }
    if actions.document.kind == .markdown, !isLinked, let web = lookup.source.descriptor.webURL {
      let link = JSONValue.string("[@\(login)](\(web)/\(login))")
      all.append(
        actions.action("Write as a link", .rewrite, edits: [["range": range, "newText": link]]))
    }
    if await lookup.source.hasCredential() {
      if isFollowed != true { all.append(actions.command(.follow, login)) }
      if isFollowed != false { all.append(actions.command(.unfollow, login)) }
    }
    return all
  }

  private static func trailer(
    _ text: String, _ range: JSONValue, _ actions: CodeActions, _ lookup: PersonLookup
  ) async -> [JSONValue] {
    guard !Query.normalized(text).isEmpty else { return [] }
    let near = lookup.source.nearby(Query(text)).first.map(Person.init)
    if near == nil, actions.client.resolvesEdits {
      let data = ActionData(
        work: .complete, uri: actions.uri, source: actions.sourceID, who: text, range: range)
      return [actions.action("Complete \(text.oneLine) <mail>", .quickfix, later: data)]
    }
    let found = near == nil ? await lookup.person(called: text, within: limit) : near
    guard let found, let signature = found.signature?.oneLine,
      let edits = actions.complete(range, found)
    else { return [] }
    return [actions.action("Complete \(signature)", .quickfix, edits: edits)]
  }

  /// Whether a kind that was asked for is that of the action, or one above it.
  private static func isWanted(_ action: JSONValue, _ only: [String]?) -> Bool {
    guard let only, !only.isEmpty else { return true }
    guard let kind = action["kind"]?.stringValue else { return false }
    return only.contains { kind == $0 || kind.hasPrefix($0 + ".") || $0.isEmpty }
  }
}

extension TextDocument {
  fileprivate func endOfLine(_ position: TextPosition) -> TextPosition {
    self.position(line: position.line, byte: byteCount(ofLine: position.line))
  }
}
