import Explorer
import JSON
import Wire

/// The service: one loop that takes everything that happens in the order it came.
///
/// All of its state belongs to the loop. What takes time runs in tasks that come back through the
/// inbox, so that nothing here waits and no message overtakes another. The loop has no thread of its
/// own: its turns are taken by whoever posts.
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
  var folders = WorkspaceFolders()
  var sources: [any Source] = []
  /// The people of folders that boxes have named, by the folder.
  var peopleOfFolders: [String: any Source] = [:]
  var searches: [String: SearchSession] = [:]
  var profiles: [String: ProfileView] = [:]
  /// The face for LSP clients; nil where the client is none.
  var language: LanguageService?
  var profileRequests: [RequestKey: ProfileLoader] = [:]
  var parentWatch: Task<Void, Never>?
  var unknownMethods: Set<String> = []
  var unknownRequests: [String: RPCError] = [:]
  private var refused: [SettingFault]
  private var finishing: Task<Void, Never>?
  private(set) var end: End?

  /// - Parameters:
  ///   - settings: from the command line and its file.
  ///   - refused: what of them was not taken; told once there is somebody to tell it to.
  package init(
    _ environment: Environment, settings: Settings, refused: [SettingFault] = [],
    connection: Connection<LoopEvent>
  ) {
    context = ServerContext(environment, inbox: connection.inbox, outbox: connection.outbox)
    inFlight = InFlight(server: context)
    follows = FollowQueue(server: context)
    self.settings = settings
    self.refused = refused
  }

  /// Runs until the session ends; everything that was under way is cancelled by then.
  ///
  /// Whoever posts an event handles it where the loop is idle; this task handles what is handed over.
  package func run() async -> End {
    let turns = Turns(server: self)
    await context.inbox.serve { turns.take($0) }
    guard let end else { preconditionFailure("a loop that wants no more has ended") }
    return end
  }

  /// Handles events in their order; false once the session has ended.
  fileprivate func take(_ events: [LoopEvent]) -> Bool {
    for event in events where end == nil {
      context.updateNow()
      handle(event)
      context.outbox.flush()
    }
    if finishing != nil, !isBusy { stop(exitCode: 0, flush: .seconds(10)) }
    context.outbox.flush()
    return end == nil
  }

  // MARK: events

  /// Says which settings were refused before the session began, once.
  func refuseEarlierSettings() {
    refuse(refused)
    refused = []
    refuseFaultySources()
  }

  func handle(_ event: LoopEvent) {
    switch event {
    case .received(.messages(let bodies, let framing)):
      context.framing = framing
      for body in bodies where end == nil { receive(body) }
    case .received(.end(let framing)): inputEnded(framing)
    case .received(.outputClosed): stop(exitCode: lifecycle.exitCode, flush: .zero)
    case .terminated: stop(exitCode: lifecycle.exitCode, flush: .seconds(1))
    case .parentDied: stop(exitCode: 1, flush: .milliseconds(200))
    case .finishingTimeout:
      for session in searches.values { session.handle(.expired) }
      for view in profiles.values { view.handle(.expired) }
      stop(exitCode: 0, flush: .milliseconds(200))
    case .report(let level, let line): report(level, line)
    case .progress(let progress):
      if lifecycle.state == .running { context.send(ProgressMessage(progress: progress)) }
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
    case .completion(let uri, let serial, let event):
      language?.documents[uri]?.completion.take(serial, event)
    case .completionTimeout(let uri, let key):
      language?.documents[uri]?.completion.timedOut(key)
    case .ownersChecked(let uri, let version, let diagnostics):
      ownersChecked(uri, version: version, diagnostics)
    case .followed(let key, let outcome):
      // What was cancelled says nothing of the network.
      guard inFlight.finish(key, outcome) else { return }
      switch outcome {
      case .success: follows.finished(key, nil)
      case .failure(let error): follows.finished(key, error)
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
    language?.cancel()
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

/// A server as the inbox calls it, from whichever thread posts.
///
/// Unchecked, since the compiler cannot see what the inbox promises: one turn at a time, and each sees
/// all that earlier ones did, for it is begun and ended under the inbox's lock.
private struct Turns: @unchecked Sendable {
  let server: Server

  func take(_ events: [LoopEvent]) -> Bool { server.take(events) }
}
