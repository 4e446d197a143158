/// The help texts, made from what commands and options say of themselves.
struct Help {
  /// The columns that lines are broken to.
  let width: Int

  init(width: Int) { self.width = width }

  init(for terminal: Terminal) { self.init(width: min(terminal.width ?? 100, 100)) }

  var overview: String {
    """
    \(paragraph("gitexplorer: live search for people on GitHub, as a server for editors and scripts."))

    usage: gitexplorer [COMMAND] [OPTION...]

    commands:
    \(table(Command.shown.map { ($0.name, $0.row.summary) }))

    \(paragraph("`gitexplorer COMMAND --help` tells more; `gitexplorer --version` prints the version."))
    \(paragraph("With pipes and no command it serves; try `gitexplorer search octo --sandbox` by hand."))

    """
  }

  func text(of command: Command) -> String {
    let row = command.row
    return """
      \(paragraph(row.summary))

      usage: gitexplorer \(command.usage)

      options:
      \(table(command.options.map { ($0.helpUsage, $0.row.summary) }))
      \(row.notes.isEmpty ? "" : "\n\(notes(row.notes))\n")
      """
  }

  /// Names on the left, what they mean on the right; one below the other where the window is narrow.
  private func table(_ rows: [(name: String, summary: String)]) -> String {
    let column = min(34, rows.map(\.name.count).max() ?? 0, max(8, width / 2 - 6))
    let indent = String(repeating: " ", count: column + 4)
    return rows.map { name, summary in
      let gap = name.count > column ? "\n" + indent : "".padded(to: column - name.count + 2)
      let text = summary.wrapped(to: max(16, width - indent.count)).joined(separator: "\n" + indent)
      return "  \(name)\(gap)\(text)"
    }.joined(separator: "\n")
  }

  /// Lines that begin with a blank are laid out already.
  private func notes(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(" ") ? String(line) : paragraph(String(line))
    }.joined(separator: "\n")
  }

  private func paragraph(_ text: String) -> String {
    text.wrapped(to: width).joined(separator: "\n")
  }
}

extension Command {
  /// What follows `gitexplorer` in a usage line.
  var usage: String {
    ([name] + row.operands.map(\.usage) + ["[OPTION...]"])
      .joined(separator: " ")
  }
}

extension Option {
  /// With the short form in front, where there is one.
  fileprivate var helpUsage: String { row.letter.map { "-\($0), \(usage)" } ?? usage }
}

extension String {
  /// The lines of this text, broken at blanks; a word that is longer stays whole.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ").map(String.init) {
      if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
