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

/// What begins a comment that takes the rest of its line.
package struct CommentMarks: Sendable, Hashable {
  package let marks: [String]

  /// - Parameter language: in lower case, without hyphens; an unknown one has all marks but those
  ///   that begin something else in most languages.
  init(language: String) {
    marks = CommentMarks.known[language] ?? ["//", "/*", "* ", "#", "--", ";", "%", "<!--"]
  }

  /// Where the text of a comment begins, behind the mark and what repeats of it; nil where the line
  /// is none.
  ///
  /// - Returns: the byte behind the marks, and whether they are those of documentation, in which a
  ///   leading `@` is a tag.
  func commentStart(in line: Substring.UTF8View) -> (start: Int, isDocumentation: Bool)? {
    let indent = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let body = line.dropFirst(indent)
    guard let mark = marks.first(where: { body.starts(with: $0.utf8) }) else { return nil }
    // `#[attribute]`, `#!/bin/sh`, `#{…}`.
    if mark == "#", let next = body.dropFirst().first, "[!{".utf8.contains(next) { return nil }
    let run = body.prefix { byte in mark.utf8.contains(byte) || "/*!-#;%".utf8.contains(byte) }
    let length = mark == "* " ? 1 : run.count
    let isDocumentation = mark == "* " || (length > mark.utf8.count && mark != ";")
    return (indent + length, isDocumentation)
  }

  private static let known: [String: [String]] = {
    var table: [String: [String]] = [:]
    func add(_ languages: String, _ marks: [String]) {
      for language in languages.split(separator: " ") { table[String(language)] = marks }
    }
    add(
      "c c++ cpp cuda cudacpp objc objcpp objectivec objectivec++ objectivecpp java javascript js "
        + "javascriptreact jsx typescript ts typescriptreact tsx swift kotlin scala go rust csharp "
        + "c# dart groovy scss less sass zig verilog systemverilog proto protobuf jsonc json5 "
        + "solidity glsl hlsl wgsl v odin fsharp f# vala haxe jsonnet cue stylus apex d "
        + "javascriptts gomod cc cmode c++mode",
      ["//", "/*", "* "])
    add("php hcl terraform", ["//", "/*", "* ", "#"])
    add("css", ["/*", "* "])
    add(
      "python python3 ruby shellscript shell sh bash zsh fish ksh csh tcsh perl raku elixir yaml "
        + "yml toml dockerfile make makefile r julia powershell ps1 nim crystal cmake nix graphql "
        + "conf config gitignore gitconfig gitattributes tcl coffeescript awk properties javaproperties "
        + "desktop dotenv env just justfile starlark bzl bazel meson ninja sed gnuplot hosts "
        + "sshconfig nginx apache shmode perlmode snakemake puppet",
      ["#"])
    add(
      "lua haskell sql plsql mysql pgsql tsql ada elm vhdl applescript purescript lean teal", ["--"]
    )
    add(
      "lisp commonlisp emacslisp elisp scheme clojure clojurescript racket fennel ini dosini asm "
        + "nasm autohotkey llvm wat",
      [";"])
    add("latex tex plaintex bibtex erlang matlab octave prolog postscript mercury", ["%"])
    add("html xml svg xhtml xsl xslt html5 htmldjango eruby nxml", ["<!--"])
    add("vue svelte astro", ["<!--", "//", "/*", "* "])
    add("vim vimscript viml", ["\""])
    add("json", [])
    return table
  }()
}
