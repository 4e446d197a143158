/// The manual page in roff's `man` macros.
enum ManualPage {
  static var text: String {
    """
    .TH GITEXPLORER 1 "2026-12-03" "gitexplorer \(Main.version)" "User Commands"
    .SH NAME
    gitexplorer \\- live search for people on GitHub, for editors and scripts
    .SH SYNOPSIS
    .B gitexplorer
    .RI [ COMMAND ]
    .RI [ OPTION ...]
    .SH DESCRIPTION
    It speaks JSON\\-RPC over standard input and output to editors and scripts,
    and searches once for people who call it by hand.
    Without a command it serves.
    .SH COMMANDS
    \(Command.shown.map(commandText).joined(separator: "\n"))
    .SH OPTIONS
    \(Option.allCases.map(optionText).joined(separator: "\n"))
    .SH EXIT STATUS
    \(ExitStatus.allCases.map { item("\($0.rawValue)", $0.meaning) }.joined(separator: "\n"))
    .SH ENVIRONMENT
    \(variables.map { item($0.name, $0.meaning) }.joined(separator: "\n"))
    .SH EXAMPLES
    .EX
    gitexplorer search octo \\-\\-sandbox
    gitexplorer search \(roff("'tom type:user location:berlin'")) \\-\\-json
    gitexplorer profile octocat
    gitexplorer doctor
    .EE

    """
  }

  private static let variables = [
    (name: "GH_TOKEN, GITHUB_TOKEN", meaning: "The token for github.com."),
    (
      name: "GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN",
      meaning: "The token for an Enterprise server."
    ),
    (name: "HTTPS_PROXY, NO_PROXY", meaning: "The proxy, and the hosts that are asked without it."),
    (name: "SSL_CERT_FILE", meaning: "A file of trusted certificates."),
    (name: "NO_COLOR", meaning: "Not empty: no colours and no other escape sequences."),
  ]

  private static func commandText(_ command: Command) -> String {
    let options = command.row.options.map { bold($0.name) }.joined(separator: ", ")
    let takes = options.isEmpty ? "" : "\n" + lines("It takes \(options).")
    let operands = command.row.operands.map { " \\fI\(roff($0.usage))\\fR" }.joined()
    return ".TP\n\(bold(command.name))\(operands)\n\(lines(roff(command.row.summary)))\(takes)"
  }

  private static func optionText(_ option: Option) -> String {
    let letter = option.row.letter.map { bold("-\($0)") + ", " } ?? ""
    let value = option.row.value.map { " \\fI\(roff($0.name))\\fR" } ?? ""
    return ".TP\n\(letter)\(bold(option.name))\(value)\n\(lines(roff(option.row.summary)))"
  }

  private static func item(_ name: String, _ meaning: String) -> String {
    ".TP\n\(bold(name))\n\(roff(meaning))"
  }

  /// Text lines of the source are short by custom.
  private static func lines(_ text: String) -> String {
    text.wrapped(to: 78).joined(separator: "\n")
  }

  private static func bold(_ text: String) -> String { "\\fB\(roff(text))\\fR" }

  /// Text as roff takes it literally.
  private static func roff(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      default: result.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
