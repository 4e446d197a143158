import JSON
import Service
import Wire

/// `gitexplorer replay FILE`: plays a recorded session again, at its own pace, against the sandbox,
/// and prints what the server says, one message a line.
enum Replay {
  static func run(_ options: Options) async throws(CommandError) -> Int32 {
    let settings = try ConfigFile.settings(options)
    let path = options.arguments[0]
    let steps = try steps(in: try ConfigFile.read(path, for: "replay"), path)
    let outbox = Outbox()
    let inbox = Inbox<LoopEvent>()
    let wiring = try Wiring(options.setting(.sandbox), log: .silent) { level, line in
      inbox.post(.report(level, line))
    }
    let player = Task {
      let origin = ContinuousClock.now
      for step in steps {
        try? await Task.sleep(until: origin + step.time, clock: .continuous)
        inbox.post(.messages([MessageBody(.body(step.body))], .lines))
      }
      inbox.post(.endOfInput(.lines))
    }
    let printer = Task {
      while !Task.isCancelled {
        print(outbox)
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    let server = Server(wiring.environment, settings: settings, inbox: inbox, outbox: outbox)
    let end = await server.run()
    player.cancel()
    printer.cancel()
    await printer.value
    print(outbox)
    wiring.shutdown()
    return end.exitCode
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

  private static func print(_ outbox: Outbox) {
    while outbox.unsentBytes > 0 {
      Terminal.standardOutput.write(String(decoding: outbox.take(), as: UTF8.self))
    }
  }
}
