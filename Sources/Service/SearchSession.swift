import Explorer
import JSON
import Wire

/// One live query box: keeps its text, runs its search, and publishes what that says.
///
/// Owned by the server's loop; its tasks come back through the inbox, named by `key`.
final class SearchSession {
  let key: SessionKey
  let source: any Source
  private(set) var text: LiveText
  private let runner: SearchRunner
  private let server: ServerContext
  private var watch: Task<Void, Never>?

  init(
    _ key: SessionKey, source: any Source, settings: SearchSettings, text: LiveText,
    server: ServerContext
  ) {
    self.key = key
    self.source = source
    self.text = text
    self.server = server
    runner = SearchRunner(source, settings, server: server, nearby: source.nearby) {
      .search(key, $0)
    }
    startWatch()
  }

  var isBusy: Bool { runner.isBusy }

  /// Applies one change of the text; a change that is refused leaves everything as it was.
  func edit(_ change: LiveText.Change) throws(InvalidParams) {
    let version = try text.apply(change, server.encoding)
    handle(.edited(text: text.text, version: version))
  }

  func handle(_ event: SearchEvent) {
    for publication in runner.handle(event) {
      switch publication {
      case .status(let status): publish(status)
      case .results(let results): publish(results)
      }
    }
  }

  /// Ends everything that is under way.
  func cancel() {
    runner.close()
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
