import Catalog
import Explorer
import GitHub
import HTTP
import People
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
  let people: PeopleSources
  let further: FurtherSources
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
    let folders = Folders()
    let avatarFiles = AvatarFiles(
      CacheFolder("\(folders.cache)/gitexplorer/avatars", maximumBytes: AvatarFiles.maximumBytes))
    let gitHubs = GitHubSources(sandboxURL: sandboxURL, redactor: redactor) { settings, memory in
      let lines = Wiring.lines(to: report)
      return GitHubSource(
        settings: settings, version: Main.version, client: client,
        credentials: Credentials(
          settings: settings, environment: environmentVariable, launcher: children,
          redactor: redactor, report: lines,
          sleep: { await clock.sleep(until: clock.now() + $0) },
          waiting: { progress(SourceProgress(source: "github", stage: $0)) }),
        memory: memory, redactor: redactor, avatarFiles: avatarFiles, now: clock.now,
        wallClock: WallClock.seconds,
        report: lines)
    }
    let further = FurtherSources(
      sandboxURL: sandboxURL,
      dependencies: SourceDependencies(
        client: client, now: clock.now, sleep: clock.sleep, wallClock: WallClock.seconds,
        variable: environmentVariable,
        warn: { report(.warning, $0) }, progress: progress, redactor: redactor,
        version: Main.version))
    self.further = further
    let people = PeopleSources(
      gitHubs, file: PrivateFile("people", in: "\(folders.state)/gitexplorer"),
      RepositoryPeople.Dependencies(
        children: children, variable: environmentVariable,
        isExecutable: { PathStatus($0) == .file(isReadable: true) }, now: clock.now,
        sleep: clock.sleep, wallClock: WallClock.seconds, report: { report(.info, $0) }))
    self.people = people
    var environment = Environment(
      now: clock.now, sleep: clock.sleep, executor: ThreadPool.shared, seed: randomSeed(),
      version: Main.version, processEnd: ProcessID.end,
      makeSources: { settings in
        let near = settings.workspace.flatMap { people.people(of: $0, settings) }
        return (near?.isInRepository == true ? near.map { [$0.source] } ?? [] : [])
          + [gitHubs.source(for: settings.github)] + further.sources(settings)
      }, log: log)
    environment.checkSources = further.faults
    environment.makePeople = { settings, folder in people.people(of: folder, settings) }
    environment.rememberPerson = { settings, person in people.remember(person, settings) }
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
