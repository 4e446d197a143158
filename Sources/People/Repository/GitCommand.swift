import System

/// Commands of git that only read, and run nothing that a repository names.
struct GitCommand: Sendable {
  /// The program, by its absolute path.
  let program: String
  let folder: String

  /// A repository is not trusted: what it could have run, asked for or fetched is off.
  static let environment = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none", "GIT_PAGER": "cat", "GIT_ASKPASS": "", "SSH_ASKPASS": "",
    "GIT_SSH_COMMAND": "false", "LC_ALL": "C",
  ]

  /// An editor that git has started hands on where git's own files are; here the folder decides.
  static let removedVariables: Set<String> = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_CONFIG",
    "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_EXTERNAL_DIFF", "GIT_TRACE", "GIT_TRACE2",
    "GIT_TRACE2_EVENT", "GIT_TRACE2_PERF",
  ]

  private static let settings = [
    "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c",
    "core.hooksPath=/dev/null", "-c", "log.showSignature=false", "-c", "mailmap.file=",
  ]

  /// Where the names that have the last word are.
  enum Mailmap: Sendable, Equatable {
    case none
    /// In the working tree.
    case file
    /// In the commit of a repository without one.
    case committed
  }

  /// A mailmap is held in memory by git; a larger one is left out.
  static let largestMailmap = 4 << 20

  /// How long reading a history may take.
  private static let logTime: Duration = .seconds(600)
  /// How long any other question may take.
  private static let shortTime: Duration = .seconds(10)

  /// Prints commits as `LogParser` reads them, the newest first.
  func log(from commit: String, mailmap: Mailmap, maximumCommits: Int) -> ChildCommand {
    let usesMailmap = mailmap != .none
    // Another one that the repository names has no measure.
    let blob = mailmap == .committed ? "HEAD:.mailmap" : ""
    return command(
      [
        "-c", "mailmap.blob=\(blob)", "log", "-z", "--no-show-signature", "--no-color",
        "--no-decorate", "--no-notes",
        "--no-patch", "--encoding=UTF-8", usesMailmap ? "--use-mailmap" : "--no-use-mailmap",
        "--max-count=\(maximumCommits)", "--format=\(LogParser.format(usesMailmap: usesMailmap))",
        commit, "--",
      ], timeLimit: Self.logTime, outputLimit: Int.max)
  }

  /// Prints whether the repository is bare, the way up to its top, and the commit of `HEAD`.
  var whereabouts: ChildCommand {
    short(["rev-parse", "--is-bare-repository", "--show-cdup", "HEAD"])
  }

  /// Prints the size of the mailmap of a repository without a working tree.
  var mailmapSize: ChildCommand { short(["cat-file", "-s", "HEAD:.mailmap"]) }

  /// Prints the names of the remotes.
  var remotes: ChildCommand { short(["remote"]) }

  /// Prints the URL of a remote.
  func url(ofRemote name: String) -> ChildCommand { short(["remote", "get-url", "--", name]) }

  private func short(_ words: [String]) -> ChildCommand {
    command(words, timeLimit: Self.shortTime, outputLimit: 64 << 10)
  }

  private func command(
    _ words: [String], timeLimit: Duration, outputLimit: Int
  ) -> ChildCommand {
    ChildCommand(
      [program] + Self.settings + ["-C", folder] + words, environment: Self.environment,
      removing: Self.removedVariables, timeLimit: timeLimit, outputLimit: outputLimit)
  }
}
