#!/usr/bin/env python3
"""A small client of GitExplorer: the standard library only, Python 3.8 and newer.

As a module:

    with Client() as client:
        for item in client.request("search/query", query="octo")["items"]:
            print(item["label"])
        box = client.search(lambda update: print(update["status"], len(update.get("items", []))))
        box.change("oct")
        box.change("octo")          # the server waits until typing rests, and asks once

As a program: `gitexplorer.py TEXT` prints who is called so; without TEXT each line of the standard
input is what stands in the search box then, as if typed, and each answer is printed.
"""

import argparse
import itertools
import json
import os
import shlex
import subprocess
import sys
import threading
from concurrent.futures import Future


class Failure(Exception):
    """What the server answered instead of a result; `data` says more, `kind` names it."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error.get("code")
        self.data = error.get("data", {})
        self.kind = self.data.get("kind", "internal")


class SearchBox:
    """One live search. `on_update` is called with each status and each list, in order."""

    def __init__(self, client, search_id, on_update):
        self.client = client
        self.search_id = search_id
        self.on_update = on_update
        self.version = 0

    def change(self, text):
        """Says what stands in the box now; returns the version that the answers will carry."""
        self.version += 1
        self.client.notify(
            "search/didChange", searchId=self.search_id, version=self.version, text=text)
        return self.version

    def submit(self):
        """Searches at once."""
        self.client.notify("search/didSubmit", searchId=self.search_id)

    def load_more(self):
        self.client.notify("search/loadMore", searchId=self.search_id)

    def close(self):
        """Ends the search; nothing more comes for it."""
        self.client.boxes.pop(self.search_id, None)
        self.client.notify("search/didClose", searchId=self.search_id)


class Client:
    """A server of its own, spoken to over its pipes. Callbacks come on a thread of the client's."""

    def __init__(self, command=("gitexplorer",), settings=None, on_message=None):
        """`on_message` is called with what the server tells its user, and how bad it is, 1 to 4."""
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.numbers = itertools.count(1)
        self.pending = {}
        self.boxes = {}
        self.on_message = on_message or (lambda text, severity: None)
        self.lock = threading.Lock()
        self.is_closed = False
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        try:
            self.server = self.request(
                "initialize", processId=os.getpid(), initializationOptions=settings or {})
        except Failure:
            self.close()
            raise
        self.notify("initialized")

    def notify(self, method, **params):
        self._send({"method": method, "params": params})

    def start_request(self, method, **params):
        """Sends a request; the Future has its result, or raises Failure."""
        future = Future()
        with self.lock:
            number = next(self.numbers)
            if self.is_closed:
                future.set_exception(self._gone())
                return future
            self.pending[number] = future
        future.number = number
        self._send({"id": number, "method": method, "params": params})
        return future

    def request(self, method, timeout=60, **params):
        """The result of a request; raises Failure, or TimeoutError after so many seconds."""
        return self.start_request(method, **params).result(timeout)

    def cancel(self, future):
        """Gives a request up; its Future then raises a Failure of the kind `cancelled`."""
        self.notify("$/cancelRequest", id=future.number)

    def search(self, on_update):
        """Opens a live search."""
        with self.lock:
            box = SearchBox(self, f"box-{next(self.numbers)}", on_update)
            self.boxes[box.search_id] = box
        self.notify("search/didOpen", searchId=box.search_id, version=0)
        return box

    def close(self):
        """Ends the server, without waiting for what is under way."""
        self._send({"id": next(self.numbers), "method": "shutdown"})
        self._send({"method": "exit"})
        self.process.stdin.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        frame = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        with self.lock:
            try:
                while frame:
                    frame = frame[self.process.stdin.write(frame):]
            except (BrokenPipeError, ValueError):
                pass  # The reader sees the end, too, and tells who waits.

    @staticmethod
    def _gone():
        return Failure({"message": "The server has ended.", "data": {"kind": "internal"}})

    def _messages(self):
        stream = open(self.process.stdout.fileno(), "rb", closefd=False)
        while True:
            length = 0
            for line in iter(stream.readline, b"\r\n"):
                if not line:
                    return
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            body = stream.read(length)
            if len(body) < length:
                return
            yield json.loads(body)

    def _read(self):
        for message in self._messages():
            params = message.get("params", {})
            if "method" not in message:
                self._answer(self.pending.pop(message["id"], None), message)
            elif params.get("searchId") in self.boxes:
                self.boxes[params["searchId"]].on_update(params)
            elif message["method"] == "window/showMessage":
                self.on_message(params["message"], params["type"])
        with self.lock:
            self.is_closed = True
            left = list(self.pending.values())
        for future in left:
            future.set_exception(self._gone())

    @staticmethod
    def _answer(future, message):
        if future is None:
            return
        if "error" in message:
            future.set_exception(Failure(message["error"]))
        else:
            future.set_result(message["result"])


def rows(items):
    """One line for each item."""
    for item in items:
        kind = "" if item["kind"] == "user" else item["kind"]
        yield "\t".join((item["label"], kind, item.get("detail", ""), item.get("url", "")))


def follow_input(client):
    """Takes each line of the standard input for the text of a search box; prints the answers."""
    answered = threading.Condition()
    last = [0]

    def update(params):
        status = params["status"]
        if status in ("loading", "retrying") or params.get("origin") == "provisional":
            return
        failure = params.get("error", {}).get("message")
        print(f"# {params['query']}: {failure or status}", flush=True)
        for row in rows(params.get("items", [])):
            print(row, flush=True)
        with answered:
            last[0] = params["version"]
            answered.notify()

    box = client.search(update)
    for line in sys.stdin:
        box.change(line.rstrip("\n"))
    with answered:
        while last[0] != box.version and client.reader.is_alive():
            answered.wait(0.2)
    return 0 if last[0] == box.version else 1


def main():
    parser = argparse.ArgumentParser(description="Search people on GitHub.")
    parser.add_argument("text", nargs="?", help="without it: lines of the standard input")
    parser.add_argument(
        "--server", default=os.environ.get("GITEXPLORER", "gitexplorer"), help="its command line")
    options = parser.parse_args()
    command = shlex.split(options.server)
    try:
        client = Client(command)
    except FileNotFoundError:
        sys.exit(f"gitexplorer.py: install `{command[0]}`, or put it on the PATH")
    except Failure as failure:
        sys.exit(f"gitexplorer.py: `{options.server}` does not serve: {failure}")
    with client:
        try:
            if options.text is None:
                return follow_input(client)
            found = client.request("search/query", query=options.text)["items"]
        except Failure as failure:
            sys.exit(f"gitexplorer.py: {failure} {failure.data.get('hint', '')}".rstrip())
    for row in rows(found):
        print(row)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
