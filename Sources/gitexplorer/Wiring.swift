import Catalog
import Explorer
import GitHub
import HTTP
import REST
import Sandbox
import Secrets
import Service
import System

/// Everything that is built once for a process and handed down.
struct Wiring: Sendable {
  let client = CurlClient()
  let children = ChildProcesses()
  let redactor: Redactor
  let sandbox: Sandbox?
  let environment: Environment

  /// - Parameters:
  ///   - report: takes log lines of the sources.
  ///   - progress: is told how far a source has got with what takes long.
  init(
    _ options: Options, log: Log, redactor: Redactor = Redactor(),
    report: @escaping @Sendable (Log.Level, String) -> Void,
    progress: @escaping @Sendable (SourceProgress) -> Void = { _ in }
  ) throws(CommandError) {
    self.redactor = redactor
    sandbox = options.isSet(.sandbox) ? try options.startSandbox() : nil
    if sandbox == nil, options.isSet(.faults) {
      throw .usage("--faults goes with --sandbox")
    }
    let clock = MonotonicClock()
    let (client, children, sandboxURL) = (client, children, sandbox?.url)
    let gitHubs = GitHubSources(sandboxURL: sandboxURL, redactor: redactor) { settings, memory in
      let lines = Wiring.lines(to: report)
      return GitHubSource(
        settings: settings, version: Main.version, client: client,
        credentials: Credentials(
          settings: settings, environment: environmentVariable, launcher: children,
          redactor: redactor, report: lines,
          waiting: { progress(SourceProgress(source: "github", stage: $0)) }),
        memory: memory, redactor: redactor, now: clock.now, wallClock: WallClock.seconds,
        report: lines)
    }
    let further = FurtherSources(
      sandboxURL: sandboxURL,
      dependencies: SourceDependencies(
        client: client, now: clock.now, sleep: clock.sleep, wallClock: WallClock.seconds,
        variable: environmentVariable,
        warn: { report(.warning, $0) }, progress: progress, redactor: redactor,
        version: Main.version))
    var environment = Environment(
      now: clock.now, sleep: clock.sleep, seed: randomSeed(), version: Main.version,
      processEnd: ProcessID.end,
      makeSources: { settings in
        [gitHubs.source(for: settings.github)] + further.entries(settings).sources
      }, log: log)
    environment.checkSources = further.faults
    environment.redactor = redactor
    self.environment = environment
  }

  /// Ends what the process has started; nothing of it is left behind.
  func shutdown() {
    children.terminateAll()
    client.shutdown()
    sandbox?.stop()
  }

  /// The log lines of the GitHub source, in the service's levels.
  private static func lines(
    to report: @escaping @Sendable (Log.Level, String) -> Void
  ) -> Report {
    { level, line in
      switch level {
      case .warning: report(.warning, line)
      case .info: report(.info, line)
      case .debug: report(.debug, line)
      }
    }
  }
}
