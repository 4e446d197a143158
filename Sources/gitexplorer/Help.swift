/// The help texts, made from what commands and options say of themselves.
enum Help {
  static func print(_ command: Command?) -> Int32 {
    Terminal.standardOutput.write(command.map(text) ?? overview)
    return 0
  }

  static func printVersion() -> Int32 {
    Terminal.standardOutput.write("gitexplorer \(Main.version)\n")
    return 0
  }

  private static var overview: String {
    """
    gitexplorer: live search for people on GitHub, as a server for editors and scripts.

    usage: gitexplorer [COMMAND] [OPTION…]

    commands:
    \(table(Command.allCases.map { ($0.rawValue, $0.summary) }))

    `gitexplorer COMMAND --help` tells more; `gitexplorer --version` prints the version.
    With pipes and no command it serves; try `gitexplorer search octo --sandbox` by hand.

    """
  }

  private static func text(_ command: Command) -> String {
    let argument = command.argument.map { " \($0)" } ?? ""
    let options = command.options.map { option in
      (
        ["--\(option.rawValue)", option.value].compactMap(\.self).joined(separator: " "),
        option.summary
      )
    }
    return """
      \(command.summary)

      usage: gitexplorer \(command.rawValue)\(argument) [OPTION…]

      options:
      \(table(options))
      \(notes(command))
      """
  }

  private static func notes(_ command: Command) -> String {
    switch command {
    case .search, .profile, .follow, .unfollow:
      "\nexit status: 0 found, 1 nothing found, 2 wrong usage, 3 failed\n"
    case .sandbox: "\n" + SandboxCommand.faultHelp + "\n"
    case .serve:
      "\nMessages are JSON-RPC 2.0 with the framing of LSP, or one a line; see protocol/README.md.\n"
    case .doctor, .replay: ""
    }
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = min(34, rows.map(\.0.count).max() ?? 0)
    return rows.map { name, summary in
      let padding = String(repeating: " ", count: max(0, width - name.count))
      let gap = name.count > width ? "\n" + String(repeating: " ", count: width + 4) : "  "
      return "  \(name)\(padding)\(gap)\(summary)"
    }.joined(separator: "\n")
  }
}
