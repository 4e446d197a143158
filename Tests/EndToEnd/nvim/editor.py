"""A real Neovim, run headless, typed into and looked at as a terminal would."""

import fcntl
import json
import os
import pty
import re
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time

from msgpack import Unpacker, pack
from screen import Screen
from terminal import TerminalScreen

HERE = os.path.dirname(os.path.abspath(__file__))
PLUGIN = os.path.normpath(os.path.join(HERE, "../../../editors/nvim"))


class Gone(Exception):
    """The editor has ended."""


def lua(value):
    """A value as Lua source."""
    if isinstance(value, dict):
        return "{" + ",".join(f"[{lua(k)}]={lua(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "{" + ",".join(map(lua, value)) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)


class Editor:
    def __init__(self, program, options=None, columns=100, lines=24, before=(), arguments=(),
                 is_installed=False):
        """`is_installed`: the plugin is in the home already, and found there."""
        self.home = tempfile.TemporaryDirectory()
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith(("XDG_", "NVIM", "VIM", "GH_", "GITHUB_"))}
        self.environment.update(HOME=self.home.name, LC_ALL="C.UTF-8", TERM="xterm-256color")
        commands = ["set noswapfile shortmess+=I"]
        if not is_installed:
            commands.append(f"set rtp^={PLUGIN} rtp+={PLUGIN}/after")
        if options is not None:
            commands.append(f"lua vim.g.gitexplorer = {lua(options)}")
        commands += before
        argv = [program, "-n"] + ([] if is_installed else ["--clean"])
        for command in commands:
            argv += ["--cmd", command]
        self.changed = threading.Condition()
        self.answers = {}
        self.notes = []
        self.number = 0
        self.is_gone = False
        self.start(argv + list(arguments), columns, lines)

    def start(self, argv, columns, lines):
        self.process = subprocess.Popen(
            argv + ["--embed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=self.environment, cwd=self.home.name)
        self.screen = Screen()
        threading.Thread(target=self.listen, daemon=True).start()
        self.call("nvim_ui_attach", columns, lines,
                  {"rgb": True, "ext_linegrid": True, "ext_hlstate": True})

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self, size):
        data = self.process.stdout.read(size)
        if len(data) < size:
            raise Gone()
        return data

    def listen(self):
        unpacker = Unpacker(self.read)
        while True:
            try:
                message = unpacker.value()
            except Gone:
                with self.changed:
                    self.is_gone = True
                    self.changed.notify_all()
                return
            with self.changed:
                if message[0] == 1:
                    self.answers[message[1]] = message[2:]
                elif message[1] == "redraw":
                    self.screen.take(message[2])
                else:
                    self.notes.append(message[1:])
                self.changed.notify_all()

    def wait(self, condition, what, seconds=10):
        """Waits until the condition holds and returns its value; looks whenever something comes."""
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                value = condition()
                if value:
                    return value
                left = end - time.monotonic()
                if left <= 0 or self.is_gone:
                    state = "the editor ended" if self.is_gone else f"not within {seconds} s"
                    raise AssertionError(f"{what}: {state}\n{self.screen.text()}")
                # What changes inside the editor without a redraw is looked for now and then.
                self.changed.wait(min(left, 0.05))

    def send(self, method, *arguments):
        """Sends a request without waiting for its answer; returns its number."""
        self.number += 1
        self.write(pack([0, self.number, method, list(arguments)]))
        return self.number

    def call(self, method, *arguments):
        number = self.send(method, *arguments)
        error, result = self.wait(lambda: self.answers.pop(number, None), method)
        if error:
            raise AssertionError(f"{method}: {error}")
        return result

    def type(self, keys):
        """Types through the editor's own input."""
        self.send("nvim_input", keys)

    def command(self, text):
        """Types a command line."""
        self.type(f":{text.replace('<', '<lt>')}<CR>")

    def lua(self, code, *arguments):
        return self.call("nvim_exec_lua", code, list(arguments))

    def until(self, words, seconds=10):
        """Waits until the words are on the screen."""
        return self.wait(lambda: self.screen.find(words), f"“{words}” on the screen", seconds)

    def until_gone(self, words, seconds=10):
        return self.wait(lambda: self.screen.find(words) is None, f"“{words}” gone", seconds)

    def until_group(self, words, group, seconds=10):
        """Waits until the words are on the screen in that highlight group."""
        return self.wait(lambda: group in (self.screen.groups_of(words) or ()),
                         f"“{words}” in {group}", seconds)

    def until_line(self, words):
        """Waits until the cursor is on a line with the words."""
        return self.wait(lambda: words in self.call("nvim_get_current_line"),
                         f"the cursor on “{words}”")

    def server(self):
        """The server's process number; None where none runs."""
        return self.lua("local i = require('gitexplorer.client').info() return i and i.pid or nil")

    def kill_server(self):
        os.kill(self.server(), signal.SIGKILL)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.home.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


KEYS = {"CR": "\r", "Esc": "\x1b", "Tab": "\t", "S-Tab": "\x1b[Z", "BS": "\x7f", "lt": "<",
        "C-Up": "\x1b[1;5A", "C-Down": "\x1b[1;5B",
        "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "C-Space": "\0"}


def typed(keys):
    """The bytes that a terminal sends for keys in the editor's notation."""
    def one(found):
        name = found.group(1)
        if name in KEYS:
            return KEYS[name]
        kind, _, letter = name.partition("-")
        return chr(ord(letter.upper()) & 31) if kind == "C" else "\x1b" + letter
    return re.sub(r"<([A-Za-z]+(?:-\w+)?)>", one, keys).encode()


class TerminalEditor(Editor):
    """The same in a terminal: keys are bytes, and what is looked at is what it shows."""

    def start(self, argv, columns, lines):
        path = os.path.join(self.home.name, "socket")
        self.keyboard, side = pty.openpty()
        self.screen = TerminalScreen(columns, lines, lambda data: os.write(self.keyboard, data))
        self.resize(columns, lines)
        self.process = subprocess.Popen(
            argv + ["--listen", path], stdin=side, stdout=side, stderr=side, env=self.environment,
            cwd=self.home.name, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(side)
        threading.Thread(target=self.look, daemon=True).start()
        self.socket = socket.socket(socket.AF_UNIX)
        self.wait(lambda: self.socket.connect_ex(path) == 0, "the editor listens")
        threading.Thread(target=self.listen, daemon=True).start()
        self.wait(lambda: self.screen.find("[No Name]") or self.screen.find("~"), "the first screen")

    def look(self):
        while True:
            try:
                data = os.read(self.keyboard, 65536)
            except OSError:
                data = b""
            with self.changed:
                if not data:
                    self.changed.notify_all()
                    return
                self.screen.take(data)
                self.changed.notify_all()

    def resize(self, columns, lines):
        with self.changed:
            self.screen.resize(columns, lines)
            fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def write(self, data):
        self.socket.sendall(data)

    def read(self, size):
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise Gone()
            data += part
        return data

    def type(self, keys):
        """An escape that is followed by other keys is sent by itself, as fingers do."""
        for part in re.split(r"(?<=<Esc>)", keys):
            if not part:
                continue
            os.write(self.keyboard, typed(part))
            if part.endswith("<Esc>"):
                self.call("nvim_get_mode")
                self.wait_past_escape()

    def wait_past_escape(self):
        """What follows an escape within 'ttimeoutlen' would be a key with Alt."""
        end = time.monotonic() + 0.1
        self.wait(lambda: time.monotonic() > end, "the escape by itself")

    def paste(self, text):
        os.write(self.keyboard, b"\x1b[200~" + text.encode() + b"\x1b[201~")

    def close(self):
        try:
            os.kill(self.call("nvim_call_function", "getpid", []), signal.SIGKILL)
        except (AssertionError, OSError):
            pass  # it has ended by itself
        super().close()
        os.close(self.keyboard)
        self.socket.close()
