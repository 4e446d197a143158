"""What a terminal is shown: widths, colours, links, the line that says what is waited for."""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import tempfile
import termios
import unicodedata

from client import BINARY, WRITTEN, clean_environment, command

ESCAPES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[!-~]*\x1b\\")
# Names that would take a terminal over, and wide ones.
HOSTILE = [
    {"name": "octo\x1b[2J\x1b]0;taken\x07", "title": "\x9b31mred\r\nover", "page": "https://example.org/\x1b"},
    {"name": "octo\u202egnp.exe", "title": "\u2066turned\u2069 \u200f", "page": "https://example.org/b"},
    {"name": "octo 김민준", "title": "漢字" * 30, "page": "https://example.org/c"},
    {"name": "octo 👩‍👩‍👧", "title": "🇩🇪 ☀️ " * 9, "page": "https://example.org/d"},
]
FORBIDDEN = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def in_terminal(*arguments, columns=80, environment=None):
    """Runs the command in a terminal of so many columns; returns its status and what was drawn."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    variables = {**clean_environment(), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    del variables["NO_COLOR"]
    process = subprocess.Popen([BINARY, *arguments], stdin=terminal, stdout=terminal, stderr=terminal,
                               env={**variables, **(environment or {})})
    os.close(terminal)
    drawn = b""
    while True:
        try:
            data = os.read(controller, 1 << 16)
        except OSError:  # Linux tells so that the other side has been closed.
            break
        if not data:
            break
        drawn += data
    os.close(controller)
    WRITTEN.append(drawn)
    return process.wait(60), drawn.decode().replace("\r\n", "\n")


def columns(text):
    """What a line takes at most, counted without regard to joined emoji."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
               if not unicodedata.combining(c) and c not in "\u200d\ufe0f")


def catalogue(folder):
    with open(os.path.join(folder, "rows.json"), "w", encoding="utf-8") as file:
        json.dump(HOSTILE, file)
    path = os.path.join(folder, "config.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sources": [{"id": "rows", "type": "catalog", "path": "rows.json", "label": "name",
                                "detail": "title", "url": "page"}]}, file)
    return path


def tables_keep_to_the_window(t):
    with tempfile.TemporaryDirectory() as folder:
        rows = ["search", "octo", "--source", "rows", "--config", catalogue(folder)]
        for width in (20, 40, 80, 200):
            for arguments in (rows, ["search", "octo", "--sandbox"], ["profile", "octocat", "--sandbox"]):
                status, drawn = in_terminal(*arguments, columns=width)
                lines = ESCAPES.sub("", drawn).splitlines()
                t.check(status == 0 and len(lines) > 4, f"{arguments} at {width}", drawn[:200])
                wide = [line for line in lines if columns(line) > width and "\u200d" not in line]
                t.check(not wide, f"lines of {arguments} at {width} columns", wide)


def nothing_from_outside_is_obeyed(t):
    with tempfile.TemporaryDirectory() as folder:
        config = catalogue(folder)
        for more in ([], ["--json"]):
            arguments = ["search", "octo", "--source", "rows", "--config", config, *more]
            _, drawn = in_terminal(*arguments)
            _, piped, _ = command(*arguments)
            for text in (ESCAPES.sub("", drawn), piped):
                t.check(not FORBIDDEN.search(text), f"what {more or 'a table'} writes", ascii(text))
        _, out, _ = command(*arguments)
        labels = {json.loads(line)["label"] for line in out.splitlines()}
        t.equal(labels, {row["name"] for row in HOSTILE}, "JSON keeps what the names are")
    status, drawn = in_terminal("search", "octo", "--source", "\x1b[2J\u202ex", "--sandbox")
    t.check(status == 2 and "\x1b" not in drawn and "\u202e" not in drawn, "an error", ascii(drawn))
    status, drawn = in_terminal("profile", "octo\x1b]0;x\x07\x9bcat", "--sandbox", "--faults", "latency=600ms")
    t.check(not FORBIDDEN.search(drawn.replace("\r", "")), "what is waited for", ascii(drawn))


def colours_and_links_are_for_terminals_that_take_them(t):
    search = ["search", "octo", "--sandbox", "--limit", "2"]
    _, drawn = in_terminal(*search)
    t.check("\x1b[1;31mocto\x1b[0mcat" in drawn, "the match is marked", ascii(drawn))
    t.check("\x1b]8;;https://github.com/octocat\x1b\\" in drawn, "the login is a link", ascii(drawn))
    t.check("https://" not in ESCAPES.sub("", drawn), "the address does not say the name again")
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        _, drawn = in_terminal(*search, environment=variables)
        t.check("\x1b" not in drawn and "octocat" in drawn, f"plain text with {variables}", ascii(drawn))
    _, drawn = in_terminal(*search, environment={"NO_COLOR": ""})
    t.check("\x1b[" in drawn, "an empty NO_COLOR is none")
    _, drawn = in_terminal("search", "octo", "--sandbox", "--faults", "latency=500ms", columns=20,
                           environment={"LC_ALL": "C"})
    t.check(ESCAPES.sub("", drawn).isascii(), "only ASCII in a locale without UTF-8", ascii(drawn))


def a_long_wait_says_what_for(t):
    arguments = ["search", "octo", "--sandbox", "--limit", "2"]
    _, drawn = in_terminal(*arguments)
    t.check("asking" not in drawn, "a short wait says nothing", ascii(drawn))
    for width in (10, 80):
        _, drawn = in_terminal(*arguments, "--faults", "latency=900ms", columns=width)
        turns = drawn.split("\r")
        t.check("asking" in drawn and turns[-2].strip() == "", "it is said and taken away", ascii(drawn))
        t.check(all(columns(turn) < width for turn in turns[:-1]), f"it fits {width} columns", ascii(drawn))
    for name in ("profile", "follow", "unfollow", "doctor"):
        status, drawn = in_terminal(name, *(["octocat"] if name != "doctor" else []), "--sandbox",
                                    "--faults", "latency=600ms")
        t.check("asking" in drawn and status == 0, f"{name} says it", ascii(drawn[:300]))
    _, drawn = in_terminal("profile", "octocat", "--sandbox", "--section", "followers", "--limit", "90",
                           "--faults", "latency=400ms")
    t.check("loading followers: 30 of 1430" in drawn, "a profile that pages on tells how far", ascii(drawn[:400]))
    _, drawn = in_terminal(*arguments, "--faults", "latency=600ms", environment={"TERM": "dumb"})
    t.check("asking" not in drawn, "a dumb terminal is told nothing", ascii(drawn))
    _, _, errors = command(*arguments, "--faults", "latency=600ms")
    t.equal(errors, "", "nor is a pipe")


CHECKS = [tables_keep_to_the_window, nothing_from_outside_is_obeyed,
          colours_and_links_are_for_terminals_that_take_them, a_long_wait_says_what_for]
