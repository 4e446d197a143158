"""Completion of mentions and co-authors."""

from kit import check, equal, true


def writing(bench, name, text, faults=""):
    _, editor = bench.start(faults)
    editor.command(f"set completeopt=menuone,noinsert | edit {name}")
    editor.type("i" + text + "<C-x><C-o>")
    return editor


@check
def mentions_in_markdown(bench):
    """@ in Markdown completes to a mention"""
    editor = writing(bench, "notes.md", "Thanks to @octo")
    editor.until_group("octo-foundry", "Pmenu")
    editor.type("<C-n><C-n><C-y>")
    editor.until("Thanks to @octo-labs")


@check
def mentions_in_commits(bench):
    """@ and Co-authored-by: in commit messages"""
    editor = writing(bench, "COMMIT_EDITMSG", "Mend it<CR><CR>Seen by @octop")
    editor.until("octopine")
    editor.type("<C-y><CR>Co-authored-by: octoc<C-x><C-o>")
    editor.wait(lambda: editor.screen.groups_of("octocat") and
                editor.call("nvim_call_function", "pumvisible", []), "the menu")
    editor.type("<C-y>")
    editor.until("Co-authored-by: octocat <583231+octocat@users.noreply.")
    equal(editor.screen.text().count("Co-authored-by:"), 1, "the head is not doubled")


@check
def mentions_in_codeowners(bench):
    """@ in CODEOWNERS"""
    editor = writing(bench, "CODEOWNERS", "*.swift @octop")
    editor.until("octopine")
    editor.type("<C-y>")
    editor.until("*.swift @octopine")


@check
def completion_never_blocks(bench):
    """while the server is asked typing goes on, and the menu is for what stands there then"""
    editor = writing(bench, "notes.md", "Hello @octo", faults="search:latency=1s")
    editor.type("p")
    editor.until("Hello @octop ")
    true(not editor.call("nvim_call_function", "pumvisible", []), "no menu yet")
    editor.until("octopine")
    editor.type("<C-y>")
    editor.until("Hello @octopine")


@check
def trailers_are_those_of_commit_messages(bench):
    """a trailer is completed in a commit message, whatever its case, and in no other text"""
    editor = writing(bench, "COMMIT_EDITMSG", "Mend it<CR><CR>co-AUTHORED-by:octoc")
    editor.until("octocat")
    editor.type("<C-y>")
    editor.until("co-AUTHORED-by:octocat <583231+octocat@users.noreply.")
    former(editor, "notes.md", "iCo-authored-by: Oc")
    editor.until("Co-authored-by: former")


@check
def code_in_markdown_is_left_alone(bench):
    """what the server says names nobody, such as fenced code far above, is not completed"""
    _, editor = bench.start()
    former(editor, "page.md", "i```sh<CR>" + "x<CR>" * 150 + "echo @octo")
    editor.until("former")


def former(editor, name, keys):
    """Types in a buffer in which something else completed before."""
    editor.lua("""vim.cmd([[
        function! Former(find_start, base)
          return a:find_start ? match(getline('.')[: col('.') - 2], '\\S*$') : ['former']
        endfunction]])
        vim.cmd("set completeopt=menuone")
        if vim.fn.expand("%") ~= ... then vim.cmd("edit " .. ...) end
        vim.b.gitexplorer_omnifunc = 'Former'""", name)
    editor.type("<Esc>" + keys + "<C-x><C-o>")


@check
def other_text_is_left_alone(bench):
    """what is no mention goes to what completed there before; addresses are no mentions"""
    _, editor = bench.start()
    for text in ("see octo", "me@octo", "`@octo", "a@"):
        former(editor, "page.md", "cc" + text)
        editor.until((text.rpartition(" ")[0] + " former").lstrip())
    editor.lua("package.loaded.other = { omni = function() return -3 end }")
    editor.lua("vim.b.gitexplorer_omnifunc = \"v:lua.require'other'.omni\"")
    editor.type("<Esc>cc@octop<C-x><C-o>")
    editor.until("octopine")


@check
def only_the_lines_around_go_to_the_server(bench):
    """of a text of any size the lines around go along, and a line too long for that is left alone"""
    _, editor = bench.start()
    editor.command("set completeopt=menuone,noinsert | edit long.md")
    editor.lua("""local lines = {}
        for number = 1, 20000 do lines[number] = ("line %d "):format(number):rep(30) end
        lines[10000] = "Thanks to @octop"
        vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
        local client = require("gitexplorer.client")
        local request = client.request
        _G.sent = {}
        client.request = function(method, params, done)
          if method == "text/context" then table.insert(_G.sent, #params.text) end
          return request(method, params, done)
        end""")
    editor.type("10000GA<C-x><C-o>")
    editor.until("octopine")
    editor.type("<C-y>")
    editor.until("Thanks to @octopine")
    sent = editor.lua("return _G.sent")
    true(sent and all(0 < size <= 65536 for size in sent), f"bounded: {sent}")
    editor.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, { ('x '):rep(40000) .. '@octo' })")
    former(editor, "long.md", "A")
    editor.wait(lambda: editor.lua("return vim.api.nvim_get_current_line():sub(-6)") == "former",
                "what completed before")
    equal(editor.lua("return #_G.sent"), len(sent), "nothing more was sent")


@check
def completion_can_be_off(bench):
    """the option `omnifunc = false` leaves buffers alone"""
    _, editor = bench.start(options={"omnifunc": False})
    editor.command("edit COMMIT_EDITMSG")
    editor.until("COMMIT_EDITMSG")
    true("gitexplorer" not in editor.call("nvim_buf_get_option", 0, "omnifunc"), "not ours")
