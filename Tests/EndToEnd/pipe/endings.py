"""The lifecycle, and every way of ending."""
import os
import signal
import subprocess
import sys
import tempfile
import time

from client import Sandbox, Server


def before_and_after(t):
    with Server(initialize=False) as server:
        t.equal(server.call("search/query", {"query": "octo"})["error"]["code"], -32002,
                "before initialize")
        t.check("capabilities" in server.call("initialize", {})["result"], "initialize is answered")
        t.equal(server.call("initialize", {})["error"]["code"], -32600, "a second initialize")
        t.equal(server.call("shutdown"), {"jsonrpc": "2.0", "id": 4, "result": None}, "shutdown")
        t.equal(server.call("search/query", {"query": "x"})["error"]["code"], -32600,
                "after shutdown")
        t.equal(server.end("exit")[0], 0, "exit after shutdown")
        t.equal(server.errors, b"", "nothing on standard error")


def exit_statuses(t):
    for how, status in (("exit", 1), ("shutdown", 0), ("close", 1), (signal.SIGTERM, 1),
                        (signal.SIGINT, 1), (signal.SIGHUP, 1)):
        with Server("--sandbox") as server:
            found, seconds = server.end(how)
            t.equal(found, status, f"the status after {how}")
            t.check(seconds < 1, f"{how} takes no time", seconds)
    with Server(initialize=False) as server:
        t.equal(server.end("close")[0], 0, "the end before the first byte")
    for framing, status in (("auto", 0), ("lines", 0), ("headers", 1)):
        with Server("serve", "--framing", framing, initialize=False) as server:
            t.equal(server.end("close")[0], status, f"the end before the first byte, as {framing}")
    with Server("--sandbox") as server:
        server.call("shutdown")
        t.equal(server.end(signal.SIGTERM)[0], 0, "SIGTERM after shutdown")


def whatever_hangs_exit_is_fast(t):
    with Sandbox("hang") as sandbox:
        for how, status in (("exit", 1), ("shutdown", 0), ("close", 1), (signal.SIGTERM, 1)):
            with Server(sandbox=sandbox) as server:
                server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
                server.notify("profile/didOpen", {"profileId": "p", "login": "octocat"})
                id = server.request("search/query", {"query": "cat"})
                server.params("profile/status")
                time.sleep(0.2)
                found, seconds = server.end(how)
                t.equal(found, status, f"the status after {how} while all hangs")
                t.check(seconds < 0.25 if how in ("exit", "shutdown") else seconds < 1,
                        f"{how} while all hangs", seconds)
                if how in ("shutdown", signal.SIGTERM):
                    answer = server.wait(lambda m: m.get("id") == id, 2)
                    t.equal(answer.get("error", {}).get("code"), -32800,
                            f"what was asked is answered at {how}")


def a_closed_output_is_a_clean_end(t):
    with Server("--sandbox", reads=False, initialize=False) as server:
        server.process.stdout.close()
        try:
            for _ in range(200):
                server.request("no/such")
                time.sleep(0.005)
        except BrokenPipeError:
            pass
        try:
            status = server.process.wait(5)
        except subprocess.TimeoutExpired:
            status = None
        t.equal(status, 1, "the status when nobody reads any more")
        time.sleep(0.05)
        t.equal(server.errors, b"", "nothing on standard error")


def a_dead_parent_ends_it(t):
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with Server(initialize=False) as server:
        server.call("initialize", {"processId": parent.pid})
        parent.kill()
        parent.wait()
        status, seconds = server.end(None, timeout=8)
        t.equal(status, 1, "the status when the parent has died")
        t.check(seconds < 5.5, "it ends within 5 s", seconds)


def child_processes_end_too(t):
    with tempfile.TemporaryDirectory() as folder:
        note = os.path.join(folder, "pid")
        script = f"echo $$ > {note}; exec sleep 100"
        for how in ("exit", signal.SIGTERM, "close"):
            with Server(settings={"github": {"tokenCommand": ["sh", "-c", script]}}) as server:
                server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
                pid = wait_for_pid(note)
                server.end(how)
                t.check(pid and is_gone(pid), f"the token command ends at {how}", pid)
                if os.path.exists(note):
                    os.remove(note)


def a_script_is_finished(t):
    with Server("--sandbox", initialize=False, lines=True) as server:
        server.notify("search/didOpen", {"searchId": "s"})
        server.notify("search/didChange", {"searchId": "s", "text": "octo"})
        start = time.monotonic()
        status, _ = server.end("close", timeout=20)
        t.equal(status, 0, "the status of a script")
        time.sleep(0.05)
        t.equal([p["status"] for p in server.all("search/results")], ["success"], "its results")
        t.check(time.monotonic() - start < 5, "no debounce and no idling at the end")


def wait_for_pid(path):
    for _ in range(500):
        if os.path.exists(path) and os.path.getsize(path):
            with open(path) as file:
                return int(file.read())
        time.sleep(0.01)
    return 0


def is_gone(pid):
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
            os.kill(pid, 0)
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False


CHECKS = [before_and_after, exit_statuses, whatever_hangs_exit_is_fast,
          a_closed_output_is_a_clean_end, a_dead_parent_ends_it, child_processes_end_too,
          a_script_is_finished]
