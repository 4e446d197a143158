import System

/// Runs commands; the one live conformance is `ChildProcesses`.
package protocol Launcher: Sendable {
  /// Runs a command without a shell and returns what came of it. Blocks its thread until then.
  ///
  /// The first word is looked up on `PATH` unless it has a slash in it.
  func run(_ arguments: [String], limit: Duration) -> LaunchOutcome
}

/// What came of a command.
package enum LaunchOutcome: Sendable, Equatable {
  /// It ended well; this is what it printed. What prints more than 64 KiB is killed.
  case output([UInt8])
  /// It ended with this status, or by a signal (128 and its number).
  case failed(status: Int32)
  case notFound
  /// It could not be started.
  case refused
  /// It took longer than it may and was killed.
  case timedOut
  /// The process is coming to its end; nothing is started any more.
  case terminated
}

extension ChildProcesses: Launcher {
  package func run(_ arguments: [String], limit: Duration) -> LaunchOutcome {
    var output: [UInt8] = []
    let command = ChildCommand(arguments, timeLimit: limit, outputLimit: 64 << 10)
    let result = runBlocking(command) { chunk in
      output.append(contentsOf: chunk)
      return true
    }
    return switch result.end {
    case .exited(status: 0): .output(output)
    case .exited(let status): .failed(status: status)
    case .outputTooLarge: .failed(status: 137)
    case .timedOut: .timedOut
    case .notFound: .notFound
    case .notStarted: .refused
    case .cancelled, .terminated: .terminated
    }
  }
}
