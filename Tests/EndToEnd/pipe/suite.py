"""Runs the checks of this folder one after the other; the last line is the tally."""
import sys
import time
import traceback

import commands
import doctor
import endings
import faults
import framing
import graphql
import people
import outcomes
import search
import terminal
from client import TOKEN, WRITTEN, Tally

MODULES = (framing, endings, search, faults, graphql, people, commands, outcomes, doctor, terminal)
CHECKS = [check for module in MODULES for check in module.CHECKS]


def main():
    tally = Tally()
    names = sys.argv[2:]
    for check in CHECKS:
        name = f"{check.__module__}.{check.__name__}"
        if names and not any(word in name for word in names):
            continue
        start = time.monotonic()
        failed = tally.failed
        try:
            check(tally)
        except Exception:
            tally.failed += 1
            traceback.print_exc(file=sys.stdout)
        state = "ok" if tally.failed == failed else "FAILED"
        words = check.__name__.replace("_", " ")
        print(f"pipe: {check.__module__}: {words}: {state} ({time.monotonic() - start:.1f} s)",
              flush=True)
    written = b"".join(WRITTEN)
    tally.check(len(written) > 1000, "something was written at all", len(written))
    tally.check(TOKEN.encode() not in written, "the token is in no output, log or record")
    print(f"pipe: {tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


sys.exit(main())
