import Testing

@testable import gitexplorer

@Suite struct SuggestionTests {
  @Test(
    "A name that was misspelt finds the nearest",
    arguments: [
      ("follw", "follow"), ("unfolow", "unfollow"), ("serach", "search"), ("SEARCH", "search"),
      ("doktor", "doctor"), ("prof", "profile"), ("replya", "replay"),
      ("completion", "completions"),
      ("hlep", "help"), ("srve", "serve"), ("sandbx", "sandbox"), ("mna", "man"),
    ])
  func nearest(_ typed: String, _ meant: String) {
    #expect(Command.shown.map(\.name).nearest(to: typed) == meant)
  }

  @Test("A name that is near none finds none", arguments: ["xyzzy", "", "octocat", "a", "s"])
  func none(_ typed: String) {
    #expect(Command.shown.map(\.name).nearest(to: typed) == nil)
  }

  @Test("An option that was misspelt is told with the nearest of that command")
  func options() {
    #expect(throws: CommandError.self) { _ = try Options(["x", "--jsno"], for: .search) }
    #expect(message(["x", "--jsno"], .search).contains("did you mean `--json`?"))
    #expect(message(["--frming=auto"], .serve).contains("did you mean `--framing`?"))
    #expect(!message(["x", "--framing"], .search).contains("did you mean"))
  }

  @Test("A word that an operand does not take is told with the nearest")
  func operands() {
    #expect(message(["zhs"], .completions).contains("did you mean `zsh`?"))
  }

  private func message(_ words: [String], _ command: Command) -> String {
    do throws(CommandError) {
      _ = try Options(words, for: command)
      return ""
    } catch {
      return error.message
    }
  }
}
