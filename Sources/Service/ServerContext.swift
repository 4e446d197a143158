import Documents
import Explorer
import JSON
import Wire

/// Names one opening of a search or a profile view: the client's id, and a number, since an id may
/// be opened again while something of the first opening is still on its way.
struct SessionKey: Sendable, Hashable {
  enum Kind: String, Sendable { case search, profile }

  var kind: Kind
  var id: String
  var serial: Int

  var subject: Delivery.Subject { Delivery.Subject(kind: kind.rawValue, id: id) }
}

/// Names one request under way: ids are used again.
struct RequestKey: Sendable, Hashable {
  var id: RequestID
  var serial: Int
}

/// What the loop is told, in the order in which it takes effect.
package enum LoopEvent: Sendable {
  /// What the client does.
  case received(Received)
  /// The system asks for an end: SIGTERM, SIGINT, SIGHUP.
  case terminated
  case parentDied
  /// The time that a script's work may take after the end of its input is over.
  case finishingTimeout
  /// A line from a source: to the log, and to the client's.
  case report(Log.Level, String)
  case progress(SourceProgress)
  case loop(LoopWork)
}

/// What the loop's own tasks come back with.
package struct LoopWork: Sendable {
  enum Work: Sendable {
    case search(SessionKey, SearchEvent)
    case profile(SessionKey, ProfileEvent)
    case profileRequest(RequestKey, ProfileEvent)
    case finished(RequestKey, Completion)
    case followed(RequestKey, Result<JSONValue, ErrorReport>)
    /// A request waits for its rate limit.
    case waiting(ErrorReport)
    /// What comes back to the search behind the completion of a document.
    case completion(_ uri: String, _ serial: Int, SearchEvent)
    case completionTimeout(_ uri: String, RequestKey)
    /// What is wrong with the owners in a document.
    case ownersChecked(_ uri: String, version: Int, [JSONValue])
  }

  let work: Work
}

/// What is charged for a request, in GitHub's words.
enum RateBudget: String, Sendable { case search, core }

/// What a request under way ended with.
struct Completion: Sendable {
  var outcome: Result<JSONValue, ErrorReport>
  /// The errors that count for the alert; nil where nothing was asked of the network.
  var concerns: [ErrorReport]?
  var budget = RateBudget.core
  /// Whether a login is followed, where that is known now.
  var followed: (login: String, isFollowed: Bool)?
}

/// What sessions and methods need of the server, one step below it.
final class ServerContext {
  let environment: Environment
  let log: Log
  let inbox: Inbox<LoopEvent>
  let outbox: Outbox
  var framing = Framing.headers
  var encoding = PositionEncoding.utf16
  /// Notifications that the client has not said it wants.
  var unwantedNotifications: Set<String> = []
  /// Sampled once for each batch of input.
  private(set) var now: Duration
  var trace = Trace.off
  private var alerts = Alerts()
  private var random: SplitMix64
  private var serial = 0
  private var writer = JSONWriter(.strict, reservingCapacity: 4 << 10)

  init(_ environment: Environment, inbox: Inbox<LoopEvent>, outbox: Outbox) {
    self.environment = environment
    log = environment.log
    self.inbox = inbox
    self.outbox = outbox
    now = environment.now()
    random = SplitMix64(seed: environment.seed)
  }

  func updateNow() { now = environment.now() }

  func nextSeed() -> UInt64 { random.next() }

  func nextSerial() -> Int {
    serial += 1
    return serial
  }

  // MARK: sending

  /// Sends a notification; see `Messages/` for those there are.
  func notify(_ method: String, _ params: JSONObject, as delivery: Delivery) {
    guard unwantedNotifications.isEmpty || !unwantedNotifications.contains(method) else { return }
    let params = params.redacted(by: environment.redactor, for: method)
    if trace != .off, method != LogTraceMessage.method { traceSent(method, .object(params)) }
    send(.notification(method: method, params: .object(params)), as: delivery)
  }

  func answer(_ answer: Answer) {
    if trace != .off { traceAnswer(answer) }
    send(.answer(answer), as: .always)
  }

  func answer(_ answers: [Answer]) {
    if trace != .off { answers.forEach(traceAnswer) }
    send(.answers(answers), as: .always)
  }

  /// Leaves with the next `flush` of the outbox, at the end of the batch of input.
  private func send(_ message: Outgoing, as delivery: Delivery) {
    writer.clear()
    message.write(to: &writer)
    outbox.add(body: writer.bytes, framing, as: delivery)
  }

  // MARK: alerts

  /// Shows the errors of something that is still under way, if they are news.
  func raise(_ reports: [ErrorReport]) { alerts.raise(reports).forEach(show) }

  /// Shows what is news at the end of a search or a load.
  func ended(with reports: [ErrorReport], charging budget: RateBudget) {
    alerts.ended(with: reports, charging: budget.rawValue).forEach(show)
  }

  func show(_ message: Alerts.Message) { send(ShowMessage(message: message)) }

  func logMessage(_ message: Alerts.Message) { send(LogMessage(message: message)) }

  // MARK: tasks

  /// Posts `work` at that time; the caller owns the task.
  func startWaker(at time: Duration, _ work: LoopWork.Work) -> Task<Void, Never> {
    let (inbox, sleep) = (inbox, environment.sleep)
    return environment.start {
      await sleep(time)
      if !Task.isCancelled { inbox.post(work) }
    }
  }
}

extension Inbox<LoopEvent> {
  func post(_ work: LoopWork.Work) { post(.loop(LoopWork(work: work))) }
}
