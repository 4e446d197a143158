import Explorer
import JSON
import Wire

/// One live query box: keeps its text, asks its core, performs what the core wants done.
///
/// Owned by the server's loop; its tasks come back through the inbox, named by `key`.
final class SearchSession {
  let key: SessionKey
  let source: any Source
  private(set) var text: LiveText
  private var core: SearchCore
  private let server: ServerContext
  private var request: Task<Void, Never>?
  private var alarm: Task<Void, Never>?
  private var watch: Task<Void, Never>?

  init(
    _ key: SessionKey, source: any Source, settings: SearchSettings, text: LiveText,
    server: ServerContext
  ) {
    self.key = key
    self.source = source
    self.text = text
    self.server = server
    core = SearchCore(
      settings: settings.resolved(for: source.descriptor), origin: source.descriptor.origin,
      seed: server.nextSeed(), nearby: source.nearby)
    startWatch()
  }

  var isBusy: Bool { core.isBusy }

  /// Applies one change of the text; a change that is refused leaves everything as it was.
  func edit(_ change: LiveText.Change) throws(InvalidParams) {
    let version = try text.apply(change, server.encoding)
    handle(.edited(text: text.text, version: version))
  }

  func handle(_ event: SearchEvent) {
    let memory = source.isRemembering ? source.remembered : nil
    let effects = core.reduce(event, now: server.now, memory: memory)
    for effect in effects { perform(effect) }
  }

  /// Ends everything that is under way.
  func cancel() {
    handle(.closed)
    alarm?.cancel()
    watch?.cancel()
  }

  /// Asks again whenever the source has changed by itself; one that is asked over the network only
  /// shows what it has come to know.
  private func startWatch() {
    let (source, inbox, key) = (source, server.inbox, key)
    let event: SearchEvent =
      source.descriptor.origin == .local ? .sourceChanged : .nearbyChanged
    watch = server.environment.start {
      await source.watch { inbox.post(.search(key, event)) }
    }
  }

  /// Ends everything; nothing more is pushed, not even from the queue.
  func close() {
    cancel()
    server.outbox.discard(key.subject)
  }

  private func perform(_ effect: SearchEffect) {
    switch effect {
    case .wakeAt(let time):
      alarm?.cancel()
      alarm = server.startAlarm(at: time, .search(key, .wake))
    case .cancel: request?.cancel()
    case .start(let request): start(request)
    case .publish(.status(let status)): publish(status)
    case .publish(.results(let results)): publish(results)
    }
  }

  private func start(_ request: SearchRequest) {
    let (source, inbox, key) = (source, server.inbox, key)
    self.request = server.environment.start {
      let answer = await Result { () async throws(SourceError) in
        try await source.search(
          request.query, continuing: request.continuation, timeout: request.timeout)
      }
      inbox.post(.search(key, .answered(generation: request.generation, answer)))
    }
  }

  // MARK: publishing

  private func publish(_ status: SearchStatus) {
    if case .retrying(let attempt, _, let error) = status.state, case .rateLimited = error.cause {
      server.raise([report(Failure(error, attempts: attempt))])
    }
    server.send(SearchStatusMessage(key: key, status: status))
  }

  private func publish(_ results: SearchResults) {
    var error: ErrorReport?
    let status: SearchResultsMessage.Status
    switch results.outcome {
    case .success: status = .success
    case .empty: status = .empty
    case .failure(let failure):
      status = .failure
      error = report(failure)
    }
    server.send(
      SearchResultsMessage(
        searchID: key.id, version: results.version, query: results.query, status: status,
        origin: results.origin, page: results.page, appends: results.appends, error: error,
        delivery: results.appends ? .page(key.subject) : .list(key.subject)))
    switch results.origin {
    case .network, .local, .stale, .fallback:
      server.ended(with: error.map { [$0] } ?? [], charging: .search)
    case .cache, .provisional: break
    }
  }

  private func report(_ failure: Failure) -> ErrorReport {
    ErrorReport(failure, during: .search, of: source.descriptor)
  }
}
