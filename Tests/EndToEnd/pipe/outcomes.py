"""How commands end: exit statuses, and output that cannot be written."""
import json
import os
import subprocess
import tempfile

from client import BINARY, clean_environment, command


def exit_statuses(t):
    """One status for one meaning: every fault, every command that asks."""
    asking = {"search": ["search", "octo"], "profile": ["profile", "octocat"], "follow": ["follow", "octocat"],
              "unfollow": ["unfollow", "octocat"], "doctor": ["doctor"]}
    quick = json.dumps({"maximumRetries": 0, "requestTimeoutMilliseconds": 900})
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "config.json")
        with open(config, "w") as file:
            file.write(quick)
        for fault in ("error=400", "error=401", "error=403", "error=422", "error=500", "error=503", "drop",
                      "cut", "half", "html", "html200", "empty", "hang", "primary=90s", "secondary=90s"):
            for name, arguments in asking.items():
                if name in ("follow", "unfollow") and fault in ("cut", "half", "html200", "empty"):
                    continue  # Nothing is read of their answers but the status.
                if name == "doctor" and fault in ("primary=90s", "secondary=90s"):
                    continue  # What it asks for costs nothing.
                status, _, errors = command(*arguments, "--sandbox", "--config", config, "--faults", fault)
                t.equal(status, 3, f"{name} with {fault}: {errors}")
        for name, expected in (("search", 3), ("profile", 1), ("follow", 1), ("unfollow", 1)):
            status, _, errors = command(*asking[name], "--sandbox", "--faults", "error=404")
            t.equal(status, expected, f"{name} where nothing is found: {errors}")
        with open(config, "w") as file:
            file.write(json.dumps({"sources": [
                {"id": "gone", "type": "catalog", "path": "gone.json", "label": "name"},
                {"id": "api", "type": "http", "url": "{sandbox}/nowhere?q={query}", "label": "name"}]}))
        for source in ("gone", "api"):
            status, out, errors = command("search", "x", "--sandbox", "--config", config, "--source", source)
            t.check((status, out) == (3, "") and errors.count("\n") == 1, f"the source {source}", (status, errors))
    status, _, errors = command("search", " ", "--sandbox")
    t.check(status == 2 and "empty" in errors, "an empty query", (status, errors))


def output_that_cannot_be_written(t):
    rows = [["--version"], ["--help"], ["search", "--help"], ["help"], ["man"], ["completions", "bash"],
            ["completions", "zsh"], ["completions", "fish"], ["list-sources"], ["doctor", "--sandbox"],
            ["doctor", "--sandbox", "--json"], ["search", "octo", "--sandbox"], ["sandbox"],
            ["search", "octo", "--sandbox", "--json"], ["profile", "octocat", "--sandbox"],
            ["profile", "octocat", "--sandbox", "--json"], ["follow", "octocat", "--sandbox"]]
    for arguments in rows:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=full,
                                  stderr=subprocess.PIPE, timeout=60, env=clean_environment())
        t.check(done.returncode == 3 and b"cannot be written" in done.stderr and done.stderr.count(b"\n") == 1,
                f"{arguments} to a full device", (done.returncode, done.stderr))
        if arguments == ["sandbox"]:
            continue  # It would serve on where nobody reads.
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=writing,
                              stderr=subprocess.PIPE, timeout=60, env=clean_environment())
        os.close(writing)
        t.equal(done.stderr, b"", f"{arguments} to a closed pipe is silent")


def messages_that_cannot_be_written(t):
    request = b'{"jsonrpc":"2.0","id":1,"method":"search/query","params":{"query":"octo"}}\n'
    for path, said in (("/dev/full", 1), (None, 0)):
        reading, writing = os.pipe() if path is None else (None, os.open(path, os.O_WRONLY))
        if reading is not None:
            os.close(reading)
        done = subprocess.run([BINARY, "--sandbox"], input=request, stdout=writing, stderr=subprocess.PIPE,
                              timeout=60, env=clean_environment())
        os.close(writing)
        t.check((done.returncode == 3) == (said == 1) and done.stderr.count(b"\n") == said,
                f"messages to {path or 'a closed pipe'}", (done.returncode, done.stderr))


CHECKS = [exit_statuses, output_that_cannot_be_written, messages_that_cannot_be_written]
