"""Finds what can be broken in a line, and writes lines in which a number chooses what is broken."""
import os
import re

# The files that are broken, and the tests that should notice.
FILES = {
    "Sources/Explorer/SearchCore.swift": "ExplorerTests",
    "Sources/Explorer/SearchAnswers.swift": "ExplorerTests",
    "Sources/Explorer/ProfileCore.swift": "ExplorerTests",
    "Sources/Explorer/RetryPolicy.swift": "ExplorerTests",
    "Sources/Explorer/Query.swift": "ExplorerTests",
    "Sources/Wire/InputStart.swift": "WireTests",
    "Sources/Wire/FrameDecoder.swift": "WireTests",
    "Sources/Wire/HeaderFraming.swift": "WireTests",
    "Sources/Wire/HeaderBlock.swift": "WireTests",
    "Sources/Wire/LineFraming.swift": "WireTests",
    "Sources/Wire/OutboxQueue.swift": "WireTests",
    "Sources/Wire/Envelope.swift": "WireTests",
    "Sources/Secrets/Redactor.swift": "SecretsTests",
    "Sources/Secrets/SecretForms.swift": "SecretsTests",
    "Sources/REST/Limits/Budget.swift": "RESTTests",
    "Sources/REST/Limits/RateBudget.swift": "RESTTests",
    "Sources/REST/Limits/RateLimitHeaders.swift": "RESTTests",
    "Sources/REST/StatusMeaning.swift": "RESTTests",
    "Sources/JSONAPI/Pagination/PaginationState.swift": "CatalogTests",
    "Sources/JSONAPI/Pagination/Pagination.swift": "CatalogTests",
    "Sources/JSONAPI/Pagination/NextPage.swift": "CatalogTests",
}
# An operator and what it becomes.
OPERATORS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||",
             "||": "&&", "+=": "-="}
COMPARISON = """
infix operator %(name)s: ComparisonPrecedence
func %(name)s<T: %(type)s>(a: T, b: T) -> Bool { isBroken(%(number)d) ? a %(new)s b : a %(old)s b }
"""
# For a comparison with `nil` of what need not be equatable.
OPTIONAL = """
func %(name)s<T>(a: T?, b: _OptionalNilComparisonType) -> Bool {
  isBroken(%(number)d) ? a %(new)s b : a %(old)s b
}
"""
LOGICAL = """
infix operator %(name)s: %(precedence)s
func %(name)s(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {
  isBroken(%(number)d) ? try a %(new)s b() : try a %(old)s b()
}
"""
ASSIGNMENT = """
infix operator %(name)s: AssignmentPrecedence
func %(name)s<T: AdditiveArithmetic>(a: inout T, b: T) {
  if isBroken(%(number)d) { a %(new)s b } else { a %(old)s b }
}
"""
PRELUDE = """import Glibc

/// The break that is in force; 0 is none.
private let broken = getenv("BREAK").flatMap { Int(String(cString: $0)) } ?? 0

func isBroken(_ number: Int) -> Bool { broken == number }
func least<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T {
  isBroken(number) ? max(a, b) : min(a, b)
}
func greatest<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T {
  isBroken(number) ? min(a, b) : max(a, b)
}
"""
# A line that does something and can be left out.
STATEMENT = re.compile(r"^(\s+)((?!return|case|let|var|import|throw)[a-z][\w.?]*(?:\([^{}]*\)| = [^{}]*))$")


class Break:
    """One change of one line: the columns `start` to `end` become `new`."""

    def __init__(self, path, line, text, start, end, new, written, declared=""):
        self.path, self.line, self.text = path, line, text
        self.start, self.end, self.new = start, end, new
        # What stands in the line that can do both, and what has to be declared for it; `%(number)d`
        # is still open in them.
        self.written, self.declared = written, declared
        self.number = 0

    def __str__(self):
        broken = self.text[:self.start] + self.new + self.text[self.end:]
        return f"{self.path}:{self.line + 1}: {self.text.strip()} -> {broken.strip() or '(nothing)'}"

    def filled(self, template):
        return template.replace("%(number)d", str(self.number)).replace("%(name)s", self.name)

    @property
    def name(self):
        """An operator that there is once: the number in three signs."""
        digits, rest = "", self.number
        while rest:
            digits, rest = "%^~"[rest % 3] + digits, rest // 3
        return "^%" + digits + "^"


def declaration(old, new):
    """What declares the operator that stands for an old and a new one."""
    if old == "+=":
        template = ASSIGNMENT
    elif old in ("&&", "||"):
        template = LOGICAL
    else:
        template = COMPARISON + (OPTIONAL if old in ("==", "!=") else "")
    kind = {"&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence"}
    return (template.replace("%(old)s", old).replace("%(new)s", new)
            .replace("%(type)s", "Equatable" if old in ("==", "!=") else "Comparable")
            .replace("%(precedence)s", kind.get(old, "")))


def breaks_of(path, number, line):
    """The breaks of one line."""
    code = line.split("//")[0].rstrip()
    if not code.strip() or code.lstrip().startswith("#"):
        return
    def places(pattern):
        for match in re.finditer(pattern, code):
            if code[:match.start()].count('"') % 2 == 0:
                yield match
    def change(match, new, written, declared=""):
        return Break(path, number, line, match.start(), match.end(), new, written, declared)
    for old, new in OPERATORS.items():
        for match in places(rf"(?<= ){re.escape(old)}(?= )"):
            yield change(match, new, "%(name)s", declaration(old, new))
    for match in places(r"(?<!while )(?<!keepingCapacity: )\b(true|false)\b"):
        new = "false" if match[0] == "true" else "true"
        yield change(match, new, f"(isBroken(%(number)d) ? {new} : {match[0]})")
    for match in places(r"(?<= [+-] )1\b(?!\.)"):
        yield change(match, "2", "(isBroken(%(number)d) ? 2 : 1)")
    for match in places(r"(?<=guard )!|(?<=if )!"):
        yield change(match, "", "isBroken(%(number)d) != !")
    for match in places(r"(?<![.\w])(min|max)\("):
        new, both = ("max(", "least") if match[1] == "min" else ("min(", "greatest")
        yield change(match, new, both + "(%(number)d, ")
    match = STATEMENT.match(code)
    if match and match[2].count("(") == match[2].count(")"):
        yield Break(path, number, line, match.start(2), match.end(2), "",
                    "if !isBroken(%(number)d) { " + "%(line)s" + " }")


def all_breaks(root):
    """All breaks, numbered from 1 in the order of the files."""
    found = []
    for path in FILES:
        with open(os.path.join(root, path)) as file:
            for number, line in enumerate(file.read().split("\n")):
                found += breaks_of(path, number, line)
    for number, change in enumerate(found, 1):
        change.number = number
    return found


def write_all(root, copy, breaks):
    """Writes the files of the copy, in which every one of the breaks waits for its number."""
    declared = {}
    for path in {b.path for b in breaks}:
        with open(os.path.join(root, path)) as file:
            lines = file.read().split("\n")
        module = path.split("/")[1]
        here = [b for b in breaks if b.path == path]
        # From the right to the left, and what leaves out the whole line last.
        for change in sorted(here, key=lambda b: ("%(line)s" in b.written, -b.start)):
            line = lines[change.line]
            if "%(line)s" in change.written:
                indent = line[:change.start]
                code = line[change.start:].split("//")[0].rstrip()
                lines[change.line] = indent + change.filled(change.written).replace("%(line)s", code)
            else:
                lines[change.line] = (line[:change.start] + change.filled(change.written)
                                      + line[change.end:])
            declared.setdefault(module, []).append(change.filled(change.declared))
        with open(os.path.join(copy, path), "w") as file:
            file.write("\n".join(lines))
    for module in declared:
        with open(os.path.join(copy, "Sources", module, "Breaks.swift"), "w") as file:
            file.write(PRELUDE + "".join(declared[module]))
