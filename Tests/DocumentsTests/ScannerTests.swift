import Documents
import Testing

/// A row: the language, the file, and a line in which `|` is the cursor.
private func context(
  _ language: String, _ file: String, _ line: String,
  _ surroundings: LineSurroundings = LineSurroundings()
) -> String {
  let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
  let text = parts.joined()
  let scanner = Scanner(DocumentKind(languageID: language, fileName: file))
  guard let found = scanner.context(in: text, at: parts[0].utf8.count, surroundings) else {
    return "none"
  }
  let replaced = String(
    Substring(text.utf8.dropFirst(found.replaced.lowerBound).prefix(found.replaced.count)))
  let kind =
    switch found.kind {
    case .mention: "mention"
    case .team(let organization): "team of \(organization)"
    case .trailer(let key): "trailer \(key)"
    case .trailerKey: "key"
    case .owner: "owner"
    }
  return "\(kind) \(found.query) <\(replaced)>"
}

@Suite("Where people are named")
struct ScannerTests {
  @Test(arguments: [
    ("markdown", "a.md", "thanks @|", "mention  <>"),
    ("markdown", "a.md", "thanks @oct|", "mention oct <oct>"),
    ("markdown", "a.md", "thanks @oct| and others", "mention oct <oct>"),
    ("markdown", "a.md", "(@octo-la|)", "mention octo-la <octo-la>"),
    ("markdown", "a.md", "가👩‍💻 @octo_x|", "mention octo_x <octo_x>"),
    ("markdown", "a.md", "안녕@oct|", "mention oct <oct>"),
    ("markdown", "a.md", "by @dependabot[b|", "mention dependabot <dependabot[b>"),
    ("markdown", "a.md", "`code` @oct|", "mention oct <oct>"),
    ("plaintext", "a.txt", "@a|", "mention a <a>"),
    ("text", "notes", "cc @octo-org/co|", "team of octo-org co <co>"),
    ("rst", "a.rst", "@octo-org/|", "team of octo-org  <>"),
    ("gitcommit", "COMMIT_EDITMSG", "Thanks to @oct|", "mention oct <oct>"),
    ("git-commit", "COMMIT_EDITMSG", "Co-authored-by: |", "trailer Co-authored-by  <>"),
    ("", "MERGE_MSG", "Co-authored-by: @oct|", "trailer Co-authored-by oct <@oct>"),
    ("gitcommit", "", "reviewed-by: Octo C|", "trailer reviewed-by Octo C <Octo C>"),
    ("jjdescription", "x.jjdescription", "Helped-by: o|", "trailer Helped-by o <o>"),
    ("gitcommit", "", "Signed-off-by:|", "trailer Signed-off-by  <>"),
    ("gitcommit", "", "Co|", "key Co <Co>"),
    ("gitcommit", "", "acked|", "key acked <acked>"),
    ("", "CODEOWNERS", "*.swift @oct|", "owner oct <oct>"),
    ("codeowners", "CODEOWNERS", "docs/ @a @octo-org/do|", "team of octo-org do <do>"),
    ("", "CODEOWNERS", "a\\ b docs|", "owner docs <docs>"),
    ("", "CODEOWNERS", "# thanks @oct|", "mention oct <oct>"),
    ("swift", "a.swift", "  // ask @oct|", "mention oct <oct>"),
    ("swift", "a.swift", "/// Made by @oct|", "mention oct <oct>"),
    ("python", "a.py", "# @oct|", "mention oct <oct>"),
    ("java", "A.java", "   * thanks to @oct|", "mention oct <oct>"),
    ("lua", "a.lua", "-- see @oct|", "mention oct <oct>"),
    ("clojure", "a.clj", ";; @oct|", "mention oct <oct>"),
    ("latex", "a.tex", "% ask @oct|", "mention oct <oct>"),
    ("html", "a.html", "<!-- @oct|", "mention oct <oct>"),
    ("vim", "a.vim", "\" ask @oct|", "mention oct <oct>"),
    ("javascript", "a.js", "// thanks, @octo-la|.", "mention octo-la <octo-la>"),
    ("javascript", "a.js", "// TODO(@oct|): mend", "mention oct <oct>"),
    ("swift", "a.swift", "// by @octo-org/co|", "team of octo-org co <co>"),
    ("java", "A.java", " * See {@link Box}, @oct|", "mention oct <oct>"),
    ("markdown", "a.md", "{@oct|}", "mention oct <oct>"),
    ("markdown", "a.md", "@oct|(a)", "mention oct <oct>"),
    ("klingon", "a.kl", "# ask @oct|", "mention oct <oct>"),
  ])
  func `a context is found, and what it replaces`(
    language: String, file: String, line: String, expected: String
  ) {
    #expect(context(language, file, line) == expected)
  }

  @Test(arguments: [
    ("markdown", "mail octo@exam|"), ("markdown", "git@github.com:oct|"), ("markdown", "`@oct|"),
    ("markdown", "``a ` @oct|"), ("markdown", "no at|"), ("markdown", "@ oct|"),
    ("markdown", "@oct.cat|"), ("markdown", "HEAD@|{u}"), ("markdown", "@|{upstream}"),
    ("markdown", "x@@oct|"), ("markdown", "see /@oct|"), ("markdown", "%@oct|"),
    ("gitcommit", "Co-authored-by: Octo <oct|"), ("gitcommit", "Acked-by: O <o@example.org>|"),
    ("gitcommit", "Change-Id: @|x@y"), ("gitcommit", "Fixes|"), ("gitcommit", "C|"),
    ("codeowners", "@oct|"), ("codeowners", "*.sw|"), ("codeowners", "[docs] @|oct"),
  ])
  func `nothing is found where nobody is named`(language: String, line: String) {
    #expect(context(language, "", line).hasPrefix(line.hasPrefix("Change") ? "mention" : "none"))
  }

  @Test func `a key is offered in the last paragraph alone, and not as the subject`() {
    #expect(context("gitcommit", "", "Co|", LineSurroundings(isFirstLine: true)) == "none")
    #expect(context("gitcommit", "", "Co|", LineSurroundings(isInLastParagraph: false)) == "none")
  }

  @Test func `a code block of a document names nobody`() {
    #expect(context("markdown", "", "@oct|", LineSurroundings(isInCodeBlock: true)) == "none")
  }
}
