// The commands that tell of the command itself.

/// `gitexplorer help [COMMAND]`, `--help` and `--version`.
enum HelpCommand {
  /// - Parameter command: nil for the overview.
  static func run(about command: Command?) throws(CommandError) -> ExitStatus {
    let output = Terminal.standardOutput
    let help = Help(for: output)
    try output.print(command.map(help.text) ?? help.overview)
    return .success
  }

  static func printVersion() throws(CommandError) -> ExitStatus {
    try Terminal.standardOutput.print("gitexplorer \(Main.version)\n")
    return .success
  }
}

/// `gitexplorer completions SHELL`.
enum CompletionsCommand {
  static func run(_ options: Options) throws(CommandError) -> ExitStatus {
    try Terminal.standardOutput.print(Shell(rawValue: options.arguments[0])?.completions ?? "")
    return .success
  }
}

/// `gitexplorer man`.
enum ManualCommand {
  static func run() throws(CommandError) -> ExitStatus {
    try Terminal.standardOutput.print(ManualPage.text)
    return .success
  }
}

/// `gitexplorer list-sources`: what completions offer behind `--source`.
enum SourcesCommand {
  static func run(_ options: Options) throws(CommandError) -> ExitStatus {
    let shot = try OneShot(options)
    defer { shot.wiring.shutdown() }
    let ids = shot.wiring.environment.makeSources(shot.settings).map(\.descriptor.id)
    try Terminal.standardOutput.print(ids.map { $0.printable + "\n" }.joined())
    return .success
  }
}
