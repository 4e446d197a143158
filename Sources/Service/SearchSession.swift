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
      let answer: Result<Page, SourceError>
      do throws(SourceError) {
        answer = .success(
          try await source.search(
            request.query, continuing: request.continuation, timeout: request.timeout))
      } catch {
        answer = .failure(error)
      }
      inbox.post(.search(key, .answered(generation: request.generation, answer)))
    }
  }

  // MARK: publishing

  private func publish(_ status: SearchStatus) {
    var params: JSONObject = base(version: status.version, query: status.query)
    switch status.state {
    case .idle: params["status"] = "idle"
    case .loading: params["status"] = "loading"
    case .unchanged: params["status"] = "unchanged"
    case .retrying(let attempt, let wait, let error):
      params["status"] = "retrying"
      params["attempt"] = attempt > 0 ? JSONValue(attempt) : nil
      params["retryInMilliseconds"] = JSONValue(wait.milliseconds)
      if case .rateLimited = error.cause {
        server.raise([report(Failure(error, attempts: attempt))])
      }
    }
    server.notify("search/status", params, as: .status(key.subject, topic: "search"))
  }

  private func publish(_ results: SearchResults) {
    var params = base(version: results.version, query: results.query.text)
    let page = results.page
    var error: ErrorReport?
    switch results.outcome {
    case .success: params["status"] = "success"
    case .empty: params["status"] = "empty"
    case .failure(let failure):
      params["status"] = "failure"
      error = report(failure)
    }
    params["origin"] = .string(results.origin.rawValue)
    for (name, value) in page.members(for: results.query, server.encoding) { params[name] = value }
    params["append"] = .bool(results.appends)
    params["totalCount"] = JSONValue(page.totalCount ?? page.items.count)
    params["incomplete"] = .bool(page.isIncomplete)
    params["groups"] = page.groupsJSON
    params["error"] = error?.rpc.json
    server.notify(
      "search/results", params, as: results.appends ? .page(key.subject) : .list(key.subject))
    switch results.origin {
    case .network, .local, .stale, .fallback:
      server.ended(with: error.map { [$0] } ?? [], charging: .search)
    case .cache, .provisional: break
    }
  }

  private func base(version: Int, query: String) -> JSONObject {
    var params = JSONObject()
    params["searchId"] = .string(key.id)
    params["version"] = JSONValue(version)
    params["query"] = .string(query)
    return params
  }

  private func report(_ failure: Failure) -> ErrorReport {
    ErrorReport(failure, during: .search, of: source.descriptor)
  }
}
