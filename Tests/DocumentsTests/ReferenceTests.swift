import Documents
import Testing

@Suite("References in a line")
struct ReferenceTests {
  private func found(_ language: String, _ file: String, _ line: String) -> [String] {
    Scanner(DocumentKind(languageID: language, fileName: file)).references(in: line).map {
      let text = String(Substring(line.utf8.dropFirst($0.range.lowerBound).prefix($0.range.count)))
      return switch $0.target {
      case .login(let login): "login \(login) <\(text)>"
      case .team(let organization, let slug): "team \(organization)/\(slug) <\(text)>"
      case .profile(let host, let login): "profile \(host) \(login) <\(text)>"
      case .mail(let mail): "mail \(mail) <\(text)>"
      }
    }
  }

  @Test(arguments: [
    ("markdown", "thanks @octocat.", ["login octocat <@octocat>"]),
    (
      "markdown", "@a-b, @octo-org/docs!",
      ["login a-b <@a-b>", "team octo-org/docs <@octo-org/docs>"]
    ),
    ("markdown", "`@no` @yes", ["login yes <@yes>"]),
    (
      "markdown", "``@no ` @no`` @yes `@no` a@b.co",
      ["login yes <@yes>", "mail a@b.co <a@b.co>"]
    ),
    ("markdown", "@dependabot[bot] did", ["login dependabot[bot] <@dependabot[bot]>"]),
    (
      "markdown", "see https://github.com/octocat and https://github.com/octocat/box",
      ["profile github.com octocat <https://github.com/octocat>"]
    ),
    (
      "markdown", "<https://GHE.example:8443/octo/>",
      ["profile ghe.example:8443 octo <https://GHE.example:8443/octo/>"]
    ),
    (
      "gitcommit", "Co-authored-by: Octo <583231+octocat@users.noreply.github.com>",
      [
        "mail 583231+octocat@users.noreply.github.com <583231+octocat@users.noreply.github.com>"
      ]
    ),
    ("gitcommit", "Reported-by: 옥토 <o@example.org>", ["mail o@example.org <o@example.org>"]),
    ("swift", "let a = b // @octocat", []),
    ("swift", "// ask @octocat", ["login octocat <@octocat>"]),
    ("c", "// {@code @octocat", []),
    (
      "c", "// {@code " + String(repeating: "x", count: 300) + " @octocat",
      ["login octocat <@octocat>"]
    ),
    ("swift", "// @param x", []), ("markdown", "@-no @a_ @", ["login a <@a>"]),
    ("markdown", "@" + String(repeating: "a", count: 40), []),
  ])
  func `are found with what they name`(language: String, line: String, expected: [String]) {
    #expect(found(language, "", line) == expected)
  }

  @Test func `a line of a CODEOWNERS file has a pattern and owners`() throws {
    let line = try #require(
      CodeOwnersLine("  docs/a\\ b  @octocat @octo-org/docs o@example.org # why"))
    #expect(line.pattern == "docs/a\\ b")
    #expect(line.owners.map(\.text) == ["@octocat", "@octo-org/docs", "o@example.org"])
    #expect(line.owners.first?.range == 13..<21)
    #expect(CodeOwnersLine("# a") == nil)
    #expect(CodeOwnersLine("") == nil)
    #expect(CodeOwnersLine("*")?.owners.isEmpty == true)
    #expect(CodeOwnersLine("!a @b")?.patternFault != nil)
    #expect(CodeOwnersLine("[a-z].md @b")?.patternFault == nil)
    #expect(CodeOwnersLine("x[a-z].md @b")?.patternFault != nil)
  }
}
