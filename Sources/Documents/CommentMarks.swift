/// What begins a comment that takes the rest of its line.
package struct CommentMarks: Sendable, Hashable {
  package let marks: [String]
  /// Whether the language has packages that are named `@scope/package`.
  let hasScopedPackages: Bool

  /// - Parameter language: in lower case, without hyphens; an unknown one has all marks but those
  ///   that begin something else in most languages.
  init(language: String) {
    hasScopedPackages = CommentMarks.scoping.contains(language)
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

  /// Whether the `@` of a comment is written for programs, whatever comes before: `{@code …}`,
  /// `@param`, `@route("/")`, `@app.route`, `@file:Name`, `@media{`, and `@scope/package` where there are such.
  func isOwn(_ line: [UInt8], sign: Int) -> Bool {
    var end = sign + 1
    while end < line.count, Handle.isNameByte(line[end]) { end += 1 }
    if DocumentationTags.contains(String(decoding: line[sign + 1..<end], as: UTF8.self)) {
      return true
    }
    let next = end < line.count ? line[end] : nil
    switch next {
    case UInt8(ascii: "("), UInt8(ascii: "{"): return true
    case UInt8(ascii: "/") where hasScopedPackages: return true
    case UInt8(ascii: "."), UInt8(ascii: ":"):
      return line.dropFirst(end + 1).first.map(Handle.isNameByte) ?? false
        || isInInlineTag(line[...sign])
    default: return isInInlineTag(line[...sign])
    }
  }

  /// Whether a `{@` has no `}` yet.
  private func isInInlineTag(_ start: ArraySlice<UInt8>) -> Bool {
    guard let brace = start.lastIndex(where: { "{}".utf8.contains($0) }) else { return false }
    return start[brace] == UInt8(ascii: "{") && start[(brace + 1)...].first == UInt8(ascii: "@")
  }

  private static let scoping: Set = [
    "javascript", "javascriptreact", "typescript", "typescriptreact", "js", "jsx", "ts", "tsx",
    "javascriptts", "vue", "svelte", "astro", "jsonc", "json5",
  ]

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
