/// The script for zsh, to be sourced or put into a folder of `fpath` as `_gitexplorer`.
enum ZshCompletions {
  static var script: String {
    """
    #compdef gitexplorer
    # Completions of gitexplorer for zsh, made by `gitexplorer completions zsh`.
    _gitexplorer_sources() {
      local -a config sources
      local place=${words[(i)--config]}
      (( place < $#words )) && config=(--config ${(Q)words[place+1]})
      local joined=${words[(r)--config=*]}
      [[ -n $joined ]] && config=(--config ${(Q)joined#--config=})
      [[ -n ${words[(r)--sandbox]} ]] && config+=(--sandbox)
      sources=(${(f)"$(${(Q)_gitexplorer_program/#\\~/$HOME} \(Command.listSources.name) $config 2>/dev/null)"})
      compadd -a sources
    }
    _gitexplorer() {
      local _gitexplorer_program=$words[1]
      local -a commands
      commands=(
    \(Command.shown.map { "    \(quoted("\($0.name):\($0.row.summary)"))" }.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe command commands
        return
      fi
      local command=$words[2]
      if [[ $command != -* ]]; then
        shift words
        (( CURRENT-- ))
      fi
      case $command in
    \(Command.shown.map { branch($0, $0.names.joined(separator: "|")) }.joined(separator: "\n"))
    \(branch(.serve, "-*"))
      esac
    }
    if [[ $funcstack[1] == _gitexplorer ]]; then
      _gitexplorer "$@"
    else
      compdef _gitexplorer gitexplorer
    fi

    """
  }

  private static func branch(_ command: Command, _ pattern: String) -> String {
    let options = command.options.map { option in
      let value = option.row.value.map { ":\($0.name.escaped):\(action($0))" } ?? ""
      let name = option.row.value == nil ? option.name : "\(option.name)="
      return quoted("\(name)[\(option.row.summary.escaped)]\(value)")
    }
    let operands = command.row.operands.enumerated().map { i, operand in
      quoted("\(i + 1):\(operand.name.escaped):\(action(operand))")
    }
    return "    \(pattern)) _arguments \((options + operands).joined(separator: " ")) ;;"
  }

  private static func action(_ value: Value) -> String {
    switch value.kind {
    case .text: " "
    case .file: "_files"
    case .source: "_gitexplorer_sources"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

extension String {
  /// With what is special in a specification of `_arguments` escaped.
  fileprivate var escaped: String {
    reduce(into: "") { result, character in
      if "[]:\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
