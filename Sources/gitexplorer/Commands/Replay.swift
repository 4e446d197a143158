import JSON
import Service
import System
import Wire

/// `gitexplorer replay FILE`: plays a recorded session again, at its own pace, against the sandbox,
/// and prints what the server says, one message a line.
enum Replay {
  static func run(_ options: Options) async throws(CommandError) -> Int32 {
    let settings = try ConfigFile.settings(options)
    let path = options.arguments[0]
    let steps = try steps(in: try ConfigFile.read(path, for: "replay"), path)
    let connection = ServiceSession.connection()
    let inbox = connection.server.inbox
    let wiring = try Wiring(options.setting(.sandbox), log: .silent) { level, line in
      inbox.handOver(.report(level, line))
    }
    defer { wiring.shutdown() }
    let session = ServiceSession(wiring.environment, settings, over: connection)
    let (link, clock) = (connection.client.link, MonotonicClock())
    let player = Task(executorPreference: ThreadPool.shared) {
      for step in steps {
        await clock.sleep(until: step.time)
        link.send([step.body])
      }
      link.endInput()
    }
    defer { player.cancel() }
    while let message = await session.next() {
      try Terminal.standardOutput.print(
        String(decoding: message.jsonBytes, as: UTF8.self).printableJSON + "\n")
    }
    return await session.exitCode
  }

  private struct Step: Sendable {
    var time: Duration
    var body: [UInt8]
  }

  private static func steps(in bytes: [UInt8], _ path: String) throws(CommandError) -> [Step] {
    var steps: [Step] = []
    for (i, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let value = try? JSONValue(parsing: line), let at = value["at"]?.intValue,
        let body = value["body"]
      else { throw .usage("\(path) is no recording: see line \(i + 1)") }
      steps.append(Step(time: .milliseconds(max(0, at)), body: body.jsonBytes))
    }
    return steps
  }
}
