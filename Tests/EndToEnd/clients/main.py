"""Checks the shell and the Python client against the real server's sandbox."""

import asyncio
import contextlib
import io
import json
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

from gitexplorer import AsyncGitExplorer, Failure, GitExplorer, ServerNotFound  # noqa: E402
from terminal import Terminal  # noqa: E402

SHELL = os.path.join(ROOT, "editors/shell/gitexplorer-fzf")
PYTHON = os.path.join(ROOT, "editors/python/gitexplorer.py")
OCTO = ["octocat", "octokit", "octo-labs", "octo-foundry", "octopine", "Octorok42", "octo_nimbus",
        "octo-lantern[bot]", "tentacle-octo"]
SERVER = sys.argv[1]
CATALOGUES = f"{SERVER} --sandbox --config {os.path.join(ROOT, 'protocol/examples/sources.json')}"


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
        terminal.until("> octopine", mark)
        terminal.type("\r")
        equal(terminal.finish(), 0, "status")
        true(terminal.text().rstrip().endswith("octopine"), terminal.text()[-80:])


def fzf_prints_forms():
    """fzf: --url, --mention and --co-author, with a text to begin with"""
    for option, expected in (("--url", "https://github.com/octopine"), ("--mention", "@octopine"),
                             ("--co-author", "Co-authored-by: octopine <")):
        with Fzf(option, "octop") as terminal:
            terminal.until("octopine")
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


def fzf_takes_no_text():
    """fzf: an emptied query is a message like any other, and nothing is painted over the list"""
    with Fzf() as terminal:
        terminal.until("too short")
        terminal.type("octop")
        terminal.until("1/1")
        mark = terminal.mark()
        terminal.type("\x15")
        terminal.until("too short", mark)
        mark = terminal.mark()
        terminal.type("octo-l")
        terminal.until("2/2", mark)
        true("parse" not in terminal.text() and "warning" not in terminal.text(), terminal.text())
        terminal.type("\x1b")
        equal(terminal.finish(), 130, "status")


def fzf_heads_its_list():
    """fzf: the header says waiting, nobody, n of m and that there is more, which a key brings"""
    with Fzf() as terminal:
        terminal.type("ma")
        terminal.until("waiting")
        terminal.until("30/127, more with ctrl-o")
        mark = terminal.mark()
        terminal.type("\x0f")
        terminal.until("60/127", mark)
        terminal.type("zzz")
        terminal.until("nobody", mark)
        terminal.type("\x1b")
        terminal.finish()
    with Fzf("octo", faults="secondary=7s") as terminal:
        terminal.until("waiting 7 s")
        terminal.type("\x1b")
        terminal.finish()


def fzf_aligns_columns():
    """fzf: columns are aligned, also where letters are wide"""
    with Fzf("--source", "fruits", server=CATALOGUES) as terminal:
        terminal.until("apricot")
        text = terminal.text()
        true("자두          plum" in text and "복숭아        peach" in text, text)
        terminal.type("\x1b")
        terminal.finish()


def fzf_chooses_a_source():
    """fzf: --source searches another source, and one that is not there is said"""
    for source, text, chosen in (("fruits", "apricot", "살구"),
                                 ("fighters", "bram", "Bram Sonderholt"),
                                 ("hospitals", "willow bend", "Willow Bend General Hospital")):
        with Fzf("--source", source, text, server=CATALOGUES) as terminal:
            terminal.until(chosen)
            mark = terminal.mark()
            terminal.type("\r")
            equal(terminal.finish(), 0, "status")
            true(terminal.text(mark).strip().endswith(chosen), terminal.text(mark))
    with Fzf("--source", "nowhere", server=CATALOGUES) as terminal:
        terminal.until("! There is no source `nowhere`")
        mark = terminal.mark()
        terminal.type("x\r")
        equal(terminal.finish(), 1, "status")


def people_come_first():
    """fzf: in a repository, and in Python where one is named, its people come first"""
    with tempfile.TemporaryDirectory() as folder:
        for command in (["init", "--quiet"], [
                "-c", "user.name=Octavia Made-up", "-c", "user.email=octavia@example.com", "commit",
                "--quiet", "--allow-empty", "--message", "x"]):
            subprocess.run(["git", "-C", folder, *command], check=True)
        os.chdir(folder)
        try:
            with Fzf("--co-author", "octa") as terminal:
                terminal.until("octavia@example.com")
                terminal.type("\r")
                equal(terminal.finish(), 0, "status")
                true("Co-authored-by: Octavia Made-up <octavia@example.com>" in terminal.text(),
                     terminal.text())
        finally:
            os.chdir("/")
        with GitExplorer([SERVER, "--sandbox"], workspace=folder) as gx:
            equal(next(gx.search("octa"))["label"], "Octavia Made-up", "the first row")


def fzf_hides_the_servers_errors():
    """fzf: the server's standard error is no part of the screen, its end is told"""
    server = os.path.join(HERE, "noisy")
    with Fzf(server=server) as terminal:
        terminal.until("! the server has ended: the last word")
        true("noise" not in terminal.text(), terminal.text())
        terminal.type("o")
        terminal.type("\x1b")
        equal(terminal.finish(), 130, "status")


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

    with GitExplorer([SERVER, "--sandbox"], {"debounceMilliseconds": 50}) as client:
        equal(client.server["serverInfo"]["name"], "gitexplorer", "name")
        equal(client.request("profile/get", login="octocat")["user"]["label"], "octocat", "profile")
        try:
            client.request("profile/get", login="nobody-at-all")
            raise AssertionError("no failure")
        except Failure as failure:
            equal(failure.kind, "notFound", "kind")
        box = client.open_search(update)
        box.change("oct")
        version = box.change("octo")
        with arrived:
            true(arrived.wait_for(lambda: updates and updates[-1]["status"] == "success", 10),
                 f"updates {updates}")
        equal((updates[-1]["version"], updates[-1]["query"]), (version, "octo"), "version")
        box.close()
    with GitExplorer([SERVER, "--sandbox", "--faults", "hang"]) as client:
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


def python_logins_as_pasted():
    """Python: a login is taken as people paste it; an address of mail costs one search"""
    with Sandbox() as sandbox:
        with urllib.request.urlopen(sandbox.url + "/search/users?q=ma", timeout=10) as answer:
            people = json.load(answer)["items"]
        for login in [each["login"] for each in people if each["type"] == "User"]:
            with urllib.request.urlopen(f"{sandbox.url}/users/{login}", timeout=10) as answer:
                mail = json.load(answer)["email"]
            if mail:
                break
        with GitExplorer([SERVER, "--config", sandbox.config.name]) as client:
            for pasted in ("@octocat", "https://github.com/octocat", "github.com/octocat/",
                           "583231+octocat@users.noreply.github.com"):
                found = client.request("profile/get", login=pasted, sections=[])
                equal(found["user"]["label"], "octocat", pasted)
            before = sandbox.searches()
            equal(client.request("profile/get", login=mail.upper())["user"]["label"], login, mail)
            equal(client.request("user/follow", login=mail)["following"], True, mail)
            equal(client.request("user/isFollowing", login=login)["following"], True, login)
            equal(sandbox.searches() - before, 1, "searches")
            try:
                client.request("profile/get", login="nobody@example.com")
                raise AssertionError("no failure")
            except Failure as failure:
                equal(failure.kind, "notFound", "kind")
                true("shows the address nobody@example.com" in str(failure), str(failure))
    for command in (("profile",), ("follow",), ("avatar",)):
        found = run(SERVER, *command, "--sandbox", mail)
        equal((found.returncode, found.stderr), (0, ""), f"{command} {mail}")


def python_loses_its_server():
    """Python: a killed server ends what is under way with a failure"""
    with GitExplorer([SERVER, "--sandbox", "--faults", "hang"]) as client:
        future = client.start_request("search/query", query="octo")
        client.process.kill()
        try:
            future.result(10)
            raise AssertionError("no failure")
        except Failure as failure:
            equal(str(failure), "The server has ended.", "words")


def python_iterates_rows():
    """Python: rows are iterated page after page, as far as they are wanted, of any source"""
    with GitExplorer([SERVER, "--sandbox"]) as gx:
        equal([row["label"] for row in gx.search("octo")], OCTO, "rows")
        equal(len(list(gx.search("ma"))), 127, "all pages")
        equal(len(list(gx.search("ma", perPage=10, limit=25))), 25, "a limit")
    with GitExplorer(CATALOGUES, source="fruits") as gx:
        equal([source["id"] for source in gx.sources],
              ["github", "fighters", "fruits", "hospitals"], "sources")
        equal(next(gx.search("apricot"))["label"], "살구", "the source of all calls")
        equal(next(gx.search("octopine", source="github"))["label"], "octopine", "of one call")
        equal(run(sys.executable, PYTHON, "--source", "fruits", "apricot", server=CATALOGUES)
              .stdout.split("\t")[0], "살구", "the program's")


def python_callbacks():
    """Python: callbacks may make requests, and an exception in one ends nothing"""
    found = []

    def update(params):
        if params["status"] == "success" and params["origin"] == "network":
            found.append(gx.profile("octocat", sections=[])["user"]["label"])
            raise RuntimeError("made to fail")

    with contextlib.redirect_stderr(io.StringIO()) as errors:
        with GitExplorer([SERVER, "--sandbox"], {"debounceMilliseconds": 10}) as gx:
            with gx.open_search(update) as box:
                box.change("octo")
                equal(box.wait(10)["status"], "success", "status")
                box.change("octop")
                equal(box.wait(10)["query"], "octop", "the query after the exception")
            future = gx.start_request("search/query", query="octo")
            arrived = threading.Event()
            future.add_done_callback(
                lambda _: (found.append(next(gx.search("octop"))["label"]), arrived.set()))
            true(arrived.wait(10), "a request inside a request's callback")
    equal(found, ["octocat", "octocat", "octopine"], "what callbacks asked for")
    equal(errors.getvalue().count("RuntimeError: made to fail"), 2, "exceptions that were printed")


def python_takes_any_bytes():
    """Python: bytes that are not UTF-8 are replaced, given or received, and nothing hangs"""
    with GitExplorer([SERVER, "--sandbox"]) as gx:
        answer = gx.request("search/query", timeout=10, query=os.fsdecode(b"oct\xff \xf0\x9f"))
        true(answer["query"].startswith("oct\ufffd"), answer["query"])
        answer = gx.request("search/query", timeout=10, query="\ud83d\ude00")
        equal(answer["query"], "😀", "halves")
    found = subprocess.run(
        [sys.executable, PYTHON, "--server", f"{SERVER} --sandbox"], input=b"\xffct\nocto\n",
        capture_output=True, timeout=30)
    true(found.stdout.startswith(b"# octo: success\n"), found)
    for body in (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xff\"}", b"\xff\xfe garbage", b"[]"):
        head = f"Content-Length: {len(body)}\\r\\n\\r\\n"
        server = ["sh", "-c", f"read -r _; printf '{head}'; printf '%s' \"$0\"; exec sleep 60", body]
        began = time.monotonic()
        try:
            GitExplorer(server).close()
        except Failure as failure:
            true(str(failure).endswith("The server said something that is no message."), failure)
        true(time.monotonic() - began < 5, "nothing hangs")


def python_without_server():
    """Python: a server that cannot be run is a failure that says what to do"""
    for command in (["gitexplorer-that-is-not-there"], ["/"], "gitexplorer-that-is-not-there --x"):
        try:
            GitExplorer(command)
            raise AssertionError("no failure")
        except ServerNotFound as failure:
            true("cannot be run" in str(failure) and "install it" in str(failure), str(failure))
            true(isinstance(failure, (Failure, FileNotFoundError)), "what it is")


def python_asyncio():
    """Python: asyncio iterates rows, follows a live search and cancels what it gives up"""

    async def talk():
        async with AsyncGitExplorer([SERVER, "--sandbox"], {"debounceMilliseconds": 10}) as gx:
            equal([row["label"] async for row in gx.search("octo")], OCTO, "rows")
            profile, again = await asyncio.gather(gx.profile("octocat"), gx.profile("octokit"))
            equal((profile["user"]["label"], again["user"]["label"]), ("octocat", "octokit"), "two")
            box = gx.open_search()
            box.change("octo")
            equal((await box.wait(10))["status"], "success", "status")
            box.close()
            true([update["status"] async for update in box][-1] == "success", "updates")
        async with AsyncGitExplorer([SERVER, "--sandbox", "--faults", "hang"]) as gx:
            task = asyncio.ensure_future(gx.request("search/query", query="octo"))
            await asyncio.sleep(0)
            task.cancel()
            try:
                await task
                raise AssertionError("it was not cancelled")
            except asyncio.CancelledError:
                pass
            box = gx.open_search()
            gx.client.process.kill()
            equal([update async for update in box], [], "updates of a server that has ended")

    asyncio.run(asyncio.wait_for(talk(), 30))


def python_sample():
    """Python: the sample of the README prints what it promises"""
    with open(os.path.join(ROOT, "editors/python/README.md"), encoding="utf-8") as file:
        sample = file.read().split("```python\n")[1].split("```")[0]
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(SERVER, os.path.join(folder, "gitexplorer"))
        with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        sample = sample.replace("GitExplorer()", 'GitExplorer("gitexplorer --sandbox")')
        found = subprocess.run(
            [sys.executable, "-c", sample], capture_output=True, text=True, timeout=30,
            env={**os.environ, "PATH": folder + ":" + os.environ["PATH"],
                 "PYTHONPATH": os.path.dirname(PYTHON)})
    equal((found.returncode, found.stderr), (0, ""), "status")
    lines = found.stdout.splitlines()
    equal(lines[0].split()[0], "octocat", "the first row")
    true("success 9" in lines, found.stdout)


CHECKS = [value for value in list(globals().values())
          if getattr(value, "__doc__", None) and callable(value)
          and str(value.__doc__).startswith(("fzf: ", "Python: "))]


def main():
    failed = 0
    # Outside of any repository, whose people would come first.
    os.chdir("/")
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
