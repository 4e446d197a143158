import Explorer
import Secrets

/// What the service is given from outside: time, sources, and what only the system knows.
package struct Environment: Sendable {
  /// Monotonic, from any start.
  package var now: @Sendable () -> Duration
  /// Returns at that time, or as soon as the task is cancelled.
  package var sleep: @Sendable (_ until: Duration) async -> Void
  /// Where tasks run; nil is the global pool.
  package var executor: (any TaskExecutor)?
  package var seed: UInt64
  package var version: String
  /// What waits for the end of a process, until then or until its task is cancelled; nil where no
  /// process of that id can be seen.
  package var processEnd: @Sendable (Int32) -> (@Sendable () async -> Void)?
  /// Builds the sources that settings name, the default one first; called when they change.
  package var makeSources: @Sendable (Settings) -> [any Source]
  /// What is wrong with the further sources that settings name; those are not built.
  package var checkSources: @Sendable (Settings) -> [SettingFault] = { _ in [] }
  /// Builds the source of the people of a folder, which a client has named by a path or a URI; nil
  /// where it is neither.
  package var makePeople: @Sendable (Settings, _ folder: String) -> PeopleOfFolder? = { _, _ in nil
  }
  /// Keeps that the user has dealt with somebody.
  package var rememberPerson: @Sendable (Settings, UsedPerson) -> Void = { _, _ in }
  package var log: Log
  /// Everything that leaves the service as words goes through it.
  package var redactor = Redactor()

  package init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (_ until: Duration) async -> Void,
    executor: (any TaskExecutor)? = nil, seed: UInt64, version: String,
    processEnd: @escaping @Sendable (Int32) -> (@Sendable () async -> Void)? = { _ in nil },
    makeSources: @escaping @Sendable (Settings) -> [any Source], log: Log = .silent
  ) {
    self.now = now
    self.sleep = sleep
    self.executor = executor
    self.seed = seed
    self.version = version
    self.processEnd = processEnd
    self.makeSources = makeSources
    self.log = log
  }

  /// Starts a task; the caller owns it.
  func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: executor) { await body() }
  }
}

/// The people of a folder.
package struct PeopleOfFolder: Sendable {
  package var source: any Source
  /// Whether the folder is in a repository; else only those are near whom the user has dealt with.
  package var isInRepository: Bool

  package init(source: any Source, isInRepository: Bool) {
    (self.source, self.isInRepository) = (source, isInRepository)
  }
}

/// Somebody whom a client's user has inserted or opened.
package struct UsedPerson: Sendable, Equatable {
  package var login: String?
  package var name: String?
  package var mail: String?
}

/// Where log lines go, and which.
package struct Log: Sendable {
  package enum Level: String, Sendable, CaseIterable, Comparable {
    case error, warning, info, debug

    package static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .info: 2
      case .debug: 3
      }
    }
  }

  package var level: Level
  private let write: @Sendable (Level, String) -> Void

  package static let silent = Log(level: .error) { _, _ in }

  package init(level: Level, write: @escaping @Sendable (Level, String) -> Void) {
    self.level = level
    self.write = write
  }

  /// Writes one line if the level asks for it.
  package func callAsFunction(_ level: Level, _ line: @autoclosure () -> String) {
    if level <= self.level { write(level, line()) }
  }
}
