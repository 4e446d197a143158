"""Servers that are none, that break off, that say nonsense, in a terminal."""

import os
import time

from editor import TerminalEditor
from kit import check, equal, errors, true


def until_ended(number, seconds=5):
    """Waits until there is no such process."""
    end = time.monotonic() + seconds
    while os.path.exists(f"/proc/{number}"):
        true(time.monotonic() < end, f"process {number} lives on")
        time.sleep(0.005)


@check
def not_executable(bench):
    """a server that may not be run is called that, not missing; no window is left"""
    editor = bench.editor(options={"cmd": ["/etc/passwd"]}, kind=TerminalEditor)
    editor.command("GitExplorer search")
    editor.until("The server `passwd` cannot be run (EACCES")
    equal(len(editor.call("nvim_list_wins")), 1, "windows")
    equal(errors(editor), [], "errors")


@check
def another_protocol(bench):
    """a server of another version of the protocol is called that, and ended"""
    editor = bench.with_fake("version")
    editor.command("GitExplorer search octo")
    editor.until("speaks version 2.0 of the protocol")
    editor.until("this plugin speaks")
    editor.until(":GitExplorer restart starts it again.")
    equal(editor.server(), None, "server")
    equal(errors(editor), [], "errors")


@check
def garbage(bench):
    """a program that prints something else is called no server, with what it prints"""
    editor = bench.with_fake("garbage")
    editor.command("GitExplorer user octocat")
    editor.until("is no GitExplorer server: it prints")
    editor.until("“Usage: another program")
    equal(editor.server(), None, "server")
    equal(errors(editor), [], "errors")


@check
def never_answers(bench):
    """a program that never answers is given up after five seconds, and its process ends"""
    editor = bench.with_fake("silent")
    editor.command("GitExplorer search octo")
    editor.until("│octo")
    server = editor.server()
    editor.until("does not answer: it is no GitExplorer server, or", 8)
    until_ended(server)
    editor.type("<Esc><Esc>")
    editor.until_gone("│octo")
    equal(errors(editor), [], "errors")


@check
def restart_after_garbage(bench):
    """after a server that was none the right one can be set, and `restart` shows the search"""
    sandbox = bench.sandbox()
    editor = bench.with_fake("garbage")
    editor.command("GitExplorer search octo")
    editor.until("is no GitExplorer server")
    editor.lua("""
        local path, url = ...
        vim.g.gitexplorer = { cmd = { path }, settings = { github = { baseUrl = url } } }
        require('gitexplorer.client').restart()""", bench.server_path, sandbox.url)
    editor.until("tentacle-octo")
    equal(errors(editor), [], "errors")


@check
def killed_twice_in_mid_search(bench):
    """killed twice in mid-search it says so, and the next key starts another"""
    sandbox, editor = bench.searching_terminal("octo")
    editor.until("tentacle-octo")
    sandbox.faults("search:latency=20s")
    editor.type("x")
    editor.until("⠋ │")
    first = editor.server()
    editor.kill_server()
    second = editor.wait(lambda: editor.server() not in (first, None) and editor.server(), "another")
    editor.wait(lambda: sandbox.requests("octox") == 2, "the second search")
    began = time.monotonic()
    editor.kill_server()
    editor.until("The server stopped (signal 9).")
    true(time.monotonic() - began < 3, "within seconds")
    sandbox.faults("")
    editor.type("<BS>")
    editor.wait(lambda: editor.server() not in (first, second, None), "a third server")
    editor.until_gone("The server stopped")
    editor.until(" 9 │")
    equal(errors(editor), [], "errors")


@check
def broken_messages_kill_nothing(bench):
    """messages without their members are one quiet line each at most; typing goes on"""
    editor = bench.with_fake("broken")
    editor.command("GitExplorer search")
    editor.until("login or name")
    for letter in "octo":
        editor.type(letter)
    editor.until("│octo")
    editor.until("│ first")
    editor.until("1 of 2 │")
    equal(editor.call("nvim_get_mode"), {"mode": "i", "blocking": False}, "mode")
    editor.type("<Esc><Esc>")
    editor.until_gone("│octo")
    equal(editor.call("nvim_get_mode"), {"mode": "n", "blocking": False}, "mode")
    text = editor.call("nvim_exec", "messages", True)
    true("stack traceback" not in text and "E5108" not in text, text)


@check
def quitting_while_all_hangs(bench):
    """quitting while the server's process stands still leaves no process behind"""
    _, editor = bench.searching_terminal("octo", faults="all:hang")
    editor.until("⠋ │")
    server = editor.server()
    os.kill(server, 19)
    began = time.monotonic()
    editor.type("<Esc>:qa!<CR>")
    until_ended(server)
    true(time.monotonic() - began < 2, "at once")
