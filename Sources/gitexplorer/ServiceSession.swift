import JSON
import Service
import Wire

/// The service inside this process, spoken to as an editor does: what a command prints is what an
/// editor would get.
final class ServiceSession {
  /// Where events for the service go.
  let inbox: Inbox<LoopEvent>
  private let outbox: Outbox
  private let running: Task<Server.End, Never>
  private var outputs: AsyncStream<Void>.Iterator
  private var unread: [JSONValue] = []

  convenience init(_ shot: OneShot) {
    self.init(shot.wiring, shot.settings, inbox: Inbox())
  }

  init(_ wiring: Wiring, _ settings: Settings, inbox: Inbox<LoopEvent>) {
    let (stream, written) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let outbox = Outbox(onFlush: { _ in written.yield() })
    self.inbox = inbox
    self.outbox = outbox
    outputs = stream.makeAsyncIterator()
    running = Task {
      defer { written.finish() }
      let server = Server(wiring.environment, settings: settings, inbox: inbox, outbox: outbox)
      return await server.run()
    }
  }

  deinit { running.cancel() }

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
  /// - Throws: a failure where the service ended without one.
  func next(_ isWanted: (JSONValue) -> Bool) async throws(CommandError) -> JSONValue {
    while let message = await next() {
      if isWanted(message) { return message }
    }
    throw .failed("the service ended without an answer")
  }

  /// Returns the next message; nil once the service has ended and all of them were read.
  func next() async -> JSONValue? {
    while unread.isEmpty {
      let isRunning = await outputs.next(isolation: #isolation) != nil
      readOutput()
      guard isRunning || !unread.isEmpty else { return nil }
    }
    return unread.removeFirst()
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
    inbox.post(.messages([MessageBody(.body(JSONValue.object(message).jsonBytes))], .lines))
  }

  /// The outbox hands out whole messages, one a line.
  private func readOutput() {
    var bytes: [UInt8] = []
    while outbox.unsentBytes > 0 { bytes += outbox.take() }
    unread += bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(parsing: $0) }
  }
}
