"""Talks to a gitexplorer process through its pipes, one message a line."""

import json
import os
import re
import subprocess
import threading
import time


def wait_for(condition, seconds, what):
    """Returns the first true value of `condition`; raises where it takes too long."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(0.005)


def clean_environment(folder, **more):
    """This environment without tokens, proxies and certificates, and with a home of its own."""
    kept = {name: value for name, value in os.environ.items()
            if not re.search(r"TOKEN|PROXY|SSL_CERT|^GH_|^XDG_", name, re.I)}
    return {**kept, "HOME": str(folder), **{name: str(value) for name, value in more.items()}}


class Server:
    """A running server; everything that it writes is kept in `folder`."""

    count = 0

    def __init__(self, binary, folder, environment, settings):
        Server.count += 1
        self.folder = folder
        name = f"server-{Server.count}"
        self.stderr = open(folder / f"{name}.stderr", "wb")
        self.process = subprocess.Popen(
            [binary, "serve", "--log-level", "debug", "--log-file", str(folder / f"{name}.log"),
             "--record", str(folder / f"{name}.record")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr, env=environment)
        self.changed = threading.Condition()
        self.answers, self.pushed, self.last_id = {}, [], 0
        self.reader = threading.Thread(target=self.read, args=(folder / f"{name}.stdout",), daemon=True)
        self.reader.start()
        answer = self.request("initialize", {"trace": "verbose", "initializationOptions": settings})
        self.capabilities = answer["result"]["capabilities"]
        self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def read(self, path):
        with open(path, "wb") as copy:
            for line in self.process.stdout:
                copy.write(line)
                copy.flush()
                message = json.loads(line)
                with self.changed:
                    if "method" in message:
                        self.pushed.append(message)
                    else:
                        self.answers[message["id"]] = message
                    self.changed.notify_all()

    def write(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def notify(self, method, params):
        self.write({"method": method, "params": params})

    def ask(self, method, params):
        """Sends a request and returns its id."""
        self.last_id += 1
        self.write({"id": self.last_id, "method": method, "params": params})
        return self.last_id

    def answer(self, id, seconds=20):
        with self.changed:
            if not self.changed.wait_for(lambda: id in self.answers, seconds):
                raise AssertionError(f"request {id} was not answered within {seconds} s")
            return self.answers.pop(id)

    def request(self, method, params, seconds=20):
        return self.answer(self.ask(method, params), seconds)

    def result(self, method, params, seconds=20):
        answer = self.request(method, params, seconds)
        assert "result" in answer, f"{method} failed: {answer['error']}"
        return answer["result"]

    def error(self, method, params, seconds=20):
        answer = self.request(method, params, seconds)
        assert "error" in answer, f"{method} did not fail"
        return answer["error"]

    def push(self, method, holds=lambda params: True, seconds=20):
        """Waits for a notification and returns its params; takes it and those before it away."""
        def find():
            for i, message in enumerate(self.pushed):
                if message["method"] == method and holds(message["params"]):
                    return i + 1
            return 0
        with self.changed:
            if not self.changed.wait_for(find, seconds):
                raise AssertionError(f"no such {method} within {seconds} s")
            i = find()
            message = self.pushed[i - 1]
            del self.pushed[:i]
            return message["params"]

    def memory_peak(self):
        """The most memory that was ever resident, in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))

    def close(self):
        """Ends the process as an editor does and returns its exit status."""
        if self.process.poll() is None:
            try:
                self.request("shutdown", {})
                self.notify("exit", {})
            except (BrokenPipeError, AssertionError):
                pass
        try:
            status = self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait(5)
        self.reader.join(5)
        for file in (self.process.stdin, self.process.stdout, self.stderr):
            try:
                file.close()
            except BrokenPipeError:
                pass
        return status
