import Explorer
import JSON

/// Runs a profile core: what a view on screen and `profile/get` have in common.
final class ProfileLoader {
  private var core: ProfileCore
  private let source: any Source
  private let server: ServerContext
  private let work: @Sendable (ProfileEvent) -> LoopWork.Work
  private var requests: [ProfilePart: Task<Void, Never>] = [:]
  private var waker: Task<Void, Never>?
  private var isProgressive = false

  /// - Parameter work: how what comes back is named in the inbox.
  init(
    source: any Source, settings: SearchSettings, server: ServerContext,
    work: @escaping @Sendable (ProfileEvent) -> LoopWork.Work
  ) {
    self.source = source
    self.server = server
    self.work = work
    core = ProfileCore(
      policy: settings.retryPolicy, cacheAge: settings.cacheAge, seed: server.nextSeed())
  }

  var isBusy: Bool { core.isBusy }

  /// Takes one event, performs its effects and returns what is to be told, in order.
  func handle(_ event: ProfileEvent) -> [ProfilePublication] {
    if case .closed = event { waker?.cancel() }
    if case .opened(_, _, let isProgressive) = event { self.isProgressive = isProgressive }
    var together: [ProfileRequest] = []
    defer { start(together) }
    return core.reduce(event, now: server.now).compactMap { effect in
      switch effect {
      case .wakeAt(let time):
        waker?.cancel()
        waker = server.startWaker(at: time, work(.wake))
      case .cancel:
        requests.values.forEach { $0.cancel() }
        requests = [:]
      case .start(let request):
        // A whole comes at once: what is to be shown as it arrives is asked for one by one.
        if source.loadsWholeProfiles, !isProgressive, request.continuation == nil {
          together.append(request)
        } else {
          requests[request.part] = start(request)
        }
      case .publish(let publication): return publication
      }
      return nil
    }
  }

  private func start(_ request: ProfileRequest) -> Task<Void, Never> {
    let (source, inbox, work) = (source, server.inbox, work)
    return server.environment.start {
      let answer = await Result { () async throws(SourceError) in try await source.load(request) }
      inbox.post(work(.answered(generation: request.generation, request.part, answer)))
    }
  }

  /// Starts requests that are one profile, each answered for itself.
  private func start(_ requests: [ProfileRequest]) {
    guard let first = requests.first else { return }
    let (source, inbox, environment, work) = (source, server.inbox, server.environment, work)
    @Sendable func post(_ request: ProfileRequest, _ answer: Result<LoadedPart, SourceError>) {
      inbox.post(work(.answered(generation: request.generation, request.part, answer)))
    }
    let end = environment.now() + first.timeout
    let task = environment.start {
      let loaded = await source.loadTogether(
        requests.map(\.part), of: first.login, freshness: first.freshness, timeout: first.timeout)
      await withTaskGroup { group in
        for request in requests {
          if let answer = loaded[request.part] {
            post(request, answer)
            continue
          }
          var request = request
          request.timeout = max(.milliseconds(1), end - environment.now())
          group.addTask { [request] in
            post(
              request,
              await Result { () async throws(SourceError) in
                try await source.load(request)
              })
          }
        }
      }
    }
    for request in requests { self.requests[request.part] = task }
  }

  // MARK: results

  func report(_ failure: Failure) -> ErrorReport {
    ErrorReport(failure, during: .profile(login: core.login), of: source.descriptor)
  }

  /// The profile, where there is one, and the one error, where anything failed.
  func result(of outcome: ProfileOutcome) -> (profile: JSONValue?, error: ErrorReport?) {
    switch outcome {
    case .success(let profile): (json(profile), nil)
    case .partial(let profile, let failures): (json(profile), unified(failures))
    case .failure(let failures): (nil, unified(failures))
    }
  }

  /// The error of each part that failed, the most telling one first.
  func reports(of outcome: ProfileOutcome) -> [ErrorReport] {
    switch outcome {
    case .success: []
    case .partial(_, let failures): failures.map { report($0.failure) }.sorted(by: <)
    case .failure(let failures): failures.map { report($0.failure) }
    }
  }

  private func json(_ profile: Profile) -> JSONValue {
    profile.json(server.encoding) { self.report($1) }
  }

  private func unified(_ failures: [PartFailure]) -> ErrorReport {
    .unified(failures.map { (part: $0.part, report: report($0.failure)) }, login: core.login)
  }
}

extension Source {
  /// Sends what a profile core wants sent.
  fileprivate func load(_ request: ProfileRequest) async throws(SourceError) -> LoadedPart {
    guard let continuation = request.continuation, case .section(let section) = request.part else {
      return try await load(
        request.part, of: request.login, freshness: request.freshness, timeout: request.timeout)
    }
    return try await loadMore(
      section, of: request.login, continuing: continuation.next, page: continuation.page,
      timeout: request.timeout)
  }
}
