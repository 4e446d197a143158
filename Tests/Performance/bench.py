#!/usr/bin/env python3
"""Measures language servers over their pipes, in turn, and prints medians and ratios.

Both servers: the start up to the answer of `initialize`; a burst of requests that no server knows,
written ahead, each answered -32601; the round trip of one at a time; memory.
GitExplorer alone: processor time per keystroke (reading, JSON, text, debounce), memory after them;
the time from the last keystroke to results that is neither debounce nor GitHub's; how often it wakes
up while nothing happens.
"""
import argparse
import glob
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")
MARK = b'"error"'


def frame(message):
    body = json.dumps(message, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Server:
    """A server and what it says."""

    def __init__(self, *command):
        self.started = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.rest = b""

    def write(self, data):
        view = memoryview(data)
        while view:
            view = view[self.process.stdin.write(view):]

    def message(self):
        while True:
            head = self.rest.find(b"\r\n\r\n")
            if head >= 0:
                lengths = [line.split(b":")[1] for line in self.rest[:head].split(b"\r\n")
                           if line.lower().startswith(b"content-length")]
                end = head + 4 + int(lengths[0])
                if len(self.rest) >= end:
                    body, self.rest = self.rest[head + 4:end], self.rest[end:]
                    return json.loads(body)
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                sys.exit("a server has ended too early")
            self.rest += chunk

    def call(self, id, method, params=None):
        self.write(frame({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}))
        while True:
            message = self.message()
            if message.get("id") == id and "method" not in message:
                return message

    def notify(self, method, params):
        self.write(frame({"jsonrpc": "2.0", "method": method, "params": params}))

    def initialize(self):
        self.call("i", "initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {}})
        took = time.perf_counter() - self.started
        self.notify("initialized", {})
        return took

    def end(self):
        self.call("bye", "shutdown")
        self.notify("exit", {})
        self.process.wait(10)

    def processor(self):
        """Seconds of processor time, to a hundredth."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def wakeups(self):
        """How often a thread of it has begun to wait."""
        count = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/status"):
            with open(path) as status:
                count += next(int(line.split()[1]) for line in status
                              if line.startswith("voluntary_ctxt_switches"))
        return count

    def memory(self):
        """Resident MiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def burst(server, count):
    """Answers a second and processor time an answer, for requests that are written ahead."""
    data = b"".join(
        frame({"jsonrpc": "2.0", "id": i, "method": "bench/unknown",
               "params": {"searchId": "s1", "version": i, "text": "octocat"}})
        for i in range(count))
    before, start = server.processor(), time.perf_counter()
    writer = threading.Thread(target=server.write, args=(data,))
    writer.start()
    seen, tail = 0, b""
    while seen < count:
        chunk = tail + os.read(server.process.stdout.fileno(), 1 << 20)
        seen += chunk.count(MARK)
        # What may hold the beginning of a mark is looked at again.
        tail = chunk[-len(MARK) + 1:]
    took = time.perf_counter() - start
    writer.join()
    discard_rest(server)
    return count / took, (server.processor() - before) / count * 1e6


def discard_rest(server):
    """Reads away what follows the last mark of a burst."""
    descriptor = server.process.stdout.fileno()
    os.set_blocking(descriptor, False)
    time.sleep(0.1)
    try:
        while os.read(descriptor, 1 << 20):
            pass
    except BlockingIOError:
        pass
    os.set_blocking(descriptor, True)
    server.rest = b""


def round_trips(server, count=3000):
    """The microseconds of one request at a time: the median, and what one in a hundred exceeds."""
    times = []
    for i in range(count):
        start = time.perf_counter()
        server.call(f"r{i}", "bench/unknown")
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6, sorted(times)[len(times) * 99 // 100] * 1e6


def common(command, count):
    server = Server(*command)
    figures = {"start to the first answer, ms": server.initialize() * 1e3}
    time.sleep(0.3)
    figures["memory at rest, MiB"] = server.memory()
    rate, cost = burst(server, count)
    figures["unknown requests a second"] = rate
    figures["processor time a request, us"] = cost
    figures["memory after the burst, MiB"] = server.memory()
    figures["round trip, us"], figures["round trip, 99th, us"] = round_trips(server)
    server.end()
    return figures


def keystrokes(binary, count):
    """Words of twelve letters, typed letter by letter as incremental changes."""
    server = Server(binary)
    server.initialize()
    # So long a debounce that nothing is asked while keys are typed.
    server.notify("search/didOpen", {"searchId": "s", "options": {"debounceMilliseconds": 600000}})
    server.call("a", "bench/unknown")
    rest = server.memory()
    messages, version = [], 0
    while version < count:
        for i in range(12):
            version += 1
            change = {"range": {"start": i, "end": i}, "text": "octocat-octo"[i]}
            if i == 0:
                change["range"]["end"] = 0 if version == 1 else 12
            messages.append(frame({
                "jsonrpc": "2.0", "method": "search/didChange",
                "params": {"searchId": "s", "version": version, "contentChanges": [change]}}))
    before, start = server.processor(), time.perf_counter()
    for first in range(0, len(messages), 64):
        server.write(b"".join(messages[first:first + 64]))
    answer = server.call("b", "bench/unknown")
    took, cost = time.perf_counter() - start, server.processor() - before
    assert answer["error"]["code"] == -32601, answer
    memory = server.memory()
    server.end()
    return {"processor time a keystroke, us": cost / len(messages) * 1e6,
            "keystrokes a second": len(messages) / took, "memory before, MiB": rest,
            "memory after, MiB": memory}


class GitHub:
    """One person, found at once whatever is asked; notes how long each answer took."""

    ANSWER = json.dumps({"total_count": 1, "incomplete_results": False, "items": [
        {"login": "octocat", "id": 1, "node_id": "n", "type": "User", "score": 1,
         "url": "https://api.github.com/users/octocat",
         "html_url": "https://github.com/octocat"}]}).encode()

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.took = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        unread = b""
        while chunk := connection.recv(1 << 16):
            start = time.perf_counter()
            unread += chunk
            while b"\r\n\r\n" in unread:
                unread = unread.split(b"\r\n\r\n", 1)[1]
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                   b"Content-Length: %d\r\n\r\n%s" % (len(self.ANSWER), self.ANSWER))
                self.took.append(time.perf_counter() - start)


def last_keystrokes(binary, count=200, debounce=20):
    """Milliseconds from the last keystroke to results, without the debounce and GitHub's time."""
    github, server = GitHub(), Server(binary)
    server.call("i", "initialize", {"capabilities": {}, "initializationOptions": {
        "debounceMilliseconds": debounce,
        "github": {"baseUrl": github.url, "token": "none", "tokenCommand": []}}})
    server.notify("initialized", {})
    server.notify("search/didOpen", {"searchId": "s"})
    times, version = [], 0
    for number in range(count):
        word = f"octo{number:04}"
        for length in range(1, len(word) + 1):
            version += 1
            start = time.perf_counter()
            server.notify("search/didChange",
                          {"searchId": "s", "version": version, "text": word[:length]})
        while True:
            message = server.message()
            params = message.get("params", {})
            if message.get("method") == "search/results" and params["version"] == version:
                break
        assert params["status"] == "success", params
        took = time.perf_counter() - start
        times.append(took * 1e3 - debounce - github.took[-1] * 1e3)
    server.end()
    return {"last keystroke to results, ms": statistics.median(times),
            "the same, 99th, ms": sorted(times)[len(times) * 99 // 100]}


def idle(binary, seconds=20):
    """How often the server wakes up while nothing happens."""
    server = Server(binary)
    server.initialize()
    server.notify("search/didOpen", {"searchId": "s"})
    time.sleep(2)
    before = server.wakeups()
    time.sleep(seconds)
    woken = server.wakeups() - before
    server.end()
    return {f"wake-ups in {seconds} s": woken}


def medians(rounds):
    return {name: statistics.median(figures[name] for figures in rounds) for name in rounds[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("clangd")
    parser.add_argument("-n", type=int, default=100_000, help="requests of a burst, and keystrokes")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    commands = {"gitexplorer": [options.binary]}
    if os.path.exists(options.clangd):
        commands["clangd"] = [options.clangd, "--log=error"]
    rounds = {name: [] for name in commands}
    for number in range(options.rounds):
        for name, command in commands.items():
            print(f"round {number + 1} of {options.rounds}: {name}", file=sys.stderr)
            rounds[name].append(common(command, options.n))
    figures = {name: medians(found) for name, found in rounds.items()}
    print(f"{'':34}" + "".join(f"{name:>14}" for name in figures) + f"{'ratio':>10}")
    for what in figures["gitexplorer"]:
        row = [figures[name][what] for name in figures]
        ratio = f"{row[0] / row[1]:10.2f}" if len(row) > 1 and row[1] else ""
        print(f"{what:34}" + "".join(f"{value:14.1f}" for value in row) + ratio)
    print()
    typed = medians([keystrokes(options.binary, options.n) for _ in range(options.rounds)])
    waited = medians([last_keystrokes(options.binary) for _ in range(options.rounds)])
    for what, value in {**typed, **waited, **idle(options.binary)}.items():
        print(f"{what:34}{value:14.2f}")


main()
