"""Runs the checks of this folder one after the other; the last line is the tally."""
import sys
import time
import traceback

import bombs
import canary
import injection
import kills
import network
import promises
import resources
from client import Tally
from scarce import Skipped

MODULES = (kills, resources, canary, injection, bombs, network, promises)
CHECKS = [check for module in MODULES for check in module.CHECKS]


def main():
    tally = Tally()
    skipped = []
    names = sys.argv[2:]
    for check in CHECKS:
        name = f"{check.__module__}.{check.__name__}"
        if names and not any(word in name for word in names):
            continue
        start = time.monotonic()
        failed = tally.failed
        state = "ok"
        try:
            check(tally)
        except Skipped as reason:
            skipped.append(f"{name}: {reason}")
            state = f"skipped: {reason}"
        except Exception:
            tally.failed += 1
            traceback.print_exc(file=sys.stdout)
        if tally.failed != failed:
            state = "FAILED"
        words = check.__name__.replace("_", " ")
        print(f"robust: {check.__module__}: {words}: {state} ({time.monotonic() - start:.1f} s)",
              flush=True)
    rest = f", {len(skipped)} skipped ({'; '.join(skipped)})" if skipped else ""
    print(f"robust: {tally.passed} passed, {tally.failed} failed{rest}")
    return 1 if tally.failed else 0


sys.exit(main())
