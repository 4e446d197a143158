/// What a document is, as far as it decides where people are named in it.
package enum DocumentKind: Sendable, Hashable {
  /// Text for people: all of it may name them.
  case prose
  /// Prose in which backticks and fences mark code.
  case markdown
  case commitMessage
  case codeOwners
  /// A program, of which only the lines that begin with one of the marks are comments.
  case program(CommentMarks)

  /// - Parameters:
  ///   - languageID: as the client names it; editors differ in case and in hyphens.
  ///   - fileName: the last part of the path; what it says goes before the language.
  package init(languageID: String, fileName: String) {
    let language = languageID.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    let name = fileName.lowercased()
    if name == "codeowners" || language == "codeowners" {
      self = .codeOwners
    } else if DocumentKind.isCommitMessage(language: language, fileName: name) {
      self = .commitMessage
    } else if DocumentKind.markdownLanguages.contains(language) {
      self = .markdown
    } else if DocumentKind.proseLanguages.contains(language) {
      self = .prose
    } else {
      self = .program(CommentMarks(language: language))
    }
  }

  private static let markdownLanguages: Set = [
    "markdown", "gfm", "markdowngithub", "mdx", "rmarkdown", "rmd", "quarto", "pandoc", "vimwiki",
    "markdownrmd", "markdownmode",
  ]

  private static let proseLanguages: Set = [
    "plaintext", "text", "txt", "rst", "restructuredtext", "asciidoc", "asciidoctor", "adoc", "org",
    "orgmode", "mail", "message", "gitrebase", "gitrebasetodo", "norg", "textile", "fundamental",
    "rebase", "typst", "creole", "mediawiki", "changelog",
  ]

  private static func isCommitMessage(language: String, fileName: String) -> Bool {
    switch language {
    case "gitcommit", "gitcommitmessage", "jjdescription", "jujutsudescription": return true
    default: break
    }
    switch fileName {
    case "commit_editmsg", "merge_msg", "tag_editmsg", "squash_msg": return true
    default: return fileName.hasSuffix(".jjdescription")
    }
  }
}
