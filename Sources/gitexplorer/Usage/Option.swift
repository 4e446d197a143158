import Explorer
import Service

/// The options of all commands; which command takes which is in `Command.row`.
enum Option: String, CaseIterable {
  case stdio, framing, config, file, json, limit, sort, order, source, record, sandbox, faults,
    port, seed
  case help, version, all, section, size, workspace, mention, trailer
  case coAuthor = "co-author"
  case logFile = "log-file"
  case logLevel = "log-level"
  case maxMessageBytes = "max-message-bytes"

  var name: String { "--\(rawValue)" }

  /// What every command takes.
  static let common: [Option] = [.help, .version]
}

/// What is said of an option, once.
struct OptionRow {
  let summary: String
  /// What stands behind it; nil for a flag.
  var value: Value?
  /// Its short form: `-h`.
  var letter: Character?
}

extension Option {
  var row: OptionRow {
    switch self {
    case .stdio:
      OptionRow(summary: "Accepted for editors that pass it; it is how the server always talks.")
    case .framing:
      OptionRow(
        summary: "How messages are told apart; auto (the default) goes by the first byte.",
        value: .words(of: FramingOption.self))
    case .config: OptionRow(summary: "Read settings from a JSON file.", value: .file())
    case .file:
      OptionRow(
        summary: "Search that file; how it is to be read, and what it shows, is guessed.",
        value: .file())
    case .logFile:
      OptionRow(summary: "Write the log there instead of to standard error.", value: .file())
    case .logLevel:
      OptionRow(summary: "How much to log (warning).", value: .words(of: Log.Level.self))
    case .maxMessageBytes:
      OptionRow(summary: "Skip messages larger than this (16777216).", value: .number)
    case .record:
      OptionRow(
        summary: "Record the session, without secrets, for `gitexplorer replay`.", value: .file())
    case .sandbox:
      OptionRow(summary: "Ask a made-up GitHub inside this process: no network, no token.")
    case .faults:
      OptionRow(
        summary: "Faults of the sandbox; `gitexplorer sandbox --help` lists them.",
        value: .text("RULES"))
    case .source: OptionRow(summary: "Which source to search (the first one).", value: .source)
    case .workspace:
      OptionRow(
        summary: "The folder to work in: the people of its repository come first.",
        value: .file("DIR"))
    case .mention: OptionRow(summary: "Print mentions: `@login`.")
    case .coAuthor: OptionRow(summary: "Print trailers that credit a co-author.")
    case .trailer:
      OptionRow(
        summary: "Print trailers of that key, as in Reviewed-by.", value: .text("KEY"))
    case .json: OptionRow(summary: "Print JSON: one object a line.")
    case .limit: OptionRow(summary: "Print at most so many, in each list (30).", value: .number)
    case .all: OptionRow(summary: "Page on until everything is shown.")
    case .section:
      OptionRow(
        summary: "Show one list alone.", value: .words(of: ProfilePart.Section.self))
    case .size:
      OptionRow(
        summary: "How wide at least, in pixels up to 1024; as GitHub has it where absent.",
        value: .number)
    case .sort:
      OptionRow(
        summary: "How to sort; best match where absent.",
        value: .words(["followers", "repositories", "joined"]))
    case .order:
      OptionRow(summary: "Which end first (desc).", value: .words(["asc", "desc"]))
    case .port:
      OptionRow(
        summary: "The port to listen on; 0 (the default) takes a free one.", value: .number)
    case .seed: OptionRow(summary: "The seed of the made-up world.", value: .number)
    case .help: OptionRow(summary: "Print this.", letter: "h")
    case .version: OptionRow(summary: "Print the version.", letter: "V")
    }
  }

  /// As it stands in a usage line: `--limit N`.
  var usage: String { row.value.map { "\(name) \($0.name)" } ?? name }
}
