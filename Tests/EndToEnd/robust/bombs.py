"""Answers that cost the reader more than the writer: each ends soon, in an error, in little memory."""
import gzip
import itertools
import time

from client import TOKEN, Server
from double import Double, answer


def zeros():
    """1 GiB of blanks in a megabyte."""
    return gzip.compress(b" " * (1 << 20), 9) * 1024


def for_ever(start, chunk):
    return itertools.chain([start], itertools.repeat(chunk))


HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
BOMBS = {
    "gzip": lambda: answer(zeros(), Content_Encoding="gzip"),
    "gzip in gzip": lambda: answer(gzip.compress(zeros()), Content_Encoding="gzip, gzip"),
    "a gzip that is none": lambda: answer(b"\x1f\x8b" + b"x" * 100, Content_Encoding="gzip"),
    "depth": lambda: answer(b"[" * 1_000_000),
    "depth that closes": lambda: answer(b'{"a":' * 200_000 + b"1" + b"}" * 200_000),
    "a long number": lambda: answer(b'{"total_count": %s, "items": []}' % (b"9" * 4_000_000)),
    "an exponent": lambda: answer(b'{"total_count": 1e999999999, "items": [1e999999999]}'),
    "names": lambda: answer(b"{" + b",".join(b'"%d":0' % i for i in range(500_000)) + b"}"),
    "a body without end": lambda: for_ever(HEAD + b"\r\n", b" " * 65536),
    "chunks without end": lambda: for_ever(
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65536 + b"\r\n"),
    "a header without end": lambda: for_ever(HEAD + b"X: ", b"x" * 65536),
    "headers without end": lambda: for_ever(HEAD, b"X-Y: z\r\n" * 4096),
    "a length beyond all": lambda: HEAD + b"Content-Length: 99999999999999999999\r\n\r\n{}",
    "a negative length": lambda: HEAD + b"Content-Length: -1\r\n\r\n{}",
    "interim answers without end": lambda: itertools.repeat(b"HTTP/1.1 103 Early\r\n\r\n" * 1024),
    "links": lambda: answer({"total_count": 0, "items": []},
                            Link=", ".join('<http://x/>; rel="x"' for _ in range(3000))),
    "links that do not close": lambda: answer({"total_count": 0, "items": []},
                                              Link='<' * 30000 + '"\\' * 15000),
}
NO_FAILURE = {"links", "links that do not close", "an exponent", "a long number", "names"}


def peak_megabytes(pid):
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmHWM"))
    return int(line.split()[1]) >> 10


def each_bomb_ends_soon_and_small(t):
    settings = {"maximumRetries": 0, "requestTimeoutMilliseconds": 8000, "cacheSeconds": 0}
    for name, bomb in BOMBS.items():
        said = []
        with Double(lambda head: (said.append(1), bomb())[1]) as double, Server(
                settings={**settings, "github": {"baseUrl": double.url, "token": TOKEN}}) as server:
            start = time.monotonic()
            found = server.call("search/query", {"query": "octo"})
            seconds = time.monotonic() - start
            kind = found.get("error", {}).get("data", {}).get("kind")
            t.check(kind == "badResponse" or ("result" in found and name in NO_FAILURE),
                    f"{name}: what is said", (found or "nothing"))
            t.check(seconds < 7, f"{name}: it is hung up on before the time is over", seconds)
            peak = peak_megabytes(server.process.pid)
            t.check(peak < 250, f"{name}: memory", f"{peak} MB")
            t.equal(server.call("no/such").get("error", {}).get("code"), -32601,
                    f"{name}: the server goes on")
            t.check(said, f"{name}: it was asked")


def redirects_without_end(t):
    with Double(lambda head: answer({}, 302, Location="/search/users?q=x")) as double, Server(
            settings={"github": {"baseUrl": double.url, "token": TOKEN}}) as server:
        found = server.call("search/query", {"query": "octo"})
        t.check("error" in found, "a circle ends in an error", found)
        t.check(len(double.heads) <= 60, "requests", len(double.heads))


def a_deep_message_is_refused_and_the_next_is_read(t):
    with Server("--sandbox") as server:
        for body in (b"[" * 1_000_000, b'{"a":' * 600 + b"1" + b"}" * 600, b"9" * 1_000_000,
                     b'{"id":1,"method":"x","params":{"a":"' + b"\\u0000" * 200_000 + b'"}}'):
            server.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        t.equal(server.call("no/such").get("error", {}).get("code"), -32601, "the next message")
        t.check(peak_megabytes(server.process.pid) < 200, "memory")


def a_document_of_200_megabytes_is_refused_and_the_next_is_served(t):
    """Of a language client: what is said of the one that was refused is answered by null."""
    with Server("lsp", "--stdio", "--sandbox", initialize=False) as server:
        server.call("initialize", {"capabilities": {"textDocument": {}}})
        server.notify("initialized", {})

        def open_document(name, text):
            server.notify("textDocument/didOpen", {"textDocument": {
                "uri": f"file:///tmp/{name}", "languageId": "markdown", "version": 1, "text": text}})

        def complete(name):
            return server.call("textDocument/completion", {
                "textDocument": {"uri": f"file:///tmp/{name}"},
                "position": {"line": 0, "character": 5}})

        open_document("vast.md", "@octo " * (200_000_000 // 6))
        t.equal(complete("vast.md").get("result", "no result"), None, "the one that was refused")
        refused = [m for m in server.messages if "error" in m]
        t.equal([m["id"] for m in refused], [None], "said once, of a message that has no id")
        t.check("MiB" in refused[0]["error"]["message"] or "byte" in refused[0]["error"]["message"],
                "with the limit", refused[0])
        for version in range(2, 20):
            server.notify("textDocument/didChange", {
                "textDocument": {"uri": "file:///tmp/vast.md", "version": version},
                "contentChanges": [{"text": "@o"}]})
        open_document("small.md", "@octo")
        t.check(complete("small.md")["result"]["items"], "the next document is served")
        t.check(peak_megabytes(server.process.pid) < 200, "memory")
        t.equal({m.get("method") for m in server.messages} - {
            None, "window/logMessage", "window/showMessage"}, set(), "what is pushed is LSP's")


CHECKS = [each_bomb_ends_soon_and_small, redirects_without_end,
          a_deep_message_is_refused_and_the_next_is_read,
          a_document_of_200_megabytes_is_refused_and_the_next_is_served]
