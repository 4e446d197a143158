import Testing

@testable import gitexplorer

/// What is made from the table of commands and options.
@Suite struct UsageTests {
  @Test("Every option belongs to a command, and names are told apart")
  func table() {
    let used = Set(Command.allCases.flatMap(\.options))
    #expect(used == Set(Option.allCases))
    let names = Command.allCases.flatMap(\.names)
    #expect(Set(names).count == names.count)
    let letters = Option.allCases.compactMap(\.row.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test("An alias is the command", arguments: [("lsp", Command.serve)])
  func aliases(_ name: String, _ command: Command) {
    #expect(Command(named: name) == command)
  }

  @Test("The help, the manual page and the completions name every command and its options")
  func everywhere() {
    let scripts = Shell.allCases.map(\.completions)
    let help = Help(width: 80)
    for command in Command.shown {
      #expect(help.overview.contains("  \(command.name) "))
      for text in scripts + [ManualPage.text] { #expect(text.contains(command.name)) }
      for option in command.options {
        #expect(help.text(of: command).contains(option.name))
        #expect(scripts.allSatisfy { $0.contains(option.rawValue) })
      }
    }
  }

  @Test("The help keeps to the width of the window", arguments: [40, 60, 80, 100])
  func widths(_ width: Int) {
    let help = Help(width: width)
    let texts = [help.overview] + [Command.search, .profile, .follow].map(help.text)
    for line in texts.joined(separator: "\n").split(separator: "\n").map(String.init) {
      #expect(line.displayWidth <= max(width, 44), "\(line)")
    }
  }
}
