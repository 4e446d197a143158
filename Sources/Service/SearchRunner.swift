import Explorer

/// Runs one search core: performs what it wants done, and says what is to be told.
///
/// Owned by the server's loop; its tasks come back through the inbox, as `work` names them.
final class SearchRunner {
  private var core: SearchCore
  private let source: any Source
  private let server: ServerContext
  private let work: @Sendable (SearchEvent) -> LoopWork.Work
  private var request: Task<Void, Never>?
  private var waker: Task<Void, Never>?

  /// - Parameter nearby: what the core itself puts before the source's results.
  init(
    _ source: any Source, _ settings: SearchSettings, server: ServerContext,
    nearby: @escaping SearchCore.Nearby = { _ in [] },
    work: @escaping @Sendable (SearchEvent) -> LoopWork.Work
  ) {
    self.source = source
    self.server = server
    self.work = work
    core = SearchCore(
      settings: settings.resolved(for: source.descriptor), origin: source.descriptor.origin,
      seed: server.nextSeed(), nearby: nearby)
  }

  var isBusy: Bool { core.isBusy }

  /// Takes one event, performs its effects and returns what is to be told, in order.
  func handle(_ event: SearchEvent) -> [SearchPublication] {
    let memory = source.isRemembering ? source.remembered : nil
    return core.reduce(event, now: server.now, memory: memory).compactMap { effect in
      switch effect {
      case .wakeAt(let time):
        waker?.cancel()
        waker = server.startWaker(at: time, work(.wake))
      case .cancel: request?.cancel()
      case .start(let request): self.request = start(request)
      case .publish(let publication): return publication
      }
      return nil
    }
  }

  /// Ends everything that is under way; nothing is told of it.
  func close() {
    _ = handle(.closed)
    waker?.cancel()
  }

  private func start(_ request: SearchRequest) -> Task<Void, Never> {
    let (source, inbox, work) = (source, server.inbox, work)
    return server.environment.start {
      let answer = await Result { () async throws(SourceError) in
        try await source.search(
          request.query, continuing: request.continuation, timeout: request.timeout)
      }
      inbox.post(work(.answered(generation: request.generation, answer)))
    }
  }
}
