import JSON
import Service
import Synchronization
import Wire

/// One request to the service inside this process: what a command prints is what an editor would get.
enum ServiceCall {
  /// - Throws: what the service answered as an error, in words for people.
  static func answer(
    to method: String, _ params: JSONValue, _ options: Options
  ) async throws(CommandError) -> JSONValue {
    let settings = try ConfigFile.settings(options)
    let outputs = AsyncStream.makeStream(of: Void.self)
    let outbox = Outbox(onFlush: { outputs.continuation.yield() })
    let inbox = Inbox<LoopEvent>()
    let wiring = try Wiring(options, log: .silent) { level, line in
      if level <= .warning { Terminal.standardError.complain(line) }
    }
    defer { wiring.shutdown() }
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
    ]
    inbox.post(.messages([MessageBody(.body(request.jsonBytes))], .lines))

    let running = Task {
      await Server(wiring.environment, settings: settings, inbox: inbox, outbox: outbox).run()
    }
    defer { running.cancel() }
    var lines: [UInt8] = []
    for await _ in outputs.stream {
      while outbox.unsentBytes > 0 { lines += outbox.take() }
      if let answer = answer(in: lines) { return try result(of: answer) }
    }
    throw .failed("the service ended without an answer")
  }

  private static func answer(in lines: [UInt8]) -> JSONValue? {
    lines.split(separator: UInt8(ascii: "\n")).lazy.compactMap { try? JSONValue(parsing: $0) }
      .first { $0["id"] == 1 }
  }

  private static func result(of answer: JSONValue) throws(CommandError) -> JSONValue {
    guard let error = answer["error"] else { return answer["result"] ?? .null }
    throw CommandError(error)
  }
}
