"""Checks the shell and the Python client against the real server's sandbox."""

import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../../.."))
sys.path.insert(0, os.path.join(ROOT, "editors/python"))

from gitexplorer import Client, Failure  # noqa: E402
from terminal import Terminal  # noqa: E402

SHELL = os.path.join(ROOT, "editors/shell/gitexplorer-fzf")
PYTHON = os.path.join(ROOT, "editors/python/gitexplorer.py")
OCTO = ["octocat", "octokit", "octo-labs", "octo-foundry", "octopine", "Octorok42", "octo_nimbus",
        "octo-lantern[bot]", "tentacle-octo"]
SERVER = sys.argv[1]


def equal(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: expected {expected!r}, found {found!r}")


def true(found, what):
    if not found:
        raise AssertionError(what)


class Fzf:
    """The shell client in a terminal, with the sandbox in its server or in a process of its own."""

    def __init__(self, *arguments, faults="", server=None):
        self.folder = tempfile.TemporaryDirectory()
        line = server or f"{SERVER} --sandbox" + (f" --faults {faults}" if faults else "")
        self.terminal = Terminal(
            [SHELL, *arguments], {"GITEXPLORER": line, "TMPDIR": self.folder.name})

    def __enter__(self):
        return self.terminal

    def __exit__(self, *error):
        self.terminal.close()
        left = os.listdir(self.folder.name)
        self.folder.cleanup()
        if error[0] is None:
            equal(left, [], "what is left in the folder for temporary files")


class Sandbox:
    """The made-up GitHub in a process of its own, whose requests can be counted."""

    def __enter__(self):
        self.process = subprocess.Popen(
            [SERVER, "sandbox", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.url = self.process.stdout.readline().decode().strip()
        self.config = tempfile.NamedTemporaryFile("w", suffix=".json")
        self.config.write('{"github": {"baseUrl": "%s", "token": "made-up"}}' % self.url)
        self.config.flush()
        return self

    def searches(self):
        with urllib.request.urlopen(self.url + "/_sandbox/requests", timeout=10) as answer:
            return answer.read().decode().count("/search/users")

    def __exit__(self, *_):
        self.config.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def last_line(terminal):
    return terminal.text().strip().split("\n")[-1].strip()


def run(*argv, given="", server=None):
    environment = {**os.environ, "GITEXPLORER": server or f"{SERVER} --sandbox"}
    return subprocess.run(
        argv, input=given, capture_output=True, text=True, timeout=30, env=environment)


def fzf_chooses():
    """fzf: typing shows people, Enter prints the login"""
    with Fzf() as terminal:
        terminal.until("People on GitHub>")
        terminal.type("octo")
        terminal.until("tentacle-octo")
        mark = terminal.mark()
        terminal.type("p")
        terminal.until("1/1", mark)
        terminal.type("\r")
        equal(terminal.finish(), 0, "status")
        true(terminal.text().rstrip().endswith("octopine"), terminal.text()[-80:])


def fzf_prints_forms():
    """fzf: --url, --mention and --co-author, with a text to begin with"""
    for option, expected in (("--url", "https://github.com/octopine"), ("--mention", "@octopine"),
                             ("--co-author", "Co-authored-by: octopine <")):
        with Fzf(option, "octop") as terminal:
            terminal.until("1/1")
            terminal.type("\r")
            equal(terminal.finish(), 0, "status")
            true(expected in terminal.text(), terminal.text()[-80:])


def fzf_asks_once():
    """fzf: a word typed quickly is one request, though fzf runs a process for each key"""
    with Sandbox() as sandbox:
        with Fzf(server=f"{SERVER} --config {sandbox.config.name}") as terminal:
            terminal.until("People on GitHub>")
            for letter in "octopine":
                terminal.type(letter)
            terminal.until("1/1")
            equal(sandbox.searches(), 1, "requests")
            terminal.type("\x1b")
            equal(terminal.finish(), 130, "status")


def fzf_keeps_unchanged_rows():
    """fzf: there and back within the debounce shows the rows again"""
    with Fzf() as terminal:
        terminal.until("People on GitHub>")
        terminal.type("octop")
        terminal.until("1/1")
        mark = terminal.mark()
        terminal.type("x\x7f")
        terminal.until("1/1", mark)
        terminal.type("\r")
        equal(terminal.finish(), 0, "status")


def fzf_takes_any_text():
    """fzf: quotes, backslashes and wide letters reach the server as they are"""
    with Fzf() as terminal:
        terminal.until("People on GitHub>")
        terminal.type("a\"b\\c'd $(e) 한글")
        terminal.until("한글")
        mark = terminal.mark()
        terminal.type("\x15octop")
        terminal.until("octopine", mark)
        terminal.type("\r")
        equal(terminal.finish(), 0, "status")


def fzf_tells_failures():
    """fzf: a failure is a row, and choosing it prints nothing"""
    with Fzf("octo", faults="error=404") as terminal:
        terminal.until("! GitHub has no")
        mark = terminal.mark()
        terminal.type("\r")
        equal(terminal.finish(), 1, "status")
        true("! GitHub" not in terminal.text(mark), "nothing is printed")


def fzf_leaves_nothing():
    """fzf: leaving while a request hangs ends the server at once"""
    with Fzf("octo", faults="hang") as terminal:
        terminal.until("People on GitHub>")
        children = set(descendants(terminal.process))
        true(children, "there are processes")
        began = time.monotonic()
        terminal.type("\x1b")
        equal(terminal.finish(), 130, "status")
        true(time.monotonic() - began < 2, "at once")
        end = time.monotonic() + 5
        while any(is_running(process) for process in children):
            true(time.monotonic() < end, "processes are left")
            time.sleep(0.01)


def descendants(process):
    """The processes below a process, zombies apart."""
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            below = [int(number) for number in file.read().split()]
    except FileNotFoundError:
        return []
    return below + [each for child in below for each in descendants(child)]


def is_running(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def shell_without_server():
    """fzf: without a server one line says what to install; wrong usage is told"""
    found = run(SHELL, server="gitexplorer-that-is-not-there")
    equal(found.returncode, 127, "status")
    equal(found.stderr, "gitexplorer-fzf: install `gitexplorer-that-is-not-there`, or put it on "
                        "the PATH\n", "words")
    equal(run(SHELL, "--nonsense").returncode, 2, "status")
    true("usage: gitexplorer-fzf" in run(SHELL, "--help").stdout, "help")


def python_searches():
    """Python: a search as a program, the order and the exit statuses"""
    found = run(sys.executable, PYTHON, "octo")
    equal([line.split("\t")[0] for line in found.stdout.splitlines()], OCTO, "rows")
    equal(found.returncode, 0, "status")
    equal(run(sys.executable, PYTHON, "zzzzqqq").returncode, 1, "status")


def python_follows_input():
    """Python: lines on the standard input are one search, asked for once"""
    with Sandbox() as sandbox:
        found = run(sys.executable, PYTHON, given="o\noct\nocto\n",
                    server=f"{SERVER} --config {sandbox.config.name}")
        equal(found.stdout.splitlines()[0], "# octo: success", "first line")
        equal(len(found.stdout.splitlines()), 10, "lines")
        equal(sandbox.searches(), 1, "requests")


def python_tells_failures():
    """Python: failures, a missing server and one that does not serve are one line each"""
    found = run(sys.executable, PYTHON, "octo", server=f"{SERVER} --sandbox --faults error=404")
    equal((found.returncode, found.stderr.count("\n")), (1, 1), "a failure")
    for server, words in (("gitexplorer-that-is-not-there", "install"), ("false", "not serve")):
        found = run(sys.executable, PYTHON, "octo", server=server)
        equal((found.returncode, found.stderr.count("\n")), (1, 1), server)
        true(words in found.stderr, found.stderr)


def python_module():
    """Python: the module's requests, failures, live boxes and cancellation"""
    updates, arrived = [], threading.Condition()

    def update(params):
        with arrived:
            updates.append(params)
            arrived.notify()

    with Client([SERVER, "--sandbox"], {"debounceMilliseconds": 50}) as client:
        equal(client.server["serverInfo"]["name"], "gitexplorer", "name")
        equal(client.request("profile/get", login="octocat")["user"]["label"], "octocat", "profile")
        try:
            client.request("profile/get", login="nobody-at-all")
            raise AssertionError("no failure")
        except Failure as failure:
            equal(failure.kind, "notFound", "kind")
        box = client.search(update)
        box.change("oct")
        version = box.change("octo")
        with arrived:
            true(arrived.wait_for(lambda: updates and updates[-1]["status"] == "success", 10),
                 f"updates {updates}")
        equal((updates[-1]["version"], updates[-1]["query"]), (version, "octo"), "version")
        box.close()
    with Client([SERVER, "--sandbox", "--faults", "hang"]) as client:
        future = client.start_request("search/query", query="octo")
        client.cancel(future)
        try:
            future.result(10)
            raise AssertionError("no failure")
        except Failure as failure:
            equal(failure.kind, "cancelled", "kind")
        client.start_request("search/query", query="octo")
        began = time.monotonic()
    true(time.monotonic() - began < 1, "it ends at once")


def python_loses_its_server():
    """Python: a killed server ends what is under way with a failure"""
    with Client([SERVER, "--sandbox", "--faults", "hang"]) as client:
        future = client.start_request("search/query", query="octo")
        client.process.kill()
        try:
            future.result(10)
            raise AssertionError("no failure")
        except Failure as failure:
            equal(str(failure), "The server has ended.", "words")


CHECKS = [value for value in list(globals().values())
          if getattr(value, "__doc__", None) and callable(value)
          and str(value.__doc__).startswith(("fzf: ", "Python: "))]


def main():
    failed = 0
    for function in CHECKS:
        began = time.monotonic()
        try:
            function()
            verdict, trouble = "ok", ""
        except Exception:
            verdict, trouble = "FAILED", traceback.format_exc()
            failed += 1
        print(f"{verdict:6} {function.__doc__} ({time.monotonic() - began:.2f} s)", flush=True)
        if trouble:
            print(trouble, flush=True)
    print(f"{len(CHECKS) - failed} {failed}", file=sys.stderr)


main()
