/// What the command can be asked to do.
enum Command: String, CaseIterable {
  case serve, search, profile, follow, unfollow, sandbox, doctor, replay

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .serve: "Speak the protocol over standard input and output (the default)."
    case .search: "Search once and print a table, or JSON lines."
    case .profile: "Print a person: a card, repositories, followers, following."
    case .follow: "Follow someone."
    case .unfollow: "Unfollow someone."
    case .sandbox: "Serve a made-up GitHub on loopback."
    case .doctor: "Say what works: version, token source, reachability, rate budgets."
    case .replay: "Play a recorded session through the cores."
    }
  }

  /// The name of the one argument, where there is one.
  var argument: String? {
    switch self {
    case .serve, .sandbox, .doctor: nil
    case .search: "QUERY"
    case .profile, .follow, .unfollow: "LOGIN"
    case .replay: "FILE"
    }
  }

  var options: [Option] {
    switch self {
    case .serve:
      [
        .stdio, .framing, .config, .logFile, .logLevel, .maxMessageBytes, .record, .sandbox,
        .faults, .help,
      ]
    case .search: [.source, .json, .limit, .sort, .order, .config, .sandbox, .faults, .help]
    case .profile: [.json, .config, .sandbox, .faults, .help]
    case .follow, .unfollow, .doctor: [.config, .sandbox, .faults, .help]
    case .sandbox: [.port, .faults, .seed, .help]
    case .replay: [.config, .help]
    }
  }
}

/// The options of all commands; each is described once.
enum Option: String, CaseIterable {
  case stdio, framing, config, json, limit, sort, order, source, record, sandbox, faults, port, seed
  case help
  case logFile = "log-file"
  case logLevel = "log-level"
  case maxMessageBytes = "max-message-bytes"

  /// The placeholder of its value; nil for a flag.
  var value: String? {
    switch self {
    case .stdio, .json, .sandbox, .help: nil
    case .framing: "auto|headers|lines"
    case .config, .logFile, .record: "FILE"
    case .logLevel: "error|warning|info|debug"
    case .limit, .maxMessageBytes, .port, .seed: "N"
    case .sort: "followers|repositories|joined"
    case .order: "asc|desc"
    case .source: "ID"
    case .faults: "RULES"
    }
  }

  var summary: String {
    switch self {
    case .stdio: "Accepted for editors that pass it; it is how the server always talks."
    case .framing: "How messages are told apart; auto (the default) goes by the first byte."
    case .config: "Read settings from a JSON file."
    case .logFile: "Write the log there instead of to standard error."
    case .logLevel: "How much to log (warning)."
    case .maxMessageBytes: "Skip messages larger than this (16777216)."
    case .record: "Record the session, without secrets, for `gitexplorer replay`."
    case .sandbox: "Ask a made-up GitHub inside this process: no network, no token."
    case .faults: "Faults of the sandbox; `gitexplorer sandbox --help` lists them."
    case .source: "Which source to search (the first one)."
    case .json: "Print JSON: one object a line."
    case .limit: "Print at most so many results (30)."
    case .sort: "How to sort; best match where absent."
    case .order: "Which end first (desc)."
    case .port: "The port to listen on; 0 (the default) takes a free one."
    case .seed: "The seed of the made-up world."
    case .help: "Print this."
    }
  }
}

/// The options and the argument of one call, checked against what the command takes.
struct Options {
  private(set) var arguments: [String] = []
  private var values: [Option: String] = [:]

  init(_ arguments: [String], for command: Command) throws(CommandError) {
    var rest = arguments[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word == "-h" {
        values[.help] = ""
      } else if takesOptions, word.hasPrefix("-"), word != "-" {
        try takeOption(word, &rest, command)
      } else {
        self.arguments.append(word)
      }
    }
    guard !isSet(.help) else { return }
    try checkArguments(command)
  }

  private mutating func takeOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard word.hasPrefix("--"), let option = Option(rawValue: String(parts[0].dropFirst(2))),
      command.options.contains(option)
    else {
      throw .usage(
        "unknown option \(parts[0]); `gitexplorer \(command.rawValue) --help` lists what there is")
    }
    guard let placeholder = option.value else {
      guard parts.count == 1 else { throw .usage("--\(option.rawValue) takes no value") }
      values[option] = ""
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw .usage("--\(option.rawValue) needs a value: \(placeholder)")
    }
    values[option] = value
  }

  private func checkArguments(_ command: Command) throws(CommandError) {
    let count = command.argument == nil ? 0 : 1
    if let argument = command.argument, arguments.isEmpty {
      throw .usage("`gitexplorer \(command.rawValue)` needs one argument: \(argument)")
    }
    if arguments.count > count {
      throw .usage(
        "`\(arguments[count])` is one argument too many; quote what has spaces in it")
    }
  }

  /// These options and a flag.
  func setting(_ flag: Option) -> Options {
    var options = self
    options.values[flag] = ""
    return options
  }

  func isSet(_ option: Option) -> Bool { values[option] != nil }

  subscript(option: Option) -> String? { values[option] }

  func int(_ option: Option, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(option.rawValue) must be a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), but is `\(text)`")
    }
    return number
  }

  /// The value as one of the words that the option takes.
  func word<Word: RawRepresentable>(
    _ option: Option, as: Word.Type
  ) throws(CommandError) -> Word? where Word.RawValue == String {
    guard let text = values[option] else { return nil }
    guard let word = Word(rawValue: text) else {
      throw .usage("--\(option.rawValue) must be \(option.value ?? ""), but is `\(text)`")
    }
    return word
  }
}
