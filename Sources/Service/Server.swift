import Explorer
import JSON
import Wire

/// The service: one loop that takes everything that happens in the order it came.
///
/// All of its state belongs to the loop. What takes time runs in tasks that come back through the
/// inbox, so that nothing here waits and no message overtakes another.
package final class Server {
  /// How a session ended.
  package struct End: Sendable, Equatable {
    package var exitCode: Int32
    /// How long what is unsent may take to be written.
    package var flush: Duration
  }

  let context: ServerContext
  let inFlight: InFlight
  let follows: FollowQueue
  var lifecycle = Lifecycle()
  var settings: Settings
  var sources: [any Source] = []
  var searches: [String: SearchSession] = [:]
  var profiles: [String: ProfileView] = [:]
  var profileRequests: [RequestKey: ProfileLoader] = [:]
  var parentWatch: Task<Void, Never>?
  private var unknownMethods: Set<String> = []
  private var unknownRequests: [String: RPCError] = [:]
  private var finishing: Task<Void, Never>?
  private(set) var end: End?

  /// - Parameter settings: from the command line and its file; already checked.
  package init(
    _ environment: Environment, settings: Settings, inbox: Inbox<LoopEvent>, outbox: Outbox
  ) {
    context = ServerContext(environment, inbox: inbox, outbox: outbox)
    inFlight = InFlight(server: context)
    follows = FollowQueue(server: context)
    self.settings = settings
  }

  /// Runs until the session ends; everything that was under way is cancelled by then.
  package func run() async -> End {
    while true {
      for event in await context.inbox.next() {
        context.updateNow()
        handle(event)
        context.outbox.flush()
        if let end { return end }
      }
      if finishing != nil, !isBusy { stop(exitCode: 0, flush: .seconds(10)) }
      context.outbox.flush()
      if let end { return end }
    }
  }

  // MARK: events

  func handle(_ event: LoopEvent) {
    switch event {
    case .messages(let bodies, let framing):
      context.framing = framing
      for body in bodies where end == nil { receive(body) }
    case .endOfInput(let framing): inputEnded(framing)
    case .outputClosed: stop(exitCode: lifecycle.exitCode, flush: .zero)
    case .terminated: stop(exitCode: lifecycle.exitCode, flush: .seconds(1))
    case .parentDied: stop(exitCode: 1, flush: .milliseconds(200))
    case .finishingTimeout:
      for session in searches.values { session.handle(.expired) }
      stop(exitCode: 0, flush: .milliseconds(200))
    case .report(let level, let line): report(level, line)
    case .progress(let progress): tell(progress)
    case .loop(let work): take(work.work)
    }
  }

  private func take(_ work: LoopWork.Work) {
    switch work {
    case .search(let key, let event):
      guard let session = searches[key.id], session.key == key else { return }
      session.handle(event)
    case .profile(let key, let event):
      guard let view = profiles[key.id], view.key == key else { return }
      view.handle(event)
    case .profileRequest(let key, let event): ProfileGet.take(event, for: key, in: self)
    case .finished(let key, let completion):
      let isNews = inFlight.finish(key, completion.outcome)
      if isNews, let concerns = completion.concerns {
        context.ended(with: concerns, charging: completion.budget)
      }
      if let (login, isFollowed) = completion.followed {
        follows.learn(login, isFollowed: isFollowed, asOf: key.serial)
      }
    case .waiting(let report): context.raise([report])
    case .followed(let key, let outcome):
      // What was cancelled says nothing of the network.
      guard inFlight.finish(key, outcome) else { return }
      switch outcome {
      case .success:
        follows.finished(key, succeeded: true)
        context.ended(with: [], charging: .core)
      case .failure(let error):
        follows.finished(key, succeeded: false)
        context.ended(with: [error], charging: .core)
      }
    }
  }

  private func report(_ level: Log.Level, _ line: String) {
    context.log(level, line)
    guard lifecycle.state == .running, level <= .info else { return }
    let severity: Alerts.Message.Severity =
      switch level {
      case .error: .error
      case .warning: .warning
      case .info, .debug: .info
      }
    context.logMessage(Alerts.Message(severity: severity, text: line))
  }

  // MARK: messages

  private func receive(_ body: MessageBody) {
    switch body {
    case .single(let message): receive(message, in: nil)
    case .batch(let messages):
      let batch = BatchReply(server: context)
      for message in messages where end == nil { receive(message, in: batch) }
      batch.seal()
    case .unreadable(let fault):
      context.log(.warning, "unreadable message: \(ErrorReport(fault).message)")
      Reply(id: nil, server: context, batch: nil).send(ErrorReport(fault))
    }
  }

  private func receive(_ message: Message, in batch: BatchReply?) {
    switch message {
    case .response: break
    case .invalid(let invalid):
      Reply(id: invalid.id, server: context, batch: batch).send(ErrorReport(invalid))
    case .request(let request):
      startWithoutHandshake(before: request.method)
      context.traceReceived("request", request.method, request.params)
      let reply = Reply(id: request.id, server: context, batch: batch)
      if let refusal = refusal(of: request) { return reply.send(refusal) }
      answer(request, reply)
    case .notification(let notification):
      startWithoutHandshake(before: notification.method)
      context.traceReceived("notification", notification.method, notification.params)
      take(notification)
    }
  }

  /// With line framing the handshake is optional.
  private func startWithoutHandshake(before method: String) {
    guard context.framing == .lines, lifecycle.state == .uninitialized, method != Initialize.method
    else { return }
    start()
  }

  /// Builds the sources; from here on requests are taken.
  func start() {
    lifecycle.state = .running
    sources = context.environment.makeSources(settings)
  }

  private func refusal(of request: Message.Request) -> ErrorReport? {
    if inFlight.contains(request.id) { return .idInUse }
    switch lifecycle.state {
    case .uninitialized: return request.method == Initialize.method ? nil : .notInitialized
    case .running: return request.method == Initialize.method ? .alreadyInitialized : nil
    case .shutDown: return .shutDown
    }
  }

  private func answer(_ request: Message.Request, _ reply: Reply) {
    switch Router.routes[request.method] {
    case .request(let handle)?:
      let key = RequestKey(id: request.id, serial: context.nextSerial())
      do throws(InvalidParams) {
        try handle.run(self, try Params(request.params), RequestCall(key: key, reply: reply))
      } catch {
        reply.send(ErrorReport(error))
      }
    case .notification?: reply.send(.notARequest(request.method))
    case nil: reply.answer(.failure(refusal(ofUnknown: request.method)))
    }
  }

  /// The answer to a method that does not exist; made once, since who asks once asks again.
  private func refusal(ofUnknown method: String) -> RPCError {
    if let known = unknownRequests[method] { return known }
    if unknownRequests.count >= 100 { unknownRequests = [:] }
    let refusal = ErrorReport.methodNotFound(method).rpc
    unknownRequests[method] = refusal
    return refusal
  }

  private func take(_ notification: Message.Notification) {
    guard lifecycle.state == .running || notification.method == Exit.method else { return }
    switch Router.routes[notification.method] {
    case .notification(let handle)?:
      do throws(InvalidParams) {
        try handle.run(self, try Params(notification.params))
      } catch {
        context.log(.warning, "\(notification.method) was dropped: \(ErrorReport(error).message)")
      }
    case .request?:
      context.log(.info, "\(notification.method) was dropped: it is a request and has no id")
    case nil: logUnknown(notification.method)
    }
  }

  /// Once for each method; those that begin `$/` may be ignored silently (LSP 3.17).
  private func logUnknown(_ method: String) {
    guard !method.hasPrefix("$/"), unknownMethods.count < 1000,
      unknownMethods.insert(String(method.prefix(200))).inserted
    else { return }
    context.log(.warning, "unknown notification \(method.prefix(200)) was dropped")
  }

  // MARK: the end

  private var isBusy: Bool {
    !inFlight.isEmpty || searches.values.contains(where: \.isBusy)
      || profiles.values.contains(where: \.isBusy)
  }

  private func inputEnded(_ framing: Framing?) {
    switch framing {
    case nil: stop(exitCode: 0, flush: .zero)
    case .headers: stop(exitCode: lifecycle.exitCode, flush: .milliseconds(200))
    case .lines:
      for session in searches.values { session.handle(.finished) }
      let (inbox, sleep) = (context.inbox, context.environment.sleep)
      let deadline = context.now + .milliseconds(9_500)
      finishing = context.environment.start {
        await sleep(deadline)
        if !Task.isCancelled { inbox.post(.finishingTimeout) }
      }
    }
  }

  /// Cancels whatever is under way; requests are answered -32800.
  func cancelEverything() {
    searches.values.forEach { $0.cancel() }
    profiles.values.forEach { $0.cancel() }
    searches = [:]
    profiles = [:]
    inFlight.cancelAll()
  }

  func stop(exitCode: Int32, flush: Duration) {
    guard end == nil else { return }
    cancelEverything()
    parentWatch?.cancel()
    finishing?.cancel()
    end = End(exitCode: exitCode, flush: flush)
  }
}
