"""Runs the checks: `main.py NAME=PROGRAM… [-k WORD]`, one line each, then the count."""

import importlib
import sys
import time
import traceback

import kit

for module in ("search", "profile", "faults", "pickers", "completion", "editor"):
    importlib.import_module("checks_" + module)


def main(arguments):
    word = ""
    if "-k" in arguments:
        at = arguments.index("-k")
        word = arguments[at + 1]
        del arguments[at:at + 2]
    path = kit.server()
    failed = 0
    passed = 0
    for argument in arguments:
        name, _, program = argument.partition("=")
        for function in kit.CHECKS:
            if word not in function.__name__:
                continue
            bench = kit.Bench(program, path)
            began = time.monotonic()
            try:
                function(bench)
                verdict, trouble = "ok", ""
                passed += 1
            except Exception:
                verdict, trouble = "FAILED", traceback.format_exc()
                failed += 1
            finally:
                bench.close()
            took = time.monotonic() - began
            print(f"{verdict:6} {name}: {function.__doc__} ({took:.2f} s)", flush=True)
            if trouble:
                print(trouble, flush=True)
    print(f"{passed} {failed}", file=sys.stderr)
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
