"""What the checks use: the server behind its pipes, the sandbox, and a tally of what held."""
import json
import os
import subprocess
import sys
import threading
import time
import urllib.request

BINARY = sys.argv[1]
# In every settings and never in any output.
TOKEN = "ghp_NeverToBeSeen0123456789"
# Everything that any process has written.
WRITTEN = []


def frame(message):
    """A message, or bytes, as it goes over the pipe."""
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def is_answer(message, id):
    return isinstance(message, dict) and message.get("id") == id and "method" not in message


def clean_environment(extra=None):
    """This environment without whatever could lead to a real GitHub."""
    names = ("TOKEN", "GH_", "GITHUB_")
    kept = {k: v for k, v in os.environ.items() if not any(n in k for n in names)}
    return {**kept, "NO_COLOR": "1", **(extra or {})}


def command(*arguments, stdin=b"", environment=None):
    """Runs the command to its end; returns its status, its output and its error output."""
    done = subprocess.run([BINARY, *arguments], input=stdin, capture_output=True, timeout=60,
                          env=clean_environment(environment))
    WRITTEN.extend([done.stdout, done.stderr])
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Server:
    """The server over its pipes; what it says lands in `messages`."""

    def __init__(self, *arguments, sandbox=None, settings=None, initialize=True, lines=False,
                 environment=None, reads=True, encoding="utf-8"):
        self.process = subprocess.Popen(
            [BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, bufsize=0, env=clean_environment(environment))
        self.lines = lines
        self.raw = b""
        self.messages = []
        self.faults = []
        self.is_over = False
        self.changed = threading.Condition()
        self.last_id = 0
        self.errors = b""
        threading.Thread(target=self._read_errors, daemon=True).start()
        if reads:
            self.start_reading()
        if initialize:
            options = {"github": {"token": TOKEN}, **(settings or {})}
            if sandbox:
                options["github"] = {"baseUrl": sandbox.url, **options["github"]}
            self.answer = self.call("initialize", {
                "processId": os.getpid(), "initializationOptions": options,
                "capabilities": {"general": {"positionEncodings": [encoding]}}})
            self.notify("initialized", {})

    def start_reading(self):
        threading.Thread(target=self._read, daemon=True).start()

    def _read_errors(self):
        for chunk in iter(lambda: self.process.stderr.read(1 << 16), b""):
            self.errors += chunk
            WRITTEN.append(chunk)

    def _read(self):
        rest = b""
        for chunk in iter(lambda: self.process.stdout.read(1 << 16), b""):
            self.raw += chunk if len(self.raw) < 1 << 20 else b""
            WRITTEN.append(chunk)
            rest = self._take(rest + chunk)
        with self.changed:
            if rest:
                self.faults.append("half a message at the end: %r" % rest[:100])
            self.is_over = True
            self.changed.notify_all()

    def _take(self, data):
        """Takes the whole messages of `data`; returns the rest."""
        position = 0
        found = []
        while True:
            if self.lines:
                end = data.find(b"\n", position)
                if end < 0:
                    break
                body, position = data[position:end], end + 1
            else:
                head = data.find(b"\r\n\r\n", position)
                if head < 0:
                    break
                header = data[position:head]
                if not header.startswith(b"Content-Length: ") or b"\n" in header:
                    self.faults.append("another header: %r" % header[:100])
                    return b""
                start = head + 4
                length = int(header[16:])
                if len(data) < start + length:
                    break
                body, position = data[start:start + length], start + length
            found.append(json.loads(body))
        with self.changed:
            self.messages += found
            self.changed.notify_all()
        return data[position:]

    def write(self, data):
        view = memoryview(data)
        while view:
            view = view[self.process.stdin.write(view):]

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n" if self.lines else frame(message))

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, params=None, id=None):
        self.last_id += 1
        id = self.last_id if id is None else id
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}})
        return id

    def call(self, method, params=None, timeout=20):
        id = self.request(method, params)
        return self.wait(lambda m: is_answer(m, id), timeout)

    def wait(self, wanted, timeout=20, start=0):
        """The first message from number `start` on that is wanted; {} when none comes in time."""
        deadline = time.monotonic() + timeout
        with self.changed:
            while True:
                for message in self.messages[start:]:
                    if wanted(message):
                        return message
                start = max(start, len(self.messages))
                left = deadline - time.monotonic()
                if left <= 0 or self.is_over:
                    return {}
                self.changed.wait(left)

    def params(self, method, timeout=20, start=0, **wanted):
        """The params of the first notification like that; {} when none comes in time."""
        def fits(message):
            return isinstance(message, dict) and message.get("method") == method and all(
                message["params"].get(k) == v for k, v in wanted.items())
        return self.wait(fits, timeout, start).get("params", {})

    def all(self, method):
        with self.changed:
            return [m["params"] for m in self.messages
                    if isinstance(m, dict) and m.get("method") == method]

    def type(self, text, pause, search="s", first=1):
        """Types a text, one letter after the other, as incremental changes."""
        for i, letter in enumerate(text):
            self.notify("search/didChange", {
                "searchId": search, "version": first + i, "contentChanges": [
                    {"range": {"start": i, "end": i}, "text": letter}]})
            time.sleep(pause)

    def end(self, how=None, timeout=10):
        """Ends the session; returns the status and the seconds it took, None where it hangs."""
        start = time.monotonic()
        if how == "exit":
            self.notify("exit", None)
        elif how == "shutdown":
            self.call("shutdown")
            start = time.monotonic()
            self.notify("exit", None)
        elif how == "close":
            self.process.stdin.close()
        elif how is not None:
            self.process.send_signal(how)
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None, timeout
        return status, time.monotonic() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


class Sandbox:
    """The made-up GitHub in a process of its own."""

    def __init__(self, faults=""):
        arguments = ["--faults", faults] if faults else []
        self.process = subprocess.Popen([BINARY, "sandbox", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=clean_environment())
        self.url = self.process.stdout.readline().decode().strip()

    def control(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, method=method, data=body)
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.loads(response.read() or b"null")

    def fault(self, text):
        """Puts faults in force and forgets the requests so far."""
        self.control("PUT", "/_sandbox/faults", text.encode())
        self.control("DELETE", "/_sandbox/requests")

    def requests(self, part="/search/users"):
        return [r for r in self.control("GET", "/_sandbox/requests") if part in r["target"]]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Tally:
    """Counts what held and says what did not."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, holds, what, found=None):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"  FAILED: {what}" + ("" if found is None else f"; found {str(found)[:400]}"))

    def equal(self, found, expected, what):
        self.check(found == expected, f"{what}: expected {str(expected)[:300]}", repr(found))
