/// A command to be run as a child process, without a shell.
package struct ChildCommand: Sendable {
  /// The first word is looked up on `PATH` unless it has a slash in it.
  package var arguments: [String]
  /// What its environment has besides, or in place of, that of this process.
  package var environment: [String: String]
  /// What its environment lacks of that of this process.
  package var removedVariables: Set<String>
  /// Where it runs; nil is the folder of this process.
  package var folder: String?
  /// It is killed when it has run so long.
  package var timeLimit: Duration
  /// It is killed when it has printed more bytes than that.
  package var outputLimit: Int

  package init(
    _ arguments: [String], environment: [String: String] = [:],
    removing removedVariables: Set<String> = [], folder: String? = nil, timeLimit: Duration,
    outputLimit: Int
  ) {
    self.arguments = arguments
    self.environment = environment
    self.removedVariables = removedVariables
    self.folder = folder
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
  }
}

/// How a child process ended, and what it complained of.
package struct ChildResult: Sendable, Equatable {
  package enum End: Sendable, Equatable {
    /// By itself; 128 and the number of the signal where one ended it.
    case exited(status: Int32)
    /// It ran longer than it may and was killed.
    case timedOut
    /// It printed more than it may and was killed.
    case outputTooLarge
    /// Whoever waited for it went away, or took no more of its output; it was killed.
    case cancelled
    /// There is no such command, or no such folder to run it in.
    case notFound
    /// It could not be started.
    case notStarted(SystemError)
    /// This process is coming to its end; nothing is started any more.
    case terminated
  }

  package var end: End
  /// The first 4 KiB of what it wrote to standard error.
  package var complaint: [UInt8] = []
}
