import JSON
import Service
import System
import Wire

/// The service inside this process, spoken to as an editor does: what a command prints is what an
/// editor would get.
final class ServiceSession {
  typealias MemoryConnection = (server: Connection<LoopEvent>, client: MemoryClient<LoopEvent>)

  /// Longer than any wait for a rate limit, which comes on top of a request's own time limit.
  private static let longestLimitWait: Duration = .seconds(240)

  private let connection: MemoryConnection
  private let running: Task<Server.End, Never>
  /// The longest that one message is waited for.
  private let patience: Duration
  private let sleep: @Sendable (_ until: Duration) async -> Void
  private let now: @Sendable () -> Duration

  static func connection() -> MemoryConnection {
    Connection.memory(.lines, event: LoopEvent.received)
  }

  convenience init(_ shot: OneShot) {
    self.init(shot.wiring.environment, shot.settings, over: Self.connection())
  }

  init(_ environment: Environment, _ settings: Settings, over connection: MemoryConnection) {
    self.connection = connection
    patience = settings.search.retryPolicy.deadline + Self.longestLimitWait
    (sleep, now) = (environment.sleep, environment.now)
    let (server, link) = (connection.server, connection.client.link)
    running = Task(executorPreference: ThreadPool.shared) {
      defer { link.endOutput() }
      return await Server(environment, settings: settings, connection: server).run()
    }
  }

  deinit { connection.server.inbox.post(.terminated) }

  /// Sends a request and returns its result.
  ///
  /// - Throws: what the service answered as an error, in words for people.
  func result(of method: String, _ params: JSONValue) async throws(CommandError) -> JSONValue {
    send(method, params, id: 1)
    let answer = try await next { $0["id"] == 1 }
    guard let error = answer["error"] else { return answer["result"] ?? .null }
    throw CommandError(error)
  }

  func notify(_ method: String, _ params: JSONValue) { send(method, params, id: nil) }

  /// Returns the next message that is wanted; those before it are dropped.
  ///
  /// - Throws: a failure where the service ended without one, or none came for too long.
  func next(_ isWanted: (JSONValue) -> Bool) async throws(CommandError) -> JSONValue {
    let (inbox, sleep, end) = (connection.server.inbox, sleep, now() + patience)
    let watch = Task(executorPreference: ThreadPool.shared) {
      await sleep(end)
      if !Task.isCancelled { inbox.post(.terminated) }
    }
    defer { watch.cancel() }
    while let message = await next() {
      if isWanted(message) { return message }
    }
    throw .failed("the service ended without an answer")
  }

  /// Returns the next message; nil once the service has ended and all of them were read.
  func next() async -> JSONValue? {
    while let body = await connection.client.next() {
      if let message = try? JSONValue(parsing: body) { return message }
    }
    return nil
  }

  /// The status that the service ended with, once it has.
  var exitCode: Int32 {
    get async { await running.value.exitCode }
  }

  private func send(_ method: String, _ params: JSONValue, id: JSONValue?) {
    var message = JSONObject()
    message["jsonrpc"] = "2.0"
    message["id"] = id
    message["method"] = .string(method)
    message["params"] = params
    connection.client.link.send([JSONValue.object(message).jsonBytes])
  }
}
