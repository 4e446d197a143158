import JSON
import Service
import Wire

/// The service inside this process, spoken to as an editor does: what a command prints is what an
/// editor would get.
final class ServiceSession {
  private let inbox = Inbox<LoopEvent>()
  private let outbox: Outbox
  private let running: Task<Void, Never>
  private var outputs: AsyncStream<Void>.Iterator
  private var unread: [JSONValue] = []

  init(_ shot: OneShot) {
    let (stream, written) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let outbox = Outbox(onFlush: { written.yield() })
    let inbox = inbox
    self.outbox = outbox
    outputs = stream.makeAsyncIterator()
    running = Task {
      let server = Server(
        shot.wiring.environment, settings: shot.settings, inbox: inbox, outbox: outbox)
      _ = await server.run()
      written.finish()
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
    while true {
      while !unread.isEmpty {
        let message = unread.removeFirst()
        if isWanted(message) { return message }
      }
      let isRunning = await outputs.next(isolation: #isolation) != nil
      readOutput()
      guard isRunning || !unread.isEmpty else {
        throw .failed("the service ended without an answer")
      }
    }
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
