import Secrets
import Service
import System
import Wire

/// `gitexplorer serve`: the protocol over standard input and output.
enum Serve {
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
    let io = Connection.stdio(input: input, output: output, event: LoopEvent.received)
    let inbox = io.connection.inbox
    signals.handle { inbox.handOver(.terminated) }
    // Sources say this from wherever they are.
    let wiring = try Wiring(
      options, log: log, redactor: redactor,
      report: { level, line in inbox.handOver(.report(level, line)) },
      progress: { inbox.handOver(.progress($0)) })

    do throws(SystemError) {
      try io.start(FrameDecoder(framing: framing.framing, maximumMessageBytes: limit)) {
        recorder?.record($0)
      }
    } catch {
      throw .failed("no thread can be started: \(error)")
    }

    let server = Server(
      wiring.environment, settings: settings, refused: refused, connection: io.connection)
    let end = await server.run()
    wiring.shutdown()
    io.flush(within: end.flush)
    if let failure = io.outputFailure { throw .unwritable(failure) }
    guard recorder?.hasFailed != true || end.exitCode != 0 else {
      return ExitStatus.failed.rawValue
    }
    return end.exitCode
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
