/// The script for fish, 3.0 and newer.
enum FishCompletions {
  static var script: String {
    let head = """
      # Completions of gitexplorer for fish, made by `gitexplorer completions fish`.
      function __gitexplorer_sources
          set -l words (commandline -opc)
          set -l config
          for i in (seq (count $words))
              switch $words[$i]
                  case --config
                      set config --config $words[(math $i + 1)]
                  case '--config=*'
                      set config --config (string replace -- --config= '' $words[$i])
                  case --sandbox
                      set -a config --sandbox
              end
          end
          $words[1] \(Command.listSources.name) $config 2>/dev/null
      end
      complete -c gitexplorer -f

      """
    let commands = Command.shown.map {
      line("__fish_use_subcommand", "-a \($0.name)", $0.row.summary)
    }
    let ofCommands = Command.shown.flatMap { command in
      let isCommand = "__fish_seen_subcommand_from \(command.names.joined(separator: " "))"
      return command.options.map { line(isCommand, argument($0), $0.row.summary) }
        + command.row.operands.compactMap { operand in
          values(operand).map { line(isCommand, $0, operand.name) }
        }
    }
    // Without a command it serves.
    let ofNone = Command.serve.options.map {
      line("__fish_use_subcommand", argument($0), $0.row.summary)
    }
    return head + (commands + ofNone + ofCommands).joined()
  }

  private static func argument(_ option: Option) -> String {
    let letter = option.row.letter.map { "-s \($0) " } ?? ""
    let value = option.row.value.map { " -r" + (values($0).map { " " + $0 } ?? " -f") } ?? ""
    return "\(letter)-l \(option.rawValue)\(value)"
  }

  /// What can stand there; nil where that is not known.
  private static func values(_ value: Value) -> String? {
    switch value.kind {
    case .text: nil
    case .file: "-F"
    case .source: "-f -a '(__gitexplorer_sources)'"
    case .words(let words): "-f -a '\(words.joined(separator: " "))'"
    }
  }

  private static func line(_ condition: String, _ what: String, _ summary: String) -> String {
    let text = summary.reduce(into: "") { result, character in
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return "complete -c gitexplorer -n '\(condition)' \(what) -d '\(text)'\n"
  }
}
