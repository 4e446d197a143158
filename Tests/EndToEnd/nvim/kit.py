"""What the checks share: a check is a function, run in each Neovim with a sandbox of its own."""

import os
import subprocess
import sys

from editor import Editor, TerminalEditor
from sandbox import Sandbox

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))

CHECKS = []


def check(function):
    """Registers a check; its docstring says what it shows."""
    CHECKS.append(function)
    return function


def server():
    """The server's path: from GITEXPLORER, else what has been built here."""
    candidates = [os.environ.get("GITEXPLORER", "")] + [
        os.path.join(ROOT, ".build", kind, "gitexplorer") for kind in ("release", "debug")]
    for path in candidates:
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise SystemExit("nvim: no server: set GITEXPLORER or run `swift build`")


class Bench:
    """One check's Neovim, sandbox and server."""

    def __init__(self, program, server_path):
        self.program = program
        self.server_path = server_path
        self.opened = []

    def sandbox(self, faults=""):
        sandbox = Sandbox(self.server_path, faults)
        self.opened.append(sandbox)
        return sandbox

    def editor(self, sandbox=None, options=None, settings=None, kind=Editor, **more):
        """A Neovim whose server asks that sandbox; with a token, and a short debounce."""
        chosen = {"cmd": [self.server_path]}
        if sandbox:
            chosen["settings"] = {
                "debounceMilliseconds": 60,
                "github": {"baseUrl": sandbox.url, "token": "made-up"},
                **(settings or {}),
            }
        chosen.update(options or {})
        editor = kind(self.program, chosen, **more)
        self.opened.append(editor)
        return editor

    def start(self, faults="", **more):
        sandbox = self.sandbox(faults)
        return sandbox, self.editor(sandbox, **more)

    def searching(self, text="", faults="", **more):
        """A Neovim with the search open and the text typed into it."""
        sandbox, editor = self.start(faults, **more)
        editor.command("GitExplorer search")
        editor.until("login or name")
        editor.type(text)
        return sandbox, editor

    def terminal(self, faults="", **more):
        """A sandbox, and a Neovim in a terminal."""
        return self.start(faults, kind=TerminalEditor, **more)

    def searching_terminal(self, text="", faults="", **more):
        """A Neovim in a terminal with the search open and the text typed into it."""
        return self.searching(text, faults, kind=TerminalEditor, **more)

    def with_fake(self, mode, **more):
        """A Neovim in a terminal whose server is not as it should be."""
        fake = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_server.py")
        return self.editor(options={"cmd": [sys.executable, fake, mode], "preview": False},
                           kind=TerminalEditor, **more)

    def output(self, *arguments):
        return subprocess.run(
            [self.program, *arguments], capture_output=True, text=True, timeout=60)

    def close(self):
        while self.opened:
            self.opened.pop().close()


def selected(editor):
    """The text of the list's line under its cursor."""
    return editor.lua("""
        for _, window in ipairs(vim.api.nvim_list_wins()) do
          local buffer = vim.api.nvim_win_get_buf(window)
          if vim.bo[buffer].filetype == 'gitexplorer-list' then
            local line = vim.api.nvim_win_get_cursor(window)[1]
            return vim.api.nvim_buf_get_lines(buffer, line - 1, line, false)[1]
          end
        end""")


def until_selected(editor, words):
    """Waits until the row of the list that begins with the words has the selection's colour."""
    def is_selected():
        screen = editor.screen
        for number in range(screen.height):
            row = screen.row(number)
            column = row.find("│ " + words)
            groups = screen.groups_at(number, screen.column(number, column + 2))
            if column >= 0 and {"CursorLine", "GitExplorerSelection", "Visual"} & set(groups):
                return True
        return False
    editor.wait(is_selected, f"{words} is selected")


def equal(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: expected {expected!r}, found {found!r}")


def true(found, what):
    if not found:
        raise AssertionError(what)


CATALOGUES = os.path.join(ROOT, "protocol/examples/sources.json")


def errors(editor):
    """The messages that are errors of the editor or of Lua."""
    text = editor.call("nvim_exec", "messages", True)
    return [line for line in text.split("\n")
            if "went wrong" in line or "E5108" in line or "stack traceback" in line
            or "Error executing" in line or "Error detected" in line]
