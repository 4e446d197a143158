import System

/// The command line: picks a command, and turns how it ended into an exit status.
@main
struct Main {
  static let version = "0.1.0"

  static func main() {
    saveAddresses()
    Descriptor.openMissingStandardDescriptors()
    let signals = Signals()
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task.detached(executorPreference: ThreadPool.shared) {
      do throws(CommandError) {
        endProcess(try await run(arguments, signals))
      } catch {
        Terminal.standardError.complain(error.message)
        endProcess(error.status.rawValue)
      }
    }
    signals.waitForEver()
  }

  private static func run(
    _ words: [String], _ signals: Signals
  ) async throws(CommandError) -> Int32 {
    guard let first = words.first else {
      return try await run(Descriptor.standardInput.isTerminal ? .help : .serve, [], signals)
    }
    // In front of all else it asks about the whole, not about the server.
    if first == "--help" || first == "-h" { return try await run(.help, [], signals) }
    guard !first.hasPrefix("-") else { return try await run(.serve, words, signals) }
    guard let command = Command(named: first) else {
      let names = Command.shown.map(\.name)
      throw .usage(
        "there is no command `\(first)`"
          + (names.nearest(to: first) == nil
            ? "; there are " + names.joined(separator: ", ") : names.suggestion(for: first)))
    }
    return try await run(command, Array(words.dropFirst()), signals)
  }

  private static func run(
    _ command: Command, _ words: [String], _ signals: Signals
  ) async throws(CommandError) -> Int32 {
    let options = try Options(words, for: command)
    if options.isSet(.help) { return try HelpCommand.run(about: command).rawValue }
    if options.isSet(.version) { return try HelpCommand.printVersion().rawValue }
    switch command {
    case .serve: return try await Serve.run(options, signals)
    case .search: return try await SearchCommand.run(options).rawValue
    case .authors: return try await AuthorsCommand.run(options).rawValue
    case .profile: return try await ProfileCommand.run(options).rawValue
    case .avatar: return try await AvatarCommand.run(options).rawValue
    case .follow: return try await FollowCommand.run(options, following: true).rawValue
    case .unfollow: return try await FollowCommand.run(options, following: false).rawValue
    case .source: return try await SourceCommand.run(options).rawValue
    case .sandbox: return try await SandboxCommand.run(options, signals).rawValue
    case .doctor: return try await Doctor.run(options).rawValue
    case .replay: return try await Replay.run(options)
    case .completions: return try CompletionsCommand.run(options).rawValue
    case .man: return try ManualCommand.run().rawValue
    case .help:
      return try HelpCommand.run(about: options.arguments.first.flatMap(Command.init(named:)))
        .rawValue
    case .listSources: return try SourcesCommand.run(options).rawValue
    }
  }
}
