import JSON
import Wire

/// The requests that are not answered yet: each is answered exactly once.
final class InFlight {
  private struct Entry {
    let key: RequestKey
    let reply: Reply
    let feature: Feature?
    var cancel: () -> Void = {}
  }

  private var entries: [RequestID: Entry] = [:]
  private let server: ServerContext

  init(server: ServerContext) { self.server = server }

  var isEmpty: Bool { entries.isEmpty }

  func contains(_ id: RequestID) -> Bool { !entries.isEmpty && entries[id] != nil }

  /// Begins the work of a request that will be answered later, or is answered while it begins.
  func begin(_ work: PendingWork, for key: RequestKey, _ reply: Reply) {
    entries[key.id] = Entry(key: key, reply: reply, feature: work.feature)
    let cancel = work.begin(key)
    if entries[key.id]?.key == key { entries[key.id]?.cancel = cancel }
  }

  /// Answers the request, unless that was done already; false where it was.
  @discardableResult
  func finish(_ key: RequestKey, _ outcome: Result<JSONValue, ErrorReport>) -> Bool {
    guard let entry = entries[key.id], entry.key == key else { return false }
    entries[key.id] = nil
    entry.reply.send(outcome)
    return true
  }

  /// Ends the work and answers -32800 at once; what comes of it is dropped.
  ///
  /// An unknown id is none of ours.
  func cancel(_ id: RequestID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    entry.cancel()
    entry.reply.send(.failure(.cancelled(during: entry.feature)))
  }

  func cancelAll() {
    for entry in entries.values.sorted(by: { $0.key.serial < $1.key.serial }) {
      cancel(entry.key.id)
    }
  }
}

/// Where the answer to one request goes: out at once, or into the array of its batch.
struct Reply {
  let id: RequestID?
  private let server: ServerContext
  private let batch: BatchReply?

  init(id: RequestID?, server: ServerContext, batch: BatchReply?) {
    self.id = id
    self.server = server
    self.batch = batch
    batch?.expect()
  }

  func send(_ outcome: Result<JSONValue, ErrorReport>) {
    let redactor = server.environment.redactor
    answer(outcome.mapError { $0.rpc.redacted(by: redactor) })
  }

  /// Sends an answer whose error is made already, without secrets.
  func answer(_ outcome: Result<JSONValue, RPCError>) {
    let answer = Answer(id: id, outcome: outcome)
    if let batch { batch.add(answer) } else { server.answer(answer) }
  }

  func send(_ result: JSONValue) { send(.success(result)) }

  func send(_ error: ErrorReport) { send(.failure(error)) }
}

/// Collects the answers of a batch; they leave as one array when the last is there.
final class BatchReply {
  private var answers: [Answer] = []
  private var expected = 0
  private var isSealed = false
  private let server: ServerContext

  init(server: ServerContext) { self.server = server }

  func expect() { expected += 1 }

  func add(_ answer: Answer) {
    answers.append(answer)
    sendIfWhole()
  }

  /// Says that no further request belongs to the batch.
  func seal() {
    isSealed = true
    sendIfWhole()
  }

  /// A batch of notifications alone is answered by nothing at all.
  private func sendIfWhole() {
    guard isSealed, answers.count == expected, !answers.isEmpty else { return }
    server.answer(answers)
    answers = []
  }
}
