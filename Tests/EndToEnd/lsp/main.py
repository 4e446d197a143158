"""Runs the checks: `main.py NAME=PROGRAM… [-k WORD]`, one line each, then the count."""

import os
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.normpath(os.path.join(HERE, "../nvim")))

import checks  # noqa: E402
from editors import EMACS, NEOVIM, Bench  # noqa: E402


def main(arguments):
    word = ""
    if "-k" in arguments:
        at = arguments.index("-k")
        word = arguments[at + 1]
        del arguments[at:at + 2]
    passed = failed = 0
    for argument in arguments:
        name, _, program = argument.partition("=")
        make = EMACS if name == "emacs" else NEOVIM[name]
        for function in checks.CHECKS:
            if word not in function.__name__ or name not in function.editors:
                continue
            began = time.monotonic()
            bench = Bench(program, make)
            trouble = ""
            try:
                function(bench)
                passed += 1
            except Exception:
                trouble = traceback.format_exc()
                failed += 1
            finally:
                bench.close()
            took = time.monotonic() - began
            print(f"{'FAILED' if trouble else 'ok':6} {name}: {function.__doc__} ({took:.2f} s)", flush=True)
            if trouble:
                print(trouble, flush=True)
    print(f"lsp: {passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
