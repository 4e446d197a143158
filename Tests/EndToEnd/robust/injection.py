"""Texts that would mean something elsewhere: in a request, on a terminal, to a shell."""
import json
import os
import pty
import re
import tempfile

from client import BINARY, TOKEN, Server, clean_environment
from double import Double, answer, person
from scarce import run

HOSTILE = ["a\r\nX-Evil: 1\r\n\r\n", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\0X-Evil", "../../evil?x=1#y",
           "a%0d%0aX-Evil: 1", "$(touch evil)", "`touch evil`; touch evil", "a\x1b]0;evil\x07",
           "\u202etxt.evil\u202c", "a\u2028X-Evil: 1", "a HTTP/1.1\r\nHost: evil", "\x85X-Evil: 1",
           "a\u0130\ufb01\u212a", "http://evil/", "//evil/x", "\\\\evil\\x", "@evil", ":80@evil"]
# What a terminal may obey: all control characters but the line end, and those that turn writing.
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def only_known_headers(t, double, what):
    port = double.url.rsplit(":", 1)[1].encode()
    for head in double.heads:
        request, *headers = head.split(b"\r\n")
        t.check(re.fullmatch(rb"[A-Z]+ /[!-~]* HTTP/1\.1", request), f"{what}: the request line",
                request)
        t.check(not re.search(rb"(?im)^x-evil", head), f"{what}: no header of its own", head)
        t.equal([h for h in headers if h.lower().startswith(b"host:")],
                [b"Host: 127.0.0.1:" + port], f"{what}: the host")
        t.check(b"\n" not in head.replace(b"\r\n", b"") and b"\r" not in
                head.replace(b"\r\n", b""), f"{what}: no line end by itself", head)


def no_query_and_no_login_reaches_a_header(t):
    with Double(lambda head: answer({"total_count": 0, "items": []})) as double:
        source = {"id": "h", "name": "H", "type": "http", "label": "x", "items": "items",
                  "url": double.url + "/x/{query}", "headers": {"X-Query": "{query}"}}
        with tempfile.TemporaryDirectory() as folder, Server(
                settings={"github": {"baseUrl": double.url, "token": TOKEN}, "maximumRetries": 0,
                          "sources": [source]}) as server:
            for text in HOSTILE:
                server.call("search/query", {"query": text})
                server.call("search/query", {"query": text, "source": "h"})
                server.call("profile/get", {"login": text})
                server.call("user/follow", {"login": text})
            t.check(not os.path.exists("evil"), "no shell was asked")
            del folder
        t.check(double.heads, "something was asked")
        only_known_headers(t, double, "queries and logins")
        paths = {head.split(b" ")[1].split(b"?")[0] for head in double.heads}
        t.check(not any(b".." in path.split(b"/") for path in paths), "no path climbs", paths)


def settings_that_would_inject_are_refused(t):
    with Double(lambda head: answer({"total_count": 0, "items": []})) as double:
        for name, value in (("baseUrl", double.url + "\r\nX-Evil: 1"), ("baseUrl", "file:///etc"),
                            ("baseUrl", double.url + "/\u202e"), ("token", "a\r\nX-Evil: 1"),
                            ("token", "a\0b"), ("apiVersion", "2022\r\nX-Evil: 1"),
                            ("apiVersion", "2022\nX-Evil: 1")):
            settings = {"github": {"baseUrl": double.url, "token": TOKEN, name: value},
                        "maximumRetries": 0}
            with Server(settings=settings) as server:
                told = server.params("window/showMessage", timeout=5)
                t.check(f"github.{name}" in told.get("message", ""), f"{name} is refused", told)
                t.check(not OBEYED.search(told.get("message", "").replace("\n", "\0")),
                        f"{name}: nothing that a terminal obeys", told)
            double.heads.clear()
        with Server(settings={"github": {"baseUrl": double.url,
                                         "tokenCommand": ["printf", "a\\r\\nX-Evil: 1"]}}) as server:
            server.call("search/query", {"query": "octo"})
        only_known_headers(t, double, "what tokenCommand printed")


def evil_people(head):
    names = [f"o{i}" for i in range(len(HOSTILE))]
    people = [person(name, i, name=text, bio=text, company=text, location=text, blog=text)
              for i, (name, text) in enumerate(zip(names, HOSTILE))]
    people += [person(text, 100 + i) for i, text in enumerate(HOSTILE)]
    target = head.split(b" ")[1]
    if b"/search/" in target:
        return answer({"total_count": len(people), "items": people})
    if b"/users/octocat/" in target:
        return answer([])
    if b"/users/octocat" in target:
        return answer({**people[8], "login": "octocat"})
    return answer({"message": HOSTILE[8] + HOSTILE[9]}, 422)


def on_a_terminal(*words):
    """What a command writes to a terminal, colours off."""
    written = []
    pid, master = pty.fork()
    if pid == 0:
        os.execve(BINARY, [BINARY, *words], {**clean_environment(), "TERM": "xterm"})
    try:
        while chunk := os.read(master, 1 << 16):
            written.append(chunk)
    except OSError:
        pass
    os.close(master)
    os.waitpid(pid, 0)
    return b"".join(written)


def nothing_of_a_server_is_raw_on_a_terminal(t):
    with Double(evil_people) as double, tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "c.json")
        with open(config, "w") as file:
            json.dump({"github": {"baseUrl": double.url, "token": TOKEN}, "maximumRetries": 0}, file)
        for words in (["search", "octo"], ["search", "octo", "--json"], ["profile", "octocat"],
                      ["profile", "octocat", "--json"], ["profile", "fails"], ["doctor"]):
            done = run(*words, "--config", config)
            for name, text in (("output", done.stdout), ("errors", done.stderr)):
                found = OBEYED.search(text.decode())
                t.check(not found, f"{words}: {name} through a pipe", found)
        for words in (["search", "octo"], ["profile", "octocat"]):
            text = on_a_terminal(*words, "--config", config).decode().replace("\r\n", "\n")
            # What moves the spinner's line is the command's own.
            text = re.sub(r"\r|\x1b\[[0-9;?]*[A-Za-z]", "", text)
            found = OBEYED.search(text)
            t.check(text and not found, f"{words}: on a terminal", found)


def words_of_a_command_line_are_not_raw_either(t):
    evil = "x\x1b]0;evil\x07\u202e\r"
    for words in ([evil], ["--" + evil], ["serve", "--config", evil], ["serve", "--log-file",
                  "/nonexistent/" + evil], ["serve", "--record", "/nonexistent/" + evil],
                  ["replay", evil], ["search", evil, "--source", evil, "--sandbox"],
                  ["profile", evil, "--sandbox"], ["serve", "--sandbox", "--faults", evil],
                  ["serve", "--workspace", evil], ["sandbox", "--port", evil]):
        done = run(*words)
        for text in (done.stdout, done.stderr):
            found = OBEYED.search(text.decode())
            t.check(not found, f"{words[:2]}", (found, text[:200]))
        t.check(done.returncode in (1, 2, 3), f"{words[:2]} ends", done.returncode)


def a_log_line_is_one_line(t):
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        with Server("--log-file", log, "--log-level", "debug", "--sandbox") as server:
            for text in HOSTILE:
                server.notify(text, {"searchId": text, "text": text})
                server.call("search/query", {"query": text})
                server.call(text)
        with open(log, newline="") as file:
            rows = file.read().split("\n")[:-1]
        t.check(len(rows) > len(HOSTILE), "something was logged", len(rows))
        for row in rows:
            t.check(re.match(r"\d{4}-\d\d-\d\dT[^ ]+ (error|warning|info|debug) ", row)
                    and not OBEYED.search(row), "a line begins with its time", row[:200])


CHECKS = [no_query_and_no_login_reaches_a_header, settings_that_would_inject_are_refused,
          nothing_of_a_server_is_raw_on_a_terminal, words_of_a_command_line_are_not_raw_either,
          a_log_line_is_one_line]
