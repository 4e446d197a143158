"""Runs the cases: `main.py NAME=PROGRAM… [-k WORD]`, the editors beside one another, one line each."""

import contextlib
import os
import sys
import threading
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.normpath(os.path.join(HERE, "../nvim")))

from bench import Bench  # noqa: E402
from cases import CASES  # noqa: E402
from emacs import Emacs  # noqa: E402
from neovim import CurrentNeovim, OldNeovim  # noqa: E402
from vim import Vim  # noqa: E402

KINDS = {"debian": OldNeovim, "current": CurrentNeovim, "emacs": Emacs, "vim": Vim}


# One editor at a time has the large document.
LARGE = threading.Lock()


def run(name, program, case):
    """Runs a case in a new editor; returns what went wrong."""
    bench, editor = Bench(), None
    try:
        editor = case.start(KINDS[name], program, bench)
        case.run(editor, bench)
        return ""
    except Exception:
        return traceback.format_exc() + (editor.screen.text() if editor else "")
    finally:
        if editor:
            editor.close()
        bench.close()


def run_all(name, program, word, failures):
    for case in CASES:
        if name not in case.editors or word not in case.name:
            continue
        case = case.of(name)
        with LARGE if case.is_large else contextlib.nullcontext():
            began = time.monotonic()
            trouble = run(name, program, case)
        failures.append(bool(trouble))
        took = time.monotonic() - began
        why = f", but {case.why}" if case.why else ""
        lines = [f"{'FAILED' if trouble else 'ok':6} {name}: {case.name}{why} ({took:.2f} s)"]
        print("\n".join(lines + [trouble] * bool(trouble)), flush=True)


def main(arguments):
    word = ""
    if "-k" in arguments:
        at = arguments.index("-k")
        word = arguments[at + 1]
        del arguments[at:at + 2]
    failures, threads = [], []
    for argument in arguments:
        name, _, program = argument.partition("=")
        threads.append(threading.Thread(target=run_all, args=(name, program, word, failures)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    failed = sum(failures)
    print(f"lsp: {len(failures) - failed} passed, {failed} failed, 1 skipped"
          " (Kakoune: neither Debian nor PyPI has an LSP client for it)")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
