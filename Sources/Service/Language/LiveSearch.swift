import Explorer

/// Runs a search core for whoever wants its results inside the service.
final class LiveSearch {
  let source: any Source
  let settings: SearchSettings
  /// Changes with each new beginning, so that nothing of an old one is taken for an answer.
  private(set) var serial: Int
  private var core: SearchCore
  private let server: ServerContext
  private let work: @Sendable (_ serial: Int, SearchEvent) -> LoopWork.Work
  private var request: Task<Void, Never>?
  private var alarm: Task<Void, Never>?
  private var query = ""
  private var version = 0

  /// - Parameter work: how what comes back is named in the inbox.
  init(
    _ source: any Source, _ settings: SearchSettings, server: ServerContext,
    work: @escaping @Sendable (_ serial: Int, SearchEvent) -> LoopWork.Work
  ) {
    self.source = source
    self.settings = settings
    self.server = server
    self.work = work
    serial = server.nextSerial()
    core = Self.core(source, settings, server)
  }

  private static func core(
    _ source: any Source, _ settings: SearchSettings, _ server: ServerContext
  ) -> SearchCore {
    SearchCore(
      settings: settings.resolved(for: source.descriptor), origin: source.descriptor.origin,
      seed: server.nextSeed())
  }

  /// Takes a new text; what is under way for another one ends at once.
  func edit(_ text: String) -> [SearchPublication] {
    if text != query, core.isBusy { reset() }
    query = text
    version += 1
    return handle(.edited(text: text, version: version))
  }

  /// Takes one event, performs its effects and returns what is to be told, in order.
  func handle(_ event: SearchEvent) -> [SearchPublication] {
    core.reduce(event, now: server.now, memory: source.remembered).compactMap { effect in
      switch effect {
      case .wakeAt(let time):
        alarm?.cancel()
        alarm = server.startAlarm(at: time, work(serial, .wake))
      case .cancel: request?.cancel()
      case .start(let request): self.request = start(request)
      case .publish(let publication): return publication
      }
      return nil
    }
  }

  /// Ends what is under way, and begins anew.
  func reset() {
    _ = handle(.closed)
    alarm?.cancel()
    serial = server.nextSerial()
    core = Self.core(source, settings, server)
  }

  func close() {
    _ = handle(.closed)
    alarm?.cancel()
  }

  private func start(_ request: SearchRequest) -> Task<Void, Never> {
    let (source, inbox, work, serial) = (source, server.inbox, work, serial)
    return server.environment.start {
      let answer: Result<Page, SourceError>
      do throws(SourceError) {
        answer = .success(
          try await source.search(
            request.query, continuing: request.continuation, timeout: request.timeout))
      } catch {
        answer = .failure(error)
      }
      inbox.post(work(serial, .answered(generation: request.generation, answer)))
    }
  }
}
