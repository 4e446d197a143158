"""Letters of all kinds: the text of the box and of the server are one, in a terminal."""

from kit import CATALOGUES, check, equal, errors, true

FAMILY = "👨‍👩‍👧"
HEBREW = "שלום"


def prompt(editor):
    return editor.call("nvim_get_current_line")


def asked(editor):
    """The query that the server last spoke of, of the search that is open."""
    return editor.lua("return Queries[#Queries]")


def listening(bench):
    """A search in a terminal, with all queries that the server speaks of in `Queries`."""
    sandbox, editor = bench.terminal(settings={"minimumQueryLength": 1})
    editor.lua("""
        Queries = {}
        local Session = require('gitexplorer.search.session')
        local receive = Session.receive
        function Session:receive(method, params)
          if params.query then table.insert(Queries, params.query) end
          return receive(self, method, params)
        end""")
    editor.command("GitExplorer search")
    editor.until("login or name")
    return sandbox, editor


@check
def all_letters_reach_the_server(bench):
    """joined emoji, Hangul in the making, combining marks, right-to-left: typed, pasted, edited"""
    _, editor = listening(bench)
    for keys, text in (("ㅎ", "ㅎ"), ("<BS>하", "하"), ("<BS>한", "한"), ("그", "한그"),
                       ("<BS>글", "한글"), ("<C-u>e\u0301x", "e\u0301x"), ("<Left>y", "e\u0301yx"),
                       ("<Right><Right><C-u>" + HEBREW, HEBREW), ("<Left><Left>a", HEBREW[:2] + "a" + HEBREW[2:]),
                       ("<Right><Right><Right><C-u>\u1112\u1161\u11ab", "\u1112\u1161\u11ab")):
        editor.type(keys)
        editor.wait(lambda: prompt(editor) == text, f"the prompt is {text}")
        editor.wait(lambda: asked(editor) == text, f"{text} is asked for, not {asked(editor)}")
    editor.type("<C-u>")
    editor.paste(f"a{FAMILY}b")
    editor.wait(lambda: asked(editor) == f"a{FAMILY}b", "a family")
    editor.type("<BS><BS>")
    editor.wait(lambda: prompt(editor) and asked(editor) == prompt(editor), "one text")
    equal(errors(editor), [], "errors")


@check
def long_paste(bench):
    """3000 pasted characters: one text, told to be too long, and the next search works"""
    _, editor = listening(bench)
    text = ("가나다 octo é " * 400)[:2999] + "x"
    editor.paste(text)
    editor.wait(lambda: prompt(editor) == text, "the prompt")
    editor.wait(lambda: asked(editor) == " ".join(text.split()), "the server's text")
    editor.until("failed")
    editor.until("256")
    editor.type("<C-u>octo")
    editor.until("tentacle-octo")
    equal(errors(editor), [], "errors")


@check
def pasted_lines(bench):
    """several pasted lines are one, with blanks between, wherever they are pasted"""
    _, editor = listening(bench)
    editor.type("xz<Left>")
    editor.paste("octo\ncat\n\nlabs")
    editor.wait(lambda: prompt(editor) == "xocto cat  labsz", "one line")
    editor.wait(lambda: asked(editor) == "xocto cat labsz", "one text")
    editor.type("y")
    editor.wait(lambda: prompt(editor) == "xocto cat  labsyz", "the cursor is behind the paste")
    equal(errors(editor), [], "errors")


@check
def matches_are_where_they_are(bench):
    """matches are drawn on the letters that match: behind marks, wide letters, cut rows"""
    _, editor = bench.start(options={"cmd": [bench.server_path, "--sandbox", "--config", CATALOGUES]})
    editor.command("GitExplorer search --source fighters son")
    editor.until("Mirela")
    for row, matched in (("Sonny Marbledale", "Son"), ("Bram Sonderholt", "Son"),
                         ("Mirela Sončeva", "Son"), ("Anders Wilsonby", "son")):
        line, column = editor.until(row)
        first = column + row.index(matched)
        true("Search" in editor.screen.groups_at(line, first), f"{row}: its match")
        true("Search" in editor.screen.groups_at(line, first + 2), f"{row}: its match's end")
        true("Search" not in editor.screen.groups_at(line, first + 3), f"{row}: behind it")
        true(first == column or "Search" not in editor.screen.groups_at(line, first - 1),
             f"{row}: before it")
    editor.type("<Esc>:GitExplorer search --source fruits 앵두<CR>")
    line, column = editor.until("│ 앵두")
    true("Search" in editor.screen.groups_at(line, column + 2), "a wide letter")
    true("Search" in editor.screen.groups_at(line, column + 4), "the next one")
