/// The shells that completions are made for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var completions: String {
    switch self {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }

  static let help = """
    bash: source <(gitexplorer completions bash), in ~/.bashrc
    zsh:  source <(gitexplorer completions zsh), in ~/.zshrc behind compinit
    fish: gitexplorer completions fish > ~/.config/fish/completions/gitexplorer.fish
    """
}
