"""Windows that come and go under an open search, in a terminal."""

import os

from kit import check, equal, errors, true

WATCH_TIMERS = """
    Timers = {}
    local new_timer = vim.loop.new_timer
    vim.loop.new_timer = function()
      local timer = new_timer()
      table.insert(Timers, timer)
      return timer
    end"""

COUNTS = """
    local open = vim.tbl_filter(function(timer) return not timer:is_closing() end, Timers)
    return {
      windows = #vim.api.nvim_list_wins(), buffers = #vim.api.nvim_list_bufs(), timers = #open,
      autocommands = #vim.api.nvim_get_autocmds({}),
    }"""


def count(editor):
    """Windows, buffers, timers, autocommands, and the processes that the editor has started."""
    counts = editor.lua(COUNTS)
    number = editor.call("nvim_call_function", "getpid", [])
    with open(f"/proc/{number}/task/{number}/children", encoding="ascii") as file:
        counts["processes"] = len(file.read().split())
    return counts


def until_no_more(editor, before, what):
    """Waits until there is no more of anything than before."""
    def is_so():
        found = count(editor)
        return all(found[name] <= before[name] for name in before)
    editor.wait(is_so, f"nothing is left after {what}: {before}", 3)


def until_alone(editor, windows=1):
    editor.wait(lambda: len(editor.call("nvim_list_wins")) == windows, f"{windows} windows")
    equal(errors(editor), [], "errors")


@check
def ways_to_leave(bench):
    """:q, <C-w>o, :tabclose, :bwipeout, :close of any of its windows: nothing of it is left"""
    _, editor = bench.terminal()
    editor.lua(WATCH_TIMERS)
    before = None
    for leave in (":q<CR>", ":q!<CR>", ":close<CR>", ":bwipeout!<CR>", ":bdelete!<CR>", ":enew<CR>",
                  "<C-w>w:q<CR>", "<C-w>p<C-w>o",
                  ":only<CR>q", ":tabnew<CR>:tabclose #<CR>", ":quit<CR>"):
        editor.command("GitExplorer search octo")
        editor.until("tentacle-octo")
        editor.type("<Esc>" + leave)
        editor.until_gone("tentacle-octo")
        until_alone(editor)
        editor.command("silent! %bwipeout!")
        found = editor.wait(lambda: count(editor), "counts")
        before = before or found
        until_no_more(editor, before, leave)


@check
def fifty_rounds(bench):
    """fifty searches, each with its profile, leave no window, buffer, timer, autocommand, process"""
    _, editor = bench.terminal()
    editor.lua(WATCH_TIMERS)

    def round_trip():
        editor.command("GitExplorer search octoc")
        editor.until("│ octocat")
        editor.type("<CR>")
        editor.until("second-kettle")
        editor.type("q")
        editor.until_gone("second-kettle")
        editor.command("GitExplorer search octo")
        editor.until("tentacle-octo")
        editor.type("<Tab><C-n><Esc><Esc>")
        editor.until_gone("tentacle-octo")

    round_trip()
    before = count(editor)
    server = editor.server()
    for _ in range(25):
        round_trip()
    until_no_more(editor, before, "fifty rounds")
    equal(editor.server(), server, "the server")
    equal(errors(editor), [], "errors")


@check
def search_inside_a_search(bench):
    """the search's key inside the search goes to its prompt; there is one search, in any tab page"""
    _, editor = bench.terminal(before=["nmap gs <Plug>(gitexplorer-search)"])
    editor.command("GitExplorer search octo")
    editor.until("tentacle-octo")
    editor.type("<Esc><C-w>wgs")
    editor.wait(lambda: editor.call("nvim_get_mode")["mode"] == "i", "the prompt")
    editor.type("p")
    editor.until("│octop ")
    editor.until(" 1 │")
    windows = len(editor.call("nvim_list_wins"))
    editor.type("<Esc>:GitExplorer search octo<CR>")
    editor.until("tentacle-octo")
    equal(len(editor.call("nvim_list_wins")), windows, "windows")
    editor.type("<Esc>:tabnew<CR>gs")
    editor.until("login or name")
    editor.type("<Esc><Esc>:tabclose<CR>")
    until_alone(editor)


@check
def smallest_screen(bench):
    """down to 20 by 6 and back: prompt, count and rows are there, Enter opens"""
    _, editor = bench.searching_terminal("octo")
    editor.until("tentacle-octo")
    for columns, lines in ((60, 10), (20, 6), (12, 4), (20, 6)):
        editor.resize(columns, lines)
        editor.until("octocat")
        editor.until(" 9")
    editor.wait(lambda: editor.screen.row(0).startswith("octo "), "the prompt")
    true(editor.screen.row(1).startswith(" octocat"), editor.screen.text())
    true(editor.screen.row(4).startswith(" octo-foundry"), editor.screen.text())
    editor.type("<C-n>" * 5)
    editor.until("Octorok42")
    editor.resize(100, 24)
    editor.until("│ tentacle-octo")
    editor.until("╭")
    editor.type("<CR>")
    editor.until("@Octorok42")
    until_alone(editor)


@check
def smallest_screen_from_the_start(bench):
    """opened at 20 by 6, as floats and as splits, it works"""
    for layout in ("float", "split"):
        _, editor = bench.terminal(columns=20, lines=6, options={"layout": layout})
        editor.command("GitExplorer search octop")
        editor.until("octopine")
        editor.type("<CR>")
        editor.until("Octavia")
        until_alone(editor)


@check
def colour_scheme_may_change(bench):
    """:colorscheme while it is open keeps the colours of matches and of the selection"""
    _, editor = bench.searching("octo")
    editor.until_group("octopine", "Identifier")
    editor.type("<Esc>:colorscheme blue<CR>")
    editor.type("j")
    editor.until_group("octopine", "Search")
    editor.until_group("tentacle", "Identifier")


@check
def from_a_read_only_buffer(bench):
    """from a read-only or unmodifiable buffer only copying is offered, and nothing is written"""
    _, editor = bench.terminal()
    for setting in ("readonly", "nomodifiable"):
        editor.command(f"enew | set {setting}")
        editor.command("GitExplorer search octocat")
        editor.until(" 1 │")
        editor.type("<C-y>")
        editor.until("copy  @octocat")
        true(not editor.screen.find("insert"), "no insert")
        editor.type("1<CR>")
        editor.until("copied @octocat")
        editor.type("<Esc><Esc>")
        until_alone(editor)
    equal(editor.call("nvim_get_current_line"), "", "the buffer")


def whole_session(path):
    """The text of a session file; empty until its last line is written."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return text if text.rstrip().endswith("vim: set ft=vim :") else ""


@check
def sessions_keep_profiles(bench):
    """:mksession with a search open and a profile shown: the profile comes back, the search not"""
    _, editor = bench.terminal(lines=50)
    editor.command("GitExplorer user octocat")
    editor.until("second-kettle")
    editor.command("GitExplorer search octo")
    editor.until("tentacle-octo")
    editor.type("<Esc>:mksession! s.vim<CR>")
    editor.until("tentacle-octo")
    path = os.path.join(editor.home.name, "s.vim")
    text = editor.wait(lambda: whole_session(path), "the session")
    sandbox, second = bench.terminal(lines=50)
    copy = os.path.join(second.home.name, "s.vim")
    with open(copy, "w", encoding="utf-8") as file:
        file.write(text)
    second.command("source s.vim")
    second.command("buffer octocat")
    second.until("second-kettle")
    equal(len(second.call("nvim_list_wins")), 1, "windows")
    equal(errors(second), [], "errors")


@check
def profiles_open_by_their_name(bench):
    """:edit gitexplorer://HOST/LOGIN opens a profile before anything else of the plugin was used"""
    sandbox, editor = bench.terminal()
    editor.command(f"edit gitexplorer://{sandbox.host}/octocat")
    editor.until("second-kettle")
