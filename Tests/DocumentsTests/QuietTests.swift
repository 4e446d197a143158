import Documents
import Testing

/// Lines of programs in which `@` is the language's own.
///
/// The cursor stands behind each `@` of a line and behind each letter that follows it.
@Suite("Programs' own @")
struct QuietTests {
  @Test(arguments: [
    ("swift", "@MainActor final class Model {"), ("swift", "  @Published var name = \"\""),
    ("swift", "@available(macOS 15, *)"), ("swift", "let s = \"write to me@example.org\""),
    ("swift", "  #if @available"), ("swift", "  @escaping () -> Void,"),
    ("objective-c", "@interface Box : NSObject"), ("objective-c", "NSString *s = @\"text\";"),
    ("objective-c", "#import <Foundation/Foundation.h> @import UIKit;"),
    ("objective-c", "  NSLog(@\"%@ is %@\", a, b);"),
    ("objective-c", "*pointer = @selector(run:);"),
    ("objective-cpp", "@autoreleasepool {"), ("objective-c", "@property (nonatomic) int count;"),
    ("java", "@Override"), ("java", "  @SuppressWarnings(\"unchecked\")"),
    ("java", "   * @param name of the box"), ("java", " * @return the box"),
    ("java", "   * @author nobody"), ("java", "public @interface Marker {}"),
    ("kotlin", "@file:JvmName(\"Boxes\")"), ("kotlin", "  return@forEach"),
    ("kotlin", "class Box @Inject constructor()"), ("scala", "@tailrec def loop(n: Int): Int ="),
    ("csharp", "var path = @\"C:\\box\";"), ("csharp", "string @class = \"box\";"),
    ("python", "@property"), ("python", "  @app.route(\"/box\")"), ("python", "c = a @ b"),
    ("python", "@dataclass(frozen=True)"), ("python", "url = \"ssh://git@github.com/a/b\""),
    ("python", "# type: see git@github.com:octo/box"), ("python", "m @= n"),
    ("ruby", "@name = name"), ("ruby", "  @@count += 1"), ("ruby", "# @param name [String]"),
    ("ruby", "attr.each { |a| @boxes << a }"), ("ruby", "# @return [Box]"),
    ("javascript", "import { box } from \"@octo/box\""), ("javascript", "// @ts-check"),
    ("javascript", "const a = require('@/import/box')"), ("javascript", " * @typedef {Object} Box"),
    ("javascript", "  // @ts-ignore"), ("typescript", "@Component({ selector: 'box' })"),
    ("typescript", "  constructor(@Inject(BOX) private box: Box) {}"),
    ("typescript", "import type { A } from '@types/node'"), ("typescript", "// @ts-expect-error"),
    ("typescriptreact", "/** @jsx h */"), ("php", "$value = @file_get_contents($path);"),
    ("php", "   * @throws BoxException"), ("php", "#[Route('/box')] // @"),
    ("css", "@media (min-width: 40em) {"), ("css", "@import url(\"box.css\");"),
    ("css", "  @apply box;"), ("scss", "@include box(@size);"), ("less", "@color: #fff;"),
    ("html", "<a href=\"mailto:a@example.org\">"), ("html", "<button @click=\"open\">"),
    ("vue", "<box @change=\"save\" />"), ("shellscript", "git log @{u}.."),
    ("shellscript", "for x in \"$@\"; do"), ("shellscript", "ssh user@host uptime"),
    ("shellscript", "npm install @octo/box"), ("shellscript", "git clone git@github.com:octo/box"),
    ("shellscript", "echo \"${list[@]}\""), ("makefile", "\t@echo building $@"),
    ("makefile", "box: $(wildcard *.c) ; @$(CC) -o $@ $^"), ("perl", "my @boxes = (1, 2);"),
    ("perl", "push @{$self->{boxes}}, $box;"), ("perl", "print \"@list\";"),
    ("latex", "\\makeatletter \\@ifnextchar[{\\@box}{\\@box[]}"), ("latex", "\\def\\@name{box}"),
    ("latex", "% \\@box is internal"), ("elixir", "@moduledoc \"\"\""),
    ("elixir", "  @spec run(t) :: t"),
    ("go", "//go:embed box@2x.png"), ("go", "fmt.Println(\"a@b\")"), ("rust", "n @ 1..=9 => n,"),
    ("rust", "#[cfg(test)] // @"), ("haskell", "f all@(x:xs) = all"), ("haskell", "read @Int s"),
    ("sql", "SELECT @count := 1;"), ("sql", "SET @@session.sql_mode = '';"),
    ("lua", "--- @param name string"), ("lua", "---@class Box"), ("clojure", "(println @state)"),
    ("emacs-lisp", "`(,@body)"), ("emacs-lisp", "(macro ,@args)"), ("yaml", "uses: octo/box@v1"),
    ("toml", "box = \"git@github.com:octo/box\""), ("json", "{\"@octo/box\": \"1\"}"),
    ("dart", "@override Widget build(BuildContext c) =>"), ("julia", "@time run()"),
    ("matlab", "f = @(x) x.^2;"), ("zig", "const std = @import(\"std\");"),
    ("nix", "{ pkgs, ... }@args:"), ("graphql", "name @include(if: $long)"),
    ("razor", "@model Box"),
    ("java", "   * Is {@code box} or {@link Box#open}."), ("java", " // like {@literal a @box b}"),
    ("java", "   * The box. @return the box"), ("javascript", "/** Opens. @param {Box} box */"),
    ("python", "# as @app.route does"), ("python", "# see @pytest.mark.slow for that"),
    ("python", "# decorated by @cached(60) above"), ("swift", "// needs @available(macOS 15, *)"),
    ("swift", "/// Like @objc(name) does."), ("css", "/* in @media{print} alone */"),
    ("kotlin", "// as with @file:JvmName or @get:Rule"),
    ("javascript", "// from @octo/box and @types/node"), ("typescript", " * needs @octo/box@2"),
    ("typescriptreact", "// install @octo/box"), ("vue", "<!-- @octo/box draws it -->"),
    ("objective-c", "// like @selector(run:)"), ("php", "// as in @ORM.Column"),
    ("scala", "// by @tailrec(x)"), ("csharp", "// in Razor @Html.Box"),
  ])
  func `stay quiet`(language: String, line: String) {
    let scanner = Scanner(DocumentKind(languageID: language, fileName: "file"))
    for cursor in cursors(in: line) {
      let found = scanner.context(in: line, at: cursor)
      #expect(found == nil, "behind \(String(Substring(line.utf8.prefix(cursor))))")
    }
    #expect(
      scanner.references(in: line).allSatisfy { if case .mail = $0.target { true } else { false } })
  }

  private func cursors(in line: String) -> [Int] {
    let bytes = Array(line.utf8)
    var found: [Int] = []
    for index in bytes.indices where bytes[index] == UInt8(ascii: "@") {
      var cursor = index + 1
      // A lone `@` at the start of a comment may still become a mention.
      if !line.contains("// @") && !line.contains("# @") { found.append(cursor) }
      while cursor < bytes.count, bytes[cursor] >= 0x61, bytes[cursor] <= 0x7A {
        cursor += 1
        found.append(cursor)
      }
    }
    return found
  }
}
