"""Both framings, damage, size, back-pressure."""
import json
import time

from client import Server, frame

REQUEST = {"jsonrpc": "2.0", "id": "x", "method": "no/such"}
BODY = json.dumps(REQUEST).encode()
LENGTH = len(BODY)


def headers_are_read_liberally(t):
    with Server(initialize=False) as server:
        blocks = [b"content-length:%d\n\n", b"CONTENT-LENGTH:  %d \r\n\r\n",
                  b"Content-Type: a/b; charset=UTF-8\r\nContent-Length: %d\r\n\r\n",
                  b"\r\n\r\nX: y\r\nContent-Length: %d\n\r\n",
                  b"Content-Length: 5\r\nContent-Length: %d\r\n\r\n"]
        for block in blocks:
            start = len(server.messages)
            server.write(block % LENGTH + BODY)
            answer = server.wait(lambda m: m.get("id") == "x", 5, start)
            t.equal(answer.get("error", {}).get("code"), -32002, f"answer behind {block!r}")
        t.equal(server.faults, [], "every header that is written is one strict line")
        t.check(b"Content-Type" not in server.raw, "no further header is written")


def a_conversation_byte_by_byte(t):
    with Server(initialize=False) as server:
        session = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
                   {"jsonrpc": "2.0", "id": "é😀", "method": "no/such"},
                   {"jsonrpc": "2.0", "id": 3, "method": "shutdown"}]
        for byte in b"".join(frame(json.dumps(m, ensure_ascii=False).encode()) for m in session):
            server.write(bytes([byte]))
        t.check("result" in server.wait(lambda m: m.get("id") == 3, 10), "shutdown is answered")
        t.equal([m.get("id") for m in server.messages], [1, "é😀", 3], "answers in order")


def lines_are_answered_by_lines(t):
    for arguments in ([], ["--framing", "lines"], ["serve", "--stdio", "--framing=auto"]):
        with Server(*arguments, initialize=False, lines=True) as server:
            server.write(b"\n  \n" + BODY + b"\r\nnot json\n" + BODY)
            status, _ = server.end("close")
            codes = [m["error"]["code"] for m in server.messages]
            t.equal(codes, [-32601, -32700, -32601], f"answers with {arguments}")
            t.equal(status, 0, "the end of a script is a good end")


def a_framing_that_was_asked_for_holds(t):
    with Server("--framing", "headers", initialize=False) as server:
        server.write(BODY + b"\r\n\r\n" + frame(REQUEST))
        answer = server.wait(lambda m: m.get("id") == "x", 5)
        t.equal(answer.get("error", {}).get("code"), -32002, "the framed message is understood")


def damage_never_ends_the_connection(t):
    with Server() as server:
        damages = [b"junk\r\n\r\n", b"Content-Length: x\r\n\r\n{}", frame(b"{nope"), frame(b""),
                   frame(b"\xff\xfe"), frame(b"[" * 100_000), frame(b'{"a":"\\ud800"}'),
                   b"Content-Length: 9999999999999999\r\n\r\n", frame(b"5"), frame(b"[]"),
                   b"Content-Type: a; charset=latin1\r\nContent-Length: 2\r\n\r\n{}",
                   b"X: " + b"y" * 10_000 + b"\r\nContent-Length: 3\r\n\r\nabc"]
        for damage in damages:
            start = len(server.messages)
            server.write(damage)
            fault = server.wait(lambda m: "error" in m, 5, start)
            t.check(fault.get("error", {}).get("code") in (-32700, -32600)
                    and fault.get("id", 0) is None, f"{damage[:40]!r} has its error", fault)
            id = server.request("no/such")
            answer = server.wait(lambda m: m.get("id") == id, 5)
            t.equal(answer.get("error", {}).get("code"), -32601, f"in step behind {damage[:40]!r}")


def what_is_too_large_is_skipped_not_held(t):
    with Server("--max-message-bytes", "1000", initialize=False) as server:
        server.write(b"Content-Length: 60000000\r\n\r\n")
        chunk = b"x" * 1_000_000
        for _ in range(60):
            server.write(chunk)
        server.write(frame(REQUEST))
        answer = server.wait(lambda m: m.get("id") == "x", 20)
        t.equal(answer.get("error", {}).get("code"), -32002, "the next message is understood")
        t.equal(server.messages[0]["error"]["code"], -32600, "the large one is refused")
        t.check(memory(server) < 60_000, "its bytes are not held", memory(server))


def batches(t):
    with Server() as server:
        server.send([{"jsonrpc": "2.0", "id": 9007199254740993, "method": "no/such"},
                     {"jsonrpc": "2.0", "method": "no/such"}, 7])
        answers = server.wait(lambda m: isinstance(m, list), 5)
        t.equal([a["id"] for a in answers], [9007199254740993, None], "one array of answers")
        start = len(server.messages)
        server.send([{"jsonrpc": "2.0", "method": "no/such"}])
        server.call("no/such")
        t.equal(len(server.messages), start + 1, "a batch of notifications is answered by nothing")


def a_client_that_does_not_read(t):
    """40 MB of requests against an unread output: each is answered once when reading resumes."""
    with Server("--log-level", "error", initialize=False, reads=False) as server:
        padding = "p" * 150
        count = 160_000
        server.write(frame({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}))
        for first in range(1, count, 1000):
            server.write(b"".join(
                frame({"jsonrpc": "2.0", "id": i, "method": "no/such", "params": {"p": padding}})
                for i in range(first, first + 1000)))
        held = memory(server)
        t.check(held < 400_000, "memory stays bounded (KiB)", held)
        server.start_reading()
        server.wait(lambda m: m.get("id") == count, 60)
        time.sleep(0.1)
        ids = [m["id"] for m in server.messages]
        t.equal(len(ids), count + 1, "so many answers")
        t.check(ids == list(range(count + 1)), "each id once, in order")


def memory(server):
    """The resident memory in KiB; 0 where the system does not tell."""
    try:
        with open(f"/proc/{server.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    except OSError:
        return 0


CHECKS = [headers_are_read_liberally, a_conversation_byte_by_byte, lines_are_answered_by_lines,
          a_framing_that_was_asked_for_holds, damage_never_ends_the_connection,
          what_is_too_large_is_skipped_not_held, batches, a_client_that_does_not_read]
