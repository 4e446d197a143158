/// What begins with `@` at the start of a comment and is no login: tags of documentation generators,
/// orders to compilers and linters.
enum DocumentationTags {
  /// Whether one begins so; nothing typed begins none.
  static func begin(with start: String) -> Bool {
    !start.isEmpty && all.contains { $0.hasPrefix(start) }
  }

  static func contains(_ name: String) -> Bool { all.contains(name) }

  private static let all: Set = [
    "abstract", "access", "alias", "alpha", "api", "apiNote", "arg", "argument", "async", "attr",
    "attribute", "author", "authors", "available", "beta", "brief", "bug", "callback", "cast",
    "category", "class", "code", "codeCoverageIgnore", "const", "constant", "constructor",
    "constructs", "copyright", "dataProvider", "date", "default", "defaultvalue", "defgroup",
    "deprecated", "desc", "description", "details", "diagnostic", "discussion", "doc", "enum",
    "eventProperty", "example", "exception", "experimental", "export", "exports", "extends",
    "external", "field", "file", "filename", "final", "flow", "format", "func", "function",
    "future",
    "generated", "generator", "generic", "global", "group", "hidden", "hideconstructor", "ignore",
    "implNote", "implSpec", "implements", "import", "ingroup", "inherit", "inheritDoc",
    "inheritdoc", "inner", "interface", "internal", "jest", "jsx", "jsxFrag", "jsxImportSource",
    "jsxRuntime", "kind", "lends", "li", "license", "link", "linkcode", "linkplain", "listens",
    "mainpage", "member", "memberof", "meta", "method", "mixes", "mixin", "mod", "module", "name",
    "namespace", "nocheck", "noinspection", "noreturn", "note", "opt", "option", "overload",
    "override", "package", "packageDocumentation", "page", "par", "param", "parameter", "params",
    "platform", "post", "pre", "preserve", "private", "privateRemarks", "prop", "property",
    "protected", "provides", "psalm", "public", "raise", "raises", "readonly", "ref", "remark",
    "remarks", "requires", "ret", "retval", "return", "returns", "satisfies", "sealed", "section",
    "see", "seealso", "serial", "serialData", "serialField", "short", "since", "snippet", "source",
    "spec", "static", "struct", "subpackage", "suppress", "summary", "tag", "template", "test",
    "testWith", "this", "throw", "throws", "todo", "tparam", "ts-check", "ts-expect-error",
    "ts-ignore", "ts-nocheck", "tutorial", "type", "typedef", "typeParam", "typeparam", "usage",
    "uses", "value", "var", "variation", "vararg", "version", "virtual", "vue-expect-error",
    "vue-ignore", "warning", "yield", "yieldparam", "yieldreturn", "yields",
  ]
}
