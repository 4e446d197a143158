"""Sources/SECURITY.md: each promise names a test, and each test that it names exists."""
import glob
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))


def text(*patterns):
    """All that the files of these patterns hold."""
    found = ""
    for pattern in patterns:
        for path in glob.glob(os.path.join(ROOT, pattern)):
            with open(path) as file:
                found += file.read()
    return found


def exists(name, sentences):
    """Whether there is a test of that name, and in it what the quoted sentences name."""
    if "/" in name:
        return os.path.exists(os.path.join(ROOT, name))
    if re.fullmatch(r"\w+Tests(\.swift)?", name):
        code = text(f"Tests/*/{name.removesuffix('.swift')}.swift")
        return bool(code) and all(f"`{s}`" in code or f'"{s}"' in code or f"func {s}(" in code
                                  for s in sentences)
    suite, _, rest = name.partition(".")
    module, _, check = rest.rpartition(".")
    code = text(f"Tests/EndToEnd/{suite}/{module or '*'}.py")
    # Once where it is defined, and once more where it is listed or marked.
    return f"def {check}(" in code and (code.count(check) > 1 or f"@test\ndef {check}(" in code)


def each_promise_names_a_test_that_exists(t):
    with open(os.path.join(ROOT, "Sources", "SECURITY.md")) as file:
        rows = [line.strip("| \n").split(" | ") for line in file if line.startswith("| ")]
    rows = [row for row in rows if row != ["promise", "test"] and "---" not in row[0]]
    t.check(len(rows) > 20, "promises", len(rows))
    for promise, tests in rows:
        names = list(re.finditer(r"`([^`]+)`((?:,? ?\"[^\"]+\")*)", tests))
        t.check(names or tests.startswith("none"), f"a test for: {promise}", tests)
        for match in names:
            sentences = re.findall(r'"([^"]+)"', match[2])
            t.check(exists(match[1], sentences), f"the test {match[1]} {sentences or ''}", promise)


CHECKS = [each_promise_names_a_test_that_exists]
