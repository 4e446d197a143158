import Secrets
import Service
import System
import Wire

/// `gitexplorer serve`: the protocol over standard input and output.
enum Serve {
  /// The reader pauses while so many bytes of messages wait to be taken.
  private static let maximumWaitingBytes = 256 << 10

  static func run(_ options: Options, _ signals: Signals) async throws(CommandError) -> Int32 {
    let framing = options.word(.framing, as: FramingOption.self) ?? .auto
    let limit = try options.int(.maxMessageBytes, in: 1...(1 << 30)) ?? 16 << 20
    let (settings, refused) = try ConfigFile.settingsAndRefused(options)
    let redactor = Redactor()
    let log = try LogSink.log(options, redactor)
    let recorder = try options[.record].map { path throws(CommandError) in
      try Recorder(path, redactor)
    }

    let (input, output) = Descriptor.takeStandardDescriptors()
    let io = StandardIO(input: input, output: output)
    let inbox = Inbox<LoopEvent>(onTake: { io.signal() })
    signals.handle { inbox.post(.terminated) }
    let wiring = try Wiring(
      options, log: log, redactor: redactor,
      report: { level, line in inbox.post(.report(level, line)) },
      progress: { inbox.post(.progress($0)) })

    let decoder = FrameDecoder(framing: framing.framing, maximumMessageBytes: limit)
    do throws(SystemError) {
      try io.startReading(decoder, mayRead: { inbox.weight < maximumWaitingBytes }) { input in
        switch input {
        case .frames(let frames, let framing):
          recorder?.record(frames)
          inbox.post(
            .messages(frames.map(MessageBody.init), framing),
            weight: frames.reduce(0) { $0 + $1.size })
        case .end(let framing): inbox.post(.endOfInput(framing))
        }
      }
      try io.startWriting { inbox.post(.outputClosed) }
    } catch {
      throw .failed("no thread can be started: \(error)")
    }

    let server = Server(
      wiring.environment, settings: settings, refused: refused, inbox: inbox, outbox: io.outbox)
    let end = await server.run()
    wiring.shutdown()
    await flush(io, within: end.flush)
    if let failure = io.outputFailure { throw .unwritable(failure) }
    guard recorder?.hasFailed != true || end.exitCode != 0 else {
      return ExitStatus.failed.rawValue
    }
    return end.exitCode
  }

  /// Waits until everything is written, no longer than `limit`.
  private static func flush(_ io: StandardIO, within limit: Duration) async {
    let deadline = ContinuousClock.now + limit
    while !io.isFlushed, .now < deadline { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// The words of `--framing`.
enum FramingOption: String, CaseIterable {
  case auto, headers, lines

  var framing: Framing? {
    switch self {
    case .auto: nil
    case .headers: .headers
    case .lines: .lines
    }
  }
}

extension Frame {
  /// What it takes in memory while it waits.
  fileprivate var size: Int {
    switch self {
    case .body(let bytes): bytes.count + 64
    case .fault: 64
    }
  }
}
