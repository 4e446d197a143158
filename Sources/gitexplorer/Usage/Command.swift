import Sandbox

/// What the command can be asked to do; what is said of each is in its `row`.
enum Command: String, CaseIterable {
  case serve, search, authors, profile, avatar, follow, unfollow, source, doctor, sandbox, replay,
    completions, man,
    help
  case listSources = "list-sources"

  /// The command of that name, or that has it as an alias.
  init?(named name: String) {
    guard let command = Command.allCases.first(where: { $0.names.contains(name) }) else {
      return nil
    }
    self = command
  }

  var name: String { rawValue }

  /// Its name, then its aliases.
  var names: [String] { [rawValue] + row.aliases }

  /// What people are told of; `list-sources` is for completions.
  static let shown = allCases.filter { $0 != .listSources }
}

/// What is said of a command, once: parsing, `--help`, the manual page, the completions and the
/// suggestions for what was misspelt are made from it.
struct CommandRow {
  let summary: String
  var operands: [Value] = []
  /// In the order of the help; `--help` and `--version` come by themselves.
  var options: [Option] = []
  /// Further names, which the help does not list.
  var aliases: [String] = []
  /// What the help says below the options.
  var notes = ""
}

extension Command {
  var row: CommandRow {
    switch self {
    case .serve:
      CommandRow(
        summary: "Speak the protocol over standard input and output (the default).",
        options: [
          .stdio, .framing, .config, .logFile, .logLevel, .maxMessageBytes, .record,
          .workspace, .sandbox, .faults,
        ],
        aliases: ["lsp"],
        notes: """
          Messages are JSON-RPC 2.0 with the framing of LSP, or one a line; see protocol/README.md.
          `gitexplorer lsp --stdio` is the same.
          """)
    case .search:
      CommandRow(
        summary: "Search once and print a table, or JSON lines.",
        operands: [.text("QUERY")],
        options: [
          .source, .file, .workspace, .json, .mention, .coAuthor, .trailer, .limit, .sort, .order,
          .config,
          .sandbox, .faults,
        ],
        notes: ExitStatus.help)
    case .authors:
      CommandRow(
        summary: "Print who has worked in a repository, the busiest of late first.",
        options: [.workspace, .json, .limit, .config], notes: ExitStatus.help)
    case .profile:
      CommandRow(
        summary: "Print a person: a card, repositories, followers, following.",
        operands: [.text("LOGIN")],
        options: [.json, .section, .limit, .all, .config, .sandbox, .faults], notes: ExitStatus.help
      )
    case .avatar:
      CommandRow(
        summary: "Fetch the picture of an account and print the path of its file.",
        operands: [.text("LOGIN")], options: [.size, .json, .config, .sandbox, .faults],
        notes: ExitStatus.help)
    case .follow:
      CommandRow(
        summary: "Follow someone.", operands: [.text("LOGIN")],
        options: [.config, .sandbox, .faults], notes: ExitStatus.help)
    case .unfollow:
      CommandRow(
        summary: "Unfollow someone.", operands: [.text("LOGIN")],
        options: [.config, .sandbox, .faults], notes: ExitStatus.help)
    case .source:
      CommandRow(
        summary: "Guess the entry of `sources` for a file or an address, or check those there are.",
        operands: [.words(of: SourceCommand.Action.self), Value.file("PATH|URL|ID").optional],
        options: [.json, .config, .sandbox, .faults],
        notes: """
          `source guess PATH` and `source guess URL` print an entry for the setting `sources`.
          `source check [ID] --config FILE` asks each source, or one, and tells what came of it: \
          the request, the first record, its fields, and the item that is made of it.
          \(ExitStatus.help)
          """)
    case .doctor:
      CommandRow(
        summary: "Say what works, and what to do about what does not.",
        options: [.json, .config, .sandbox, .faults], notes: ExitStatus.help)
    case .sandbox:
      CommandRow(
        summary: "Serve a made-up GitHub on loopback.", options: [.port, .faults, .seed],
        notes: Faults.help)
    case .replay:
      CommandRow(
        summary: "Play a recorded session through the cores.", operands: [.file()],
        options: [.config])
    case .completions:
      CommandRow(
        summary: "Print the completions for a shell.", operands: [.words(of: Shell.self)],
        notes: Shell.help)
    case .man:
      CommandRow(summary: "Print the manual page: gitexplorer man | man -l -.")
    case .help:
      CommandRow(
        summary: "Tell what there is, or what a command does.",
        operands: [Value.words(Command.shown.map(\.name), name: "COMMAND").optional])
    case .listSources:
      CommandRow(
        summary: "Print the ids of the sources, one a line.", options: [.config, .sandbox])
    }
  }
}
