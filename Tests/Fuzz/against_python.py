"""Compares what the parser makes of the inputs in folders with what Python's makes of them."""
import json
import math
import os
import subprocess
import sys


def strict(text):
    """Python's reading of a JSON text by RFC 8259; raises ValueError for what is none."""
    def refuse(name):
        raise ValueError(name)
    return json.loads(text.decode("utf-8"), parse_constant=refuse)


def plain(value):
    """The value as the writer here may write it: no half surrogates, null for what is not finite."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {plain(k): plain(v) for k, v in value.items()}
    return value


def deep(text):
    """Whether it may be nested deeper than 512, which is refused here."""
    return sum(text.count(b) for b in (b"[", b"{")) > 500


def main():
    binary, *folders = sys.argv[1:]
    files = [os.path.join(f, name) for f in folders for name in sorted(os.listdir(f))]
    different = 0
    environment = {**os.environ, "FUZZ_TARGET": "json", "FUZZ_PRINT": "1"}
    for start in range(0, len(files), 200):
        part = files[start:start + 200]
        done = subprocess.run([binary, *part], capture_output=True, env=environment, timeout=120)
        lines = done.stdout.decode().split("\n")[:-1]
        # An empty input is tried before the first.
        for path, line in zip(part, lines[-len(part):]):
            with open(path, "rb") as file:
                text = file.read()
            try:
                expected = plain(strict(text))
            except (ValueError, RecursionError):
                expected = ValueError
            found = ValueError if line == "refused" else json.loads(line)
            if found != expected and not deep(text):
                different += 1
                print(f"fuzz: Python makes {expected!r:.80} of {text!r:.80}, here it is {line:.80}")
    print(f"fuzz: {len(files)} JSON texts against Python's reading, {different} differ")
    return 1 if different else 0


sys.exit(main())
