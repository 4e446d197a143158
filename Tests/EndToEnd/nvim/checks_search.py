"""The live search on screen."""

import json
import os
import re

from kit import check, equal, selected, true, until_selected

OCTO = ["octocat", "octokit", "octo-labs", "octo-foundry", "octopine", "Octorok42", "octo_nimbus",
        "octo-lantern[bot]", "tentacle-octo"]


def list_rows(editor):
    """What the list shows, row by row, without borders and preview."""
    rows = [re.search(r"│ ([^│]*)│", row) for row in editor.screen.rows()[6:]]
    return [row.group(1).rstrip() for row in rows if row and row.group(1).strip()]


@check
def rows_come_as_typed(bench):
    """typing shows people, in the server's order, with their kind"""
    _, editor = bench.searching("octo")
    editor.until("tentacle-octo")
    rows = list_rows(editor)
    equal([row.split()[0] for row in rows], OCTO, "logins")
    equal(rows[1].split(), ["octokit", "organization"], "a row")
    true(editor.screen.find("9 │"), "the count is in the prompt")


@check
def matches_are_highlighted(bench):
    """the letters that match are highlighted, the others are a login"""
    _, editor = bench.searching("octo")
    row, column = editor.until("tentacle-octo")
    editor.until("9 │")
    true("Search" not in editor.screen.groups_at(row, column), "the head is no match")
    true("Search" in editor.screen.groups_at(row, column + 9), "the tail is a match")
    true("Identifier" in editor.screen.groups_at(row, column), "a login")
    place = editor.screen.find("organization")
    true("Type" in editor.screen.groups_at(*place), "a kind")


@check
def cursor_is_in_the_prompt(bench):
    """the cursor is where one types, behind what was typed"""
    _, editor = bench.searching("octo")
    editor.until("octopine")
    row = editor.screen.find("octo ")[0]
    equal(editor.screen.cursor, (row, editor.screen.row(row).index("octo") + 4), "cursor")


@check
def idle_says_what_to_do(bench):
    """idle: an empty prompt says what to type; one letter too"""
    _, editor = bench.searching()
    editor.until_group("Type at least 2 characters", "Comment")
    editor.type("octo")
    editor.until("octopine")
    editor.type("<C-u>")
    editor.until("Type at least 2 characters")
    editor.until_gone("octopine")
    editor.until("login or name")


@check
def empty_says_so(bench):
    """empty: nobody is called that; it looks different"""
    _, editor = bench.searching("zzzzqqq")
    editor.until_group("Nobody is called", "Todo")
    editor.until_group("Try fewer or other letters.", "Comment")
    editor.until_group("nobody ", "Todo")


@check
def failure_says_so(bench):
    """failure: GitHub's trouble is told with a hint, one alert; the next edit works as ever"""
    sandbox, editor = bench.searching("octo", faults="search:error=500",
                                      settings={"maximumRetries": 0})
    editor.until_group("GitHub has a problem of its own", "ErrorMsg")
    editor.until_group("Enter asks again.", "Comment")
    editor.until_group("failed ", "ErrorMsg")
    sandbox.faults("")
    editor.type("p")
    editor.until("octopine")
    editor.until_gone("failed ")


@check
def enter_asks_again(bench):
    """Enter after a failure asks again"""
    sandbox, editor = bench.searching("octo", faults="search:error=500",
                                      settings={"maximumRetries": 0})
    editor.until("Enter asks again.")
    sandbox.faults("")
    editor.type("<CR>")
    editor.until("octopine")


@check
def enter_searches_at_once(bench):
    """Enter searches without the debounce"""
    _, editor = bench.searching("octo<CR>", settings={"debounceMilliseconds": 600000})
    editor.until("octopine")


@check
def retries_are_told(bench):
    """a failed attempt that is repeated is told, then the rows come"""
    _, editor = bench.searching("octo", faults="search:error=500:first=2")
    editor.until_group("failed; trying again.", "WarningMsg")
    editor.until("octopine")
    editor.until_gone("trying again.")


@check
def limit_is_told(bench):
    """waiting for the limit: says how long, counts down, and goes on by itself"""
    _, editor = bench.searching("octo", faults="search:primary=3s:first=1")
    editor.until_group("GitHub's limit is reached; it", "WarningMsg")
    editor.until("limit, 3 s")
    editor.until("limit, 2 s")
    editor.until("octopine", 20)
    editor.until_gone("limit, ")


@check
def long_limit_is_a_failure(bench):
    """a limit of more than a minute fails, with its time"""
    _, editor = bench.searching("octo", faults="search:primary=90s")
    editor.until_group("GitHub's search limit is used up", "ErrorMsg")


@check
def old_rows_stay_dimmed(bench):
    """old rows stay, dimmed, until new ones come; a spinner turns meanwhile"""
    sandbox, editor = bench.searching("octo", settings={"provisionalResults": False})
    editor.until_group("octopine", "Identifier")
    sandbox.faults("search:latency=1500ms")
    editor.type("p")
    editor.until_group("octopine", "Comment")
    spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
    editor.wait(lambda: any(editor.screen.find(frame) for frame in spinner), "a spinner")
    true(editor.screen.find("octo-foundry"), "the old rows are there while the spinner turns")
    editor.until_gone("octo-foundry")
    editor.until_group("octopine", "Identifier")
    true(not any(editor.screen.find(frame) for frame in spinner), "the spinner rests")


@check
def keys_move_the_selection(bench):
    """<C-n> and <C-p> move the selection, its row is highlighted"""
    _, editor = bench.searching("octo")
    editor.until("octopine")
    editor.until_group("octocat", "Identifier")
    equal(selected(editor).split()[0], "octocat", "selected first")
    editor.type("<C-n><C-n><C-p><C-n>")
    until_selected(editor, "octo-labs")
    equal(selected(editor).split()[0], "octo-labs", "selected")


@check
def selection_stays_on_the_person(bench):
    """the selection stays on the same person through new answers"""
    _, editor = bench.searching("octo")
    editor.until("octopine")
    editor.until_group("octocat", "Identifier")
    editor.type("<C-n><C-n><C-n><C-n>")
    until_selected(editor, "octopine")
    editor.type("p")
    editor.until_gone("octo-foundry")
    until_selected(editor, "octopine")
    editor.type("<BS>")
    editor.until("octo-foundry")
    until_selected(editor, "octopine")


@check
def more_at_the_end(bench):
    """at the end of the list more is loaded, the selection stays"""
    _, editor = bench.searching("an", settings={"perPage": 5})
    editor.until("5 of ")
    editor.until_group("… more", "Comment")
    fifth = list_rows(editor)[4].split()[0]
    editor.type("<C-n><C-n><C-n><C-n>")
    editor.until("10 of ")
    until_selected(editor, fifth)
    sixth = list_rows(editor)[5].split()[0]
    editor.type("<C-n>")
    until_selected(editor, sixth)


@check
def more_that_fails_keeps_the_rows(bench):
    """a page that fails leaves the rows, and can be asked for again"""
    sandbox, editor = bench.searching("an", settings={"perPage": 5, "maximumRetries": 0})
    editor.until("5 of ")
    first = selected(editor).split()[0]
    sandbox.faults("search:error=500")
    editor.type("<C-n><C-n><C-n><C-n>")
    editor.until_group("GitHub has a problem", "ErrorMsg")
    true(editor.screen.find(first), "the rows are there")
    sandbox.faults("")
    editor.type("<C-n>")
    editor.until("10 of ")


@check
def enter_opens(bench):
    """Enter opens the person, the search goes away, insert mode too"""
    _, editor = bench.searching("octo")
    editor.until_group("octocat", "Identifier")
    editor.until("octopine")
    editor.type("<C-n><CR>")
    editor.until("Repositories")
    editor.wait(lambda: editor.screen.find("@octokit"), "the profile")
    editor.until_gone("People on GitHub")
    true(editor.call("nvim_buf_get_name", 0).endswith("/octokit"), "the buffer")
    equal(editor.call("nvim_get_mode")["mode"], "n", "mode")


@check
def text_is_searched_at_once(bench):
    """`:GitExplorer search TEXT` and the plug map"""
    _, editor = bench.start(before=["nmap gs <Plug>(gitexplorer-search)"])
    editor.command("GitExplorer search octop")
    editor.until("octopine")
    editor.type("<Esc><Esc>")
    editor.until_gone("octopine")
    equal(len(editor.call("nvim_list_wins")), 1, "windows")
    editor.type("gs")
    editor.until("login or name")


@check
def edits_anywhere_are_right(bench):
    """edits in the middle, wide letters and pasted lines reach the server as they are"""
    _, editor = bench.searching("ocpine")
    editor.type("<Left><Left><Left><Left>to")
    editor.until("octopine")
    editor.until("1 │")
    editor.type("<End><C-u>가é👨‍👩‍👧<Left>x<BS><BS><End><C-u>octo")
    editor.until("tentacle-octo")
    editor.type("<C-u>")
    editor.until("login or name")
    editor.call("nvim_paste", "octo\nlabs", True, -1)
    editor.until("octo labs")
    editor.until("octo-labs")


@check
def each_key_is_one_change(bench):
    """each change is one incremental didChange, in order: the client does not debounce"""
    sandbox = bench.sandbox()
    editor = bench.editor(sandbox)
    record = os.path.join(editor.home.name, "record")
    editor.lua("""
        local options = vim.g.gitexplorer
        options.cmd = { 'sh', '-c', 'tee "$1" | "$2"', 'sh', ... }
        vim.g.gitexplorer = options""", record, bench.server_path)
    editor.command("GitExplorer search")
    editor.until("login or name")
    editor.wait(lambda: editor.lua("return require('gitexplorer.client').counts_bytes()"), "ready")
    for key, text in (("o", "│o "), ("c", "│oc "), ("가", "│oc가"), ("<BS>", "│oc "), ("t", "│oct "),
                      ("o", "│octo "), ("<Left><Left>x", "│ocxto ")):
        editor.type(key)
        editor.until(text)
    editor.until("Nobody is called “ocxto”")
    with open(record, encoding="utf-8") as file:
        bodies = re.split(r"Content-Length: \d+\s+", file.read())[1:]
    messages = [json.loads(body) for body in bodies]
    changes = [each["params"] for each in messages if each["method"] == "search/didChange"]
    equal([each["version"] for each in changes], list(range(2, 9)), "versions")
    edits = [each["contentChanges"][0] for each in changes]
    equal([(edit["range"]["start"], edit["range"]["end"], edit["text"]) for edit in edits],
          [(0, 0, "o"), (1, 1, "c"), (2, 2, "가"), (2, 5, ""), (2, 2, "t"), (3, 3, "o"),
           (2, 2, "x")], "edits")


@check
def quickfix_gets_the_list(bench):
    """<C-q> puts the people into quickfix, an entry opens the profile"""
    _, editor = bench.searching("octo")
    editor.until_group("octocat", "Identifier")
    editor.type("<C-q>")
    editor.until("octopine|")
    equal(len(editor.lua("return vim.fn.getqflist()")), 9, "entries")
    editor.type(":cc 5<CR>")
    editor.until("@octopine")
    editor.until("Repositories")


@check
def take_copies_and_inserts(bench):
    """<C-y> copies or inserts the mention, the co-author line, the URL, the Markdown link"""
    _, editor = bench.searching("octocat")
    editor.until(" 1 │")
    editor.type("<C-y>")
    editor.until("8: insert  [octocat](https://github.com/octocat)")
    editor.type("1<CR>")
    editor.until("copied @octocat")
    equal(editor.lua("return vim.fn.getreg('\"')"), "@octocat", "register")
    editor.type("<C-y>")
    editor.until("6: insert  Co-authored-by: octocat")
    editor.type("6<CR>")
    editor.until("inserted Co-authored-by: The Octocat")
    editor.type("<Esc><Esc>")
    editor.until_gone("╭")
    text = editor.call("nvim_get_current_line")
    true(re.match(r"^Co-authored-by: The Octocat <\d+\+octocat@", text), f"inserted: {text}")


@check
def search_gives_way(bench):
    """what is opened from within the search takes its place; nothing of the search is left"""
    _, editor = bench.searching("octo", lines=40)
    editor.until("octopine")
    editor.type("<C-o>:GitExplorer user octocat<CR>")
    editor.until("second-kettle")
    equal(len(editor.call("nvim_list_wins")), 1, "windows")
    editor.command("GitExplorer search octo")
    editor.until("│ octopine")
    editor.type("<C-o>:edit other.txt<CR>")
    editor.until_gone("│ octopine")
    editor.wait(lambda: len(editor.call("nvim_list_wins")) == 1, "one window")
    true(editor.call("nvim_buf_get_name", 0).endswith("/other.txt"), "the file")
    editor.command("GitExplorer search octo")
    editor.until("│ octopine")
    editor.type("<Esc>:q<CR>")
    editor.until_gone("│ octopine")
    equal(editor.call("nvim_exec", "messages", True).count("rror"), 0, "errors")


@check
def resized_screen(bench):
    """the floats follow the screen; on a narrow one the preview goes away"""
    _, editor = bench.searching("octo")
    editor.until_group("octocat", "Identifier")
    editor.until("San Francisco")
    editor.call("nvim_ui_try_resize", 70, 20)
    editor.until_gone("San Francisco")
    editor.until("octopine")
    for row in editor.screen.rows():
        if "octopine" in row:
            true(row.count("│") == 2 and row.rstrip().endswith("│"), row)
    editor.type("<C-n>")
    until_selected(editor, "octokit")


@check
def splits_where_floats_do_not_fit(bench):
    """a tiny screen gets splits, with the same rows"""
    _, editor = bench.searching("octo", columns=40, lines=14)
    editor.until("octopine")
    true("╭" not in editor.screen.text(), "no border")
    editor.type("<C-n><CR>")
    editor.until("@octokit")


@check
def rows_are_cut_by_cells(bench):
    """rows are cut by display width: wide letters, emoji, combining marks"""
    _, editor = bench.start()
    for text, width in [("한글이름입니다", 7), ("🐙🐙🐙🐙", 5), ("e\u0301e\u0301e\u0301e\u0301", 3),
                        ("plain text", 6), ("漢", 1), ("a漢", 2)]:
        cut = editor.lua("return require('gitexplorer.text').cut(...)", text, width)
        cells = editor.call("nvim_strwidth", cut)
        true(cells <= width and cut.endswith("…"), f"{text} to {width}: {cut} ({cells})")
    equal(editor.lua("return require('gitexplorer.text').cut(...)", "e\u0301e\u0301e\u0301", 3),
          "e\u0301e\u0301e\u0301", "what fits stays")
