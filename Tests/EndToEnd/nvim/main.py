"""Runs the checks: `main.py NAME=PROGRAM… [-k WORD]`, one line each, then the count."""

import importlib
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import kit

for module in ("search", "lists", "profile", "faults", "servers", "windows", "letters",
               "sources", "habits", "pickers", "completion", "cost", "api", "editor"):
    importlib.import_module("checks_" + module)


def main(arguments):
    word = ""
    if "-k" in arguments:
        at = arguments.index("-k")
        word = arguments[at + 1]
        del arguments[at:at + 2]
    path = kit.server()
    checks = [function for function in kit.CHECKS if word in function.__name__]

    def run(argument):
        """All checks in one Neovim; whether each has passed."""
        name, _, program = argument.partition("=")
        return [run_check(function, name, kit.Bench(program, path)) for function in checks]

    # They wait more than they compute: all Neovims are checked at the same time.
    with ThreadPoolExecutor(len(arguments)) as pool:
        passed = [each for of_one in pool.map(run, arguments) for each in of_one]
    print(f"{passed.count(True)} {passed.count(False)}", file=sys.stderr)
    return 0 if all(passed) else 1


def run_check(function, name, bench):
    began = time.monotonic()
    trouble = ""
    try:
        function(bench)
    except Exception:
        trouble = "\n" + traceback.format_exc()
    finally:
        bench.close()
    took = time.monotonic() - began
    verdict = "FAILED" if trouble else "ok"
    print(f"{verdict:6} {name}: {function.__doc__} ({took:.2f} s){trouble}", flush=True)
    return not trouble


sys.exit(main(sys.argv[1:]))
