#!/usr/bin/env python3
"""A small client of GitExplorer: the standard library only, Python 3.8 and newer.

As a module:

    with GitExplorer() as gx:
        for row in gx.search("octo"):
            print(row["label"], row.get("url"))
        box = gx.open_search(lambda update: print(update["status"], len(update.get("items", []))))
        box.change("oct")
        box.change("octo")          # the server waits until typing rests, and asks once
        print(box.wait()["status"])

    async with AsyncGitExplorer() as gx:
        async for row in gx.search("octo"):
            print(row["label"])

As a program: `gitexplorer.py TEXT` prints who is called so; without TEXT each line of the standard
input is what stands in the search box then, as if typed, and each answer is printed.
"""

import argparse
import asyncio
import itertools
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
import traceback
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout


class Failure(Exception):
    """What the server answered instead of a result; `data` says more, `kind` names it."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error.get("code")
        self.data = error.get("data", {})
        self.kind = self.data.get("kind", "internal")


class ServerNotFound(Failure, FileNotFoundError):
    """The server cannot be run: it is not there, or is no program."""

    def __init__(self, command, error):
        Failure.__init__(self, {
            "message": f"`{command[0]}` cannot be run ({error.strerror}): install it, or put it on "
                       "the PATH"})


class _Answer(Future):
    """The answer to a request; what is to be called when it is there comes with other callbacks."""

    def __init__(self, client, number):
        super().__init__()
        self.client = client
        self.number = number

    def add_done_callback(self, function):
        super().add_done_callback(lambda future: self.client._schedule(function, future))


class SearchBox:
    """One live search. `on_update` is called with each status and each list, in order."""

    def __init__(self, client, search_id, on_update):
        self.client = client
        self.search_id = search_id
        self.on_update = on_update
        self.version = 0
        self._answered = threading.Condition()
        self._answer = None
        self._on_end = lambda: None

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

    def wait(self, timeout=60):
        """Waits until the newest text is answered; returns that update, as `on_update` gets it.

        Raises TimeoutError after so many seconds, and Failure when the server has ended.
        """
        with self._answered:
            self._answered.wait_for(
                lambda: self._is_answered() or self.client.is_closed, timeout)
            if self._is_answered():
                return self._answer
        if self.client.is_closed:
            raise self.client.gone()
        raise TimeoutError("the search was not answered in time")

    def close(self):
        """Ends the search; nothing more comes for it."""
        self.client.boxes.pop(self.search_id, None)
        self.client.notify("search/didClose", searchId=self.search_id)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _is_answered(self):
        return self._answer is not None and self._answer["version"] >= self.version

    def _take(self, update):
        """Called on the reader's thread."""
        is_answer = update["status"] not in ("loading", "retrying")
        if is_answer and update.get("origin") != "provisional":
            with self._answered:
                self._answer = update
                self._answered.notify_all()

    def _end(self):
        """Called when the server has ended."""
        with self._answered:
            self._answered.notify_all()
        self.client._schedule(self._on_end)


class GitExplorer:
    """A server of its own, spoken to over its pipes.

    Callbacks come one after the other on a thread of their own. They may make requests. An
    exception in one is printed, as Python does it for threads, and ends nothing.
    """

    def __init__(self, command=("gitexplorer",), settings=None, on_message=None, source=None,
                 workspace=None):
        """Starts a server.

        `on_message` is called with what the server tells its user, and how bad it is, 1 to 4;
        `source` is the id of the source that is searched where a call names none; `workspace` is a
        folder, the people of whose repository come first.
        Raises ServerNotFound where it cannot be run, Failure where it does not serve.
        """
        command = shlex.split(command) if isinstance(command, str) else command
        command = [os.fsdecode(word) for word in command]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise ServerNotFound(command, error) from None
        self.source = source
        folders = [{"uri": os.path.abspath(workspace)}] if workspace else []
        self.numbers = itertools.count(1)
        self.pending = {}
        self.boxes = {}
        self.on_message = on_message or (lambda text, severity: None)
        self.lock = threading.Lock()
        self.is_closed = False
        self.reason = "The server has ended."
        self.callbacks = queue.Queue()
        self.are_callbacks_over = False
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.caller = threading.Thread(target=self._call, daemon=True)
        self.reader.start()
        self.caller.start()
        try:
            self.server = self.request(
                "initialize", timeout=10, processId=os.getpid(),
                workspaceFolders=folders, initializationOptions=settings or {})
        except (Failure, TimeoutError) as error:
            self.close()
            reason = "it does not answer." if isinstance(error, TimeoutError) else error
            message = f"`{shlex.join(command)}` does not serve: {reason}"
            raise Failure({"message": message}) from None
        except BaseException:
            self.close()
            raise
        self.notify("initialized")

    @property
    def sources(self):
        """What can be searched: a list of `{"id", "name", …}`."""
        return self.server["capabilities"]["sources"]

    def search(self, query, source=None, limit=1000, **options):
        """Yields the rows that are found: page after page, each asked for when it is reached.

        `options` are those of `search/query`: perPage, sort, order.
        A function in the place of the query opens a live search, as `open_search` does.
        """
        if callable(query):
            return self.open_search(query, source, **options)
        return self._rows(query, self._sourced(source, options), limit)

    def _rows(self, query, options, limit):
        per_page = options.pop("perPage", max(1, min(limit, 100)))
        page, count = 1, 0
        while count < limit:
            answer = self.request(
                "search/query", query=query, page=page, perPage=per_page, **options)
            for row in answer["items"][:limit - count]:
                yield row
            count += per_page
            page += 1
            if not answer["hasMore"]:
                return

    def _sourced(self, source, params):
        """The params, with the source where one was chosen."""
        source = source or self.source
        return {**params, "source": source} if source else params

    def profile(self, login, **options):
        """The profile of somebody, as `profile/get` answers it."""
        return self.request("profile/get", login=login, **options)

    def open_search(self, on_update=None, source=None, **options):
        """Opens a live search; `options` are settings for it alone."""
        params = self._sourced(source, {"options": options} if options else {})
        with self.lock:
            box = SearchBox(self, f"box-{next(self.numbers)}", on_update or (lambda update: None))
            self.boxes[box.search_id] = box
        self.notify("search/didOpen", searchId=box.search_id, version=0, **params)
        return box

    def notify(self, method, **params):
        self._send({"method": method, "params": params})

    def start_request(self, method, **params):
        """Sends a request; the Future has its result, or raises Failure."""
        with self.lock:
            future = _Answer(self, next(self.numbers))
            if self.is_closed:
                future.set_exception(self.gone())
                return future
            self.pending[future.number] = future
        self._send({"id": future.number, "method": method, "params": params})
        return future

    def request(self, method, timeout=60, **params):
        """The result of a request; raises Failure, or TimeoutError after so many seconds."""
        future = self.start_request(method, **params)
        try:
            return future.result(timeout)
        except FutureTimeout:
            self.cancel(future)
            raise TimeoutError(f"{method} was not answered in {timeout} s") from None

    def cancel(self, future):
        """Gives a request up; its Future then raises a Failure of the kind `cancelled`."""
        self.notify("$/cancelRequest", id=future.number)

    def close(self):
        """Ends the server, without waiting for what is under way. May be called again."""
        if not self.process.stdin.closed:
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
        if threading.current_thread() is not self.caller:
            self.caller.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def gone(self):
        return Failure({"message": self.reason})

    def _send(self, message):
        # Half a surrogate pair is what Python makes of a byte that is no UTF-8; it cannot be sent.
        text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
        body = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
        frame = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        with self.lock:
            try:
                while frame:
                    frame = frame[self.process.stdin.write(frame):]
            except (BrokenPipeError, ValueError):
                pass  # The reader sees the end, too, and tells who waits.

    def _messages(self):
        """The messages of the server, to its end; raises ValueError at what is none."""
        stream = open(self.process.stdout.fileno(), "rb", closefd=False)
        while True:
            length = 0
            for line in iter(stream.readline, b"\r\n"):
                if not line:
                    return
                name, colon, value = line.partition(b":")
                if not colon:
                    raise ValueError(line)
                if name.lower() == b"content-length":
                    length = int(value)
            if length <= 0:
                raise ValueError(length)
            body = stream.read(length)
            if len(body) < length:
                return
            yield json.loads(body.decode("utf-8", "replace"))

    def _read(self):
        try:
            for message in self._messages():
                self._take(message)
        except (ValueError, TypeError, KeyError, AttributeError):
            self.reason = "The server said something that is no message."
            self.process.kill()
        with self.lock:
            self.is_closed = True
            left = list(self.pending.values())
        for future in left:
            self._settle(future, None)
        for box in list(self.boxes.values()):
            box._end()
        self.callbacks.put(None)

    def _take(self, message):
        params = message.get("params") or {}
        if "method" not in message:
            self._settle(self.pending.pop(message.get("id"), None), message)
        elif params.get("searchId") in self.boxes:
            box = self.boxes[params["searchId"]]
            box._take(params)
            self._schedule(box.on_update, params)
        elif message["method"] == "window/showMessage":
            self._schedule(self.on_message, params["message"], params["type"])

    def _settle(self, future, message):
        """Ends a request with the message that answers it, or with the end of the server."""
        if future is None or not future.set_running_or_notify_cancel():
            return
        if message is None:
            future.set_exception(self.gone())
        elif "error" in message:
            future.set_exception(Failure(message["error"]))
        else:
            future.set_result(message["result"])

    # Callbacks

    def _schedule(self, function, *arguments):
        """Has something called after what is waiting; at once where the server has ended."""
        with self.lock:
            if not self.are_callbacks_over:
                self.callbacks.put((function, arguments))
                return
        self._run(function, arguments)

    def _call(self):
        for function, arguments in iter(self.callbacks.get, None):
            self._run(function, arguments)
        with self.lock:
            self.are_callbacks_over = True
        while not self.callbacks.empty():
            self._run(*self.callbacks.get())

    @staticmethod
    def _run(function, arguments):
        try:
            function(*arguments)
        except Exception:
            traceback.print_exc()


Client = GitExplorer


class AsyncSearchBox:
    """One live search for asyncio: `async for update in box` gives each status and each list."""

    def __init__(self, client, source, options):
        loop, self.updates = asyncio.get_running_loop(), asyncio.Queue()
        self.box = client.open_search(
            lambda update: loop.call_soon_threadsafe(self.updates.put_nowait, update),
            source, **options)
        self.box._on_end = lambda: loop.call_soon_threadsafe(self.updates.put_nowait, None)
        self.change, self.submit = self.box.change, self.box.submit
        self.load_more = self.box.load_more

    def close(self):
        """Ends the search and whoever iterates over its updates."""
        self.box.close()
        self.updates.put_nowait(None)

    async def wait(self, timeout=60):
        """Waits until the newest text is answered; returns that update."""
        return await _elsewhere(self.box.wait, timeout)

    def __aiter__(self):
        return self

    async def __anext__(self):
        update = await self.updates.get()
        if update is None:
            raise StopAsyncIteration
        return update


class AsyncGitExplorer:
    """GitExplorer for asyncio: takes what that takes, and is an asynchronous context manager.

    A task that is cancelled while it waits for an answer cancels the request.
    """

    def __init__(self, *arguments, **options):
        self._start = lambda: GitExplorer(*arguments, **options)

    async def __aenter__(self):
        self.client = await _elsewhere(self._start)
        return self

    async def __aexit__(self, *_):
        await _elsewhere(self.client.close)

    @property
    def sources(self):
        return self.client.sources

    async def request(self, method, **params):
        future = self.client.start_request(method, **params)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            self.client.cancel(future)
            raise

    async def search(self, query, source=None, limit=1000, **options):
        """Yields the rows that are found, as GitExplorer.search does."""
        rows = self.client.search(query, source, limit, **options)
        end = object()
        while True:
            row = await _elsewhere(next, rows, end)
            if row is end:
                return
            yield row

    async def profile(self, login, **options):
        return await self.request("profile/get", login=login, **options)

    def open_search(self, source=None, **options):
        """Opens a live search; `options` are settings for it alone."""
        return AsyncSearchBox(self.client, source, options)


async def _elsewhere(function, *arguments):
    """What the function returns, run on a thread where it may wait."""
    return await asyncio.get_running_loop().run_in_executor(None, function, *arguments)


# The program


def printable(text):
    return "".join(letter if letter.isprintable() else " " for letter in text)


def rows(items):
    """One line for each item."""
    for item in items:
        kind = "" if item["kind"] in ("user", "author", "entry") else item["kind"]
        columns = item["label"], kind, item.get("detail", ""), item.get("url", "")
        yield "\t".join(printable(column) for column in columns)


def follow_input(client):
    """Takes each line of the standard input for the text of a search box; prints the answers."""

    def update(params):
        status = params["status"]
        if status in ("loading", "retrying") or params.get("origin") == "provisional":
            return
        failure = params.get("error", {}).get("message")
        print(f"# {printable(params['query'])}: {failure or status}", flush=True)
        for row in rows(params.get("items", [])):
            print(row, flush=True)

    box = client.open_search(update)
    for line in sys.stdin:
        box.change(line.rstrip("\n"))
    if box.version:
        box.wait()
    return 0


def run(options):
    with GitExplorer(
            options.server, source=options.source, workspace=options.workspace) as client:
        if options.text is None:
            return follow_input(client)
        found = client.request("search/query", **client._sourced(None, {"query": options.text}))
        for row in rows(found["items"]):
            print(row)
        return 0 if found["items"] else 1


def main():
    parser = argparse.ArgumentParser(description="Search people on GitHub.")
    parser.add_argument("text", nargs="?", help="without it: lines of the standard input")
    parser.add_argument(
        "--server", default=os.environ.get("GITEXPLORER", "gitexplorer"), help="its command line")
    parser.add_argument("--workspace", help="a folder, whose repository's people come first")
    parser.add_argument("--source", help="the id of the source to search")
    options = parser.parse_args()
    sys.stdin.reconfigure(errors="replace")
    sys.stdout.reconfigure(errors="replace")
    try:
        return run(options)
    except ServerNotFound as failure:
        sys.exit(f"gitexplorer.py: {failure}")
    except Failure as failure:
        sys.exit(f"gitexplorer.py: {failure} {failure.data.get('hint', '')}".rstrip())
    except BrokenPipeError:
        # Whoever reads has seen enough; nothing is left to be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
