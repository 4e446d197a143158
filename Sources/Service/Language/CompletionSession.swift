import Documents
import Explorer
import JSON

/// The completion of one document: its newest request, and the live search that answers it.
///
/// A newer request, a cancellation or a change of the text supersedes what the search is doing.
final class CompletionSession {
  /// What is typed longer than this is searched for; LSP's own search has the same minimum.
  static let minimumQueryLength = 2
  /// A request is answered by then with what there is.
  private static let limit = Duration.seconds(2)
  /// So long a request waits for more to be typed where nobody is near at hand.
  private static let hold = Duration.seconds(1)
  /// So many people near at hand are offered.
  private static let maximumNearby = 100

  private struct Pending {
    let key: RequestKey
    let finish: (JSONValue) -> Void
    let source: any Source
    let since: Duration
    var context: CompletionContext
  }

  private let uri: String
  private let client: LanguageClient
  private let server: ServerContext
  private var search: LiveSearch?
  private var pending: Pending?
  private var timeout: Task<Void, Never>?
  /// What the search has last shown, whole or provisional.
  private var shown: (query: String, items: [Item])?

  init(uri: String, client: LanguageClient, server: ServerContext) {
    self.uri = uri
    self.client = client
    self.server = server
  }

  var isBusy: Bool { pending != nil }

  // MARK: requests

  /// Takes a request; the one before is answered with what is near at hand.
  ///
  /// - Parameter finish: answers it; called once, at once or later, unless it is cancelled.
  func complete(
    _ context: CompletionContext, _ key: RequestKey, from source: any Source,
    _ settings: SearchSettings, finish: @escaping (JSONValue) -> Void
  ) {
    supersede()
    pending = Pending(key: key, finish: finish, source: source, since: server.now, context: context)
    if search?.source.descriptor != source.descriptor || search?.settings != settings {
      search?.close()
      search = LiveSearch(source, settings, server: server) { [uri] in
        .completion(uri, $0, $1)
      }
    }
    ask()
  }

  /// Ends the work of a request that the client has cancelled.
  func cancel(_ key: RequestKey) {
    guard pending?.key == key else { return }
    pending = nil
    timeout?.cancel()
    search?.reset()
  }

  /// Follows what is typed while a request is waiting: not every client asks again.
  func documentChanged(_ document: TextDocument, by change: DocumentChange?) {
    guard var pending else { return }
    guard let cursor = change?.end(in: document.encoding),
      cursor.line == pending.context.position.line,
      let context = CompletionContext(at: cursor, of: document)
    else {
      search?.reset()
      return answer([])
    }
    pending.context = context
    self.pending = pending
    ask()
  }

  func close() {
    supersede()
    search?.close()
    search = nil
  }

  private func supersede() {
    if let pending { answer(nearby(pending)) }
  }

  // MARK: answers

  private func ask() {
    guard let pending else { return }
    let query = pending.context.query
    guard query.count >= Self.minimumQueryLength else {
      search?.reset()
      let near = nearby(pending)
      return near.isEmpty ? wait(Self.hold) : answer(near)
    }
    wait(Self.limit)
    show(search?.edit(query) ?? [])
  }

  /// Takes what comes back to the search.
  func take(_ serial: Int, _ event: SearchEvent) {
    guard let search, search.serial == serial else { return }
    show(search.handle(event))
  }

  private func show(_ publications: [SearchPublication]) {
    for publication in publications {
      switch publication {
      case .results(let results):
        shown = (results.query.text, results.page.items)
        if case .failure(let failure) = results.outcome {
          server.log(.warning, "completion: \(failure.error.cause)")
          tellLimit(failure)
        }
        if results.origin != .provisional { answerIfShown() }
      case .status(let status):
        switch status.state {
        case .unchanged: answerIfShown()
        case .retrying(let attempt, _, let error): tellLimit(Failure(error, attempts: attempt))
        case .idle, .loading: break
        }
      }
    }
  }

  /// A limit is shown, once; every other failure is a matter of the log.
  private func tellLimit(_ failure: Failure) {
    guard case .rateLimited = failure.error.cause, let search else { return }
    server.raise([ErrorReport(failure, during: .search, of: search.source.descriptor)])
  }

  private func answerIfShown() {
    guard let pending, let shown, shown.query == pending.context.query else { return }
    answer(nearby(pending) + shown.items)
  }

  /// Takes the end of the time that a request may take.
  func timedOut(_ key: RequestKey) {
    guard let pending, pending.key == key else { return }
    let items = shown.map { $0.query == pending.context.query ? $0.items : [] } ?? []
    answer(nearby(pending) + items)
  }

  /// Sets the time by which the request is answered, counted from when it came.
  private func wait(_ duration: Duration) {
    guard let pending else { return }
    timeout?.cancel()
    timeout = server.startWaker(at: pending.since + duration, .completionTimeout(uri, pending.key))
  }

  private func answer(_ items: [Item]) {
    guard let pending else { return }
    self.pending = nil
    timeout?.cancel()
    var seen: Set<String> = []
    let people = items.map(Person.init).filter { seen.insert($0.identity).inserted }
    let list = CompletionItems(
      context: pending.context.person, place: pending.context.place, client: client,
      sourceID: pending.source.descriptor.id, uri: uri
    ).list(people)
    pending.finish(list)
  }

  private func nearby(_ pending: Pending) -> [Item] {
    let people = pending.source.nearby(Query(pending.context.person.query))
    // Who has no account cannot be mentioned, and is nobody near at hand for it.
    let named =
      pending.context.person.kind == .mention
      ? people.filter { Person(item: $0).login != nil } : people
    return Array(named.prefix(Self.maximumNearby))
  }
}

extension CompletionContext {
  /// What is searched for, as the search normalises it.
  fileprivate var query: String { Query.normalized(person.query) }
}

extension DocumentChange {
  /// Where what was inserted ends; nil where that is another line, or not known.
  fileprivate func end(in encoding: PositionEncoding) -> TextPosition? {
    guard case .range(let start, _, let text) = self, !text.contains(where: \.isNewline) else {
      return nil
    }
    return TextPosition(
      line: start.line, character: max(0, start.character) &+ encoding.length(of: text))
  }
}
