/// The script for bash, 3.2 and newer, which needs nothing but bash.
enum BashCompletions {
  static var script: String {
    """
    # Completions of gitexplorer for bash, made by `gitexplorer completions bash`.
    _gitexplorer() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local command=${COMP_WORDS[1]} options= operand= words= i
      local config=()
      # bash takes `--sort=joined` for three words.
      [[ $current == = ]] && current=
      [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD-2]}
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          --config)
            config=(--config "${COMP_WORDS[i+1]}")
            [[ ${COMP_WORDS[i+1]} == = ]] && config=(--config "${COMP_WORDS[i+2]}") ;;
          --sandbox) config=(--sandbox) ;;
        esac
      done
      case $command in
    \(Command.shown.map(branch).joined(separator: "\n"))
        *) options="\(names(Command.serve.options))" ;;
      esac
      COMPREPLY=()
      case $previous in
    \(valueBranches)
        *)
          if ((COMP_CWORD == 1)) && [[ $current != -* ]]; then
            words="\(Command.shown.map(\.name).joined(separator: " "))"
          elif [[ $current == -* ]]; then
            words=$options
          elif [[ $operand == FILE ]]; then
            compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen -f -- "$current"))
            return
          else
            words=$operand
          fi ;;
      esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    }
    complete -F _gitexplorer gitexplorer

    """
  }

  private static func branch(_ command: Command) -> String {
    let operands = command.row.operands.map { operand in
      switch operand.kind {
      case .words(let words): words.joined(separator: " ")
      case .file: "FILE"
      case .text, .source: ""
      }
    }
    let names = command.names.joined(separator: "|")
    return """
          \(names)) options="\(self.names(command.options))"; operand="\(operands.first ?? "")" ;;
      """
  }

  /// What can stand behind each option that takes a value.
  private static var valueBranches: String {
    Option.allCases.compactMap { option in
      switch option.row.value?.kind {
      case nil: nil
      case .words(let words): "    \(option.name)) words=\"\(words.joined(separator: " "))\" ;;"
      case .text: "    \(option.name)) return ;;"
      case .source:
        """
            \(option.name))
              words=$("${COMP_WORDS[0]/#~/$HOME}" \(Command.listSources.name) "${config[@]}" 2>/dev/null) ;;
        """
      case .file:
        """
            \(option.name))
              compopt -o filenames 2>/dev/null
              COMPREPLY=($(compgen -f -- "$current"))
              return ;;
        """
      }
    }.joined(separator: "\n")
  }

  private static func names(_ options: [Option]) -> String {
    options.map(\.name).joined(separator: " ")
  }
}
