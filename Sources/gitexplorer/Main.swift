#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Secrets

/// The command line: picks a command, and turns how it ended into an exit status.
@main
struct Main {
  static let version = "0.1.0"

  static func main() {
    let signals = Signals()
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task.detached {
      do throws(CommandError) {
        end(try await run(arguments, signals))
      } catch {
        let message = Redactor().redacted(error.message)
        Terminal.standardError.write("gitexplorer: \(message)\n")
        end(error.exitStatus)
      }
    }
    signals.waitForEver()
  }

  /// Ends the process without running what libraries have left for its end: other threads may still
  /// be inside them.
  private static func end(_ status: Int32) -> Never { _exit(status) }

  private static func run(
    _ arguments: [String], _ signals: Signals
  ) async throws(CommandError) -> Int32 {
    let first = arguments.first
    if first == nil, Terminal.isTerminal(0) { return Help.print(nil) }
    if first == "--version" || first == "-V" { return Help.printVersion() }
    if first == "--help" || first == "-h" { return Help.print(nil) }
    if first == "help" { return Help.print(try arguments.dropFirst().first.map(command)) }
    guard let first, !first.hasPrefix("-") else { return try await run(.serve, arguments, signals) }
    return try await run(try command(first), Array(arguments.dropFirst()), signals)
  }

  private static func run(
    _ command: Command, _ arguments: [String], _ signals: Signals
  ) async throws(CommandError) -> Int32 {
    let options = try Options(arguments, for: command)
    if options.isSet(.help) { return Help.print(command) }
    switch command {
    case .serve: return try await Serve.run(options, signals)
    case .search: return try await SearchCommand.run(options)
    case .profile: return try await ProfileCommand.run(options)
    case .follow: return try await FollowCommand.run(options, following: true)
    case .unfollow: return try await FollowCommand.run(options, following: false)
    case .sandbox: return try await SandboxCommand.run(options, signals)
    case .doctor: return try await Doctor.run(options)
    case .replay: return try await Replay.run(options)
    }
  }

  private static func command(_ name: String) throws(CommandError) -> Command {
    guard let command = Command(rawValue: name) else {
      let known = Command.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("there is no command `\(name)`; there are \(known)")
    }
    return command
  }
}

/// Why a command ended early; the message is one line and says what to do.
enum CommandError: Error {
  /// Wrong usage, a bad file, a bad setting: exit status 2.
  case usage(String)
  /// There is no such thing: exit status 1.
  case notFound(String)
  /// The work itself failed: exit status 3.
  case failed(String)

  var message: String {
    switch self {
    case .usage(let message), .notFound(let message), .failed(let message): message
    }
  }

  var exitStatus: Int32 {
    switch self {
    case .notFound: 1
    case .usage: 2
    case .failed: 3
    }
  }
}
