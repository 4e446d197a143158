"""Servers that are slow, killed, missing, and editors that leave."""

import os
import signal
import time

from kit import check, equal, true

LETTERS = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwx"


@check
def keys_are_never_blocked_by_github(bench):
    """50 keys typed while GitHub takes 5 s are in the prompt before any answer"""
    _, editor = bench.searching("octo", faults="search:latency=5s",
                                settings={"debounceMilliseconds": 0})
    editor.until("octo ")
    editor.type("<C-u>" + LETTERS)
    editor.until(LETTERS)
    phase = editor.lua("""
        for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
          if vim.bo[buffer].filetype == 'gitexplorer-list' then
            return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), ' ')
          end
        end""")
    true("Nobody" not in phase, f"no answer has come: {phase}")
    editor.until("Nobody is called", 20)


@check
def keys_are_never_blocked_by_the_server(bench):
    """50 keys typed while the server's process stands still are in the prompt as typed"""
    _, editor = bench.searching("octo")
    editor.until("octopine")
    server = editor.server()
    os.kill(server, signal.SIGSTOP)
    try:
        for letter in "<C-u>", *LETTERS:
            editor.type(letter)
        editor.until(LETTERS)
        true(editor.screen.find("octopine"), "the old rows are there")
    finally:
        os.kill(server, signal.SIGCONT)
    editor.until("Nobody is called")


@check
def alerts_do_not_block_keys(bench):
    """an alert in the middle of typing takes no key and no time"""
    sandbox, editor = bench.searching("octo", faults="search:error=500",
                                      settings={"maximumRetries": 0})
    editor.until("GitHub has a problem of its own")
    began = time.monotonic()
    editor.type("<BS>")
    editor.until("oct ")
    true(time.monotonic() - began < 0.5, "at once")
    editor.type("<Esc>")
    editor.until_group("GitExplorer: GitHub has a problem of its own", "ErrorMsg")


@check
def killed_server_is_restarted(bench):
    """a killed server is started again, once, with the query replayed"""
    sandbox, editor = bench.searching("octo", settings={"provisionalResults": False})
    editor.until_group("octopine", "Identifier")
    sandbox.faults("search:latency=1s")
    editor.type("p")
    editor.until_group("octopine", "Comment")
    first = editor.server()
    editor.kill_server()
    editor.until_gone("octo-foundry")
    editor.until_group("octopine", "Identifier")
    true(editor.server() != first, "another process")
    editor.type("<BS>")
    editor.until("octo-foundry")


@check
def server_killed_twice(bench):
    """killed again, it stays away and says so; Enter starts it, and so does the command"""
    _, editor = bench.searching("octo")
    editor.until("octopine")
    first = editor.server()
    editor.kill_server()
    editor.wait(lambda: editor.server() not in (first, None), "a second server")
    editor.until("octopine")
    editor.kill_server()
    editor.until_group("The server stopped (signal 9).", "ErrorMsg")
    equal(editor.server(), None, "server")
    editor.type("<CR>")
    editor.until_gone("The server stopped")
    editor.until("octopine")
    editor.type("<Esc><Esc>")
    editor.command("GitExplorer restart")
    editor.until("the server was restarted.")


@check
def killed_under_a_profile(bench):
    """a server killed while a profile loads: the profile comes from the next"""
    sandbox, editor = bench.start("followers:latency=1s", lines=60)
    editor.command("GitExplorer user octocat")
    editor.until("second-kettle")
    editor.kill_server()
    editor.until("galina805")
    editor.until("Following  8")


@check
def missing_server(bench):
    """no server: one clear line with what to install, and no window"""
    for command in ("GitExplorer search", "GitExplorer user octocat", "GitExplorer follow octocat"):
        editor = bench.editor(options={"cmd": ["gitexplorer-that-is-not-there"]}, columns=100)
        editor.command(command)
        line = "Install the server `gitexplorer-that-is-not-there`: see :checkhealth gitexplorer"
        editor.until_group(line, "ErrorMsg")
        equal(len(editor.call("nvim_list_wins")), 1, "windows")
        equal(editor.call("nvim_get_mode"), {"mode": "n", "blocking": False}, "mode")
    editor.command("checkhealth gitexplorer")
    editor.until("swift build -c release")


@check
def server_that_is_none(bench):
    """a program that ends at once instead of serving: said, not repeated for ever"""
    editor = bench.editor(options={"cmd": ["false"]})
    editor.command("GitExplorer search octo")
    editor.until("The server stopped (exit code 1).")
    equal(editor.server(), None, "server")


@check
def quitting_never_waits(bench):
    """quitting while a request hangs takes less than 250 ms, and the server ends too"""
    _, editor = bench.searching("octo", faults="all:hang")
    editor.until("octo ")
    editor.wait(lambda: editor.screen.find("⠋"), "the spinner")
    server = editor.server()
    began = time.monotonic()
    editor.type("<Esc>:qa!<CR>")
    editor.process.wait(5)
    took = time.monotonic() - began
    true(took < 0.25, f"it took {took:.3f} s")
    while time.monotonic() - began < 5:
        try:
            os.kill(server, 0)
        except ProcessLookupError:
            return
        time.sleep(0.005)
    raise AssertionError("the server lives on")
