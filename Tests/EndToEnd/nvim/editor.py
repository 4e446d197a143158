"""A real Neovim, run headless, typed into and looked at as a terminal would."""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time

from msgpack import Unpacker, pack
from screen import Screen

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
    def __init__(self, program, options=None, columns=100, lines=24, before=(), arguments=()):
        self.home = tempfile.TemporaryDirectory()
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("XDG_", "NVIM", "VIM", "GH_", "GITHUB_"))}
        environment.update(HOME=self.home.name, LC_ALL="C.UTF-8", TERM="xterm-256color")
        commands = [f"set rtp^={PLUGIN} rtp+={PLUGIN}/after", "set noswapfile shortmess+=I"]
        if options is not None:
            commands.append(f"lua vim.g.gitexplorer = {lua(options)}")
        commands += before
        argv = [program, "--embed", "--clean", "-n"]
        for command in commands:
            argv += ["--cmd", command]
        self.process = subprocess.Popen(
            argv + list(arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=environment, cwd=self.home.name)
        self.screen = Screen()
        self.changed = threading.Condition()
        self.answers = {}
        self.notes = []
        self.number = 0
        self.is_gone = False
        threading.Thread(target=self.listen, daemon=True).start()
        self.call("nvim_ui_attach", columns, lines,
                  {"rgb": True, "ext_linegrid": True, "ext_hlstate": True})

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
        self.process.stdin.write(pack([0, self.number, method, list(arguments)]))
        self.process.stdin.flush()
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
