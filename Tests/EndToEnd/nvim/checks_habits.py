"""What users of other pickers expect: marks, history, resume, preview, quickfix. In a terminal."""

import os

from editor import PLUGIN, TerminalEditor
from kit import check, equal, errors, selected, true


@check
def marks_go_to_quickfix(bench):
    """<Tab> marks, <S-Tab> marks and goes back, <C-q> puts the marked into quickfix, in order"""
    _, editor = bench.searching_terminal("octo")
    editor.until("tentacle-octo")
    editor.type("<C-n><Tab><C-n><C-n><S-Tab>")
    editor.until("2 marked  9 │")
    editor.until("│*octokit")
    editor.until("│*octopine")
    equal(selected(editor).split()[0], "octo-foundry", "one back")
    editor.type("<C-q>")
    editor.until("octopine|")
    entries = editor.lua("return vim.tbl_map(function(each) return vim.fn.bufname(each.bufnr) end,"
                         " vim.fn.getqflist())")
    equal([entry.split("/")[-1] for entry in entries], ["octokit", "octopine"], "entries")
    editor.command("cc 2")
    editor.until("@octopine")
    equal(errors(editor), [], "errors")


@check
def marks_outlive_the_query(bench):
    """what is marked stays so through other texts, and is opened together"""
    _, editor = bench.searching_terminal("octop")
    editor.until("octopine")
    editor.type("<Tab><C-u>octok")
    editor.until("octokit")
    editor.type("<Tab>")
    editor.until("2 marked")
    editor.type("<CR>")
    editor.until("@octopine")
    names = editor.lua("return vim.tbl_map(vim.api.nvim_buf_get_name, vim.api.nvim_list_bufs())")
    true(any(name.endswith("/octokit") for name in names), f"both are open: {names}")
    equal(errors(editor), [], "errors")


@check
def marked_people_are_taken_together(bench):
    """<C-y> inserts the mentions, or a co-author line each, of all that are marked"""
    _, editor = bench.searching_terminal("octo")
    editor.until("tentacle-octo")
    editor.type("<Tab><Tab><C-y>")
    editor.until("insert  @octocat @octokit")
    editor.type("6<CR>")
    editor.until("inserted Co-authored-by: ")
    editor.type("<Esc><Esc>")
    editor.until_gone("╭")
    lines = editor.call("nvim_buf_get_lines", 0, 0, -1, False)
    equal(len(lines), 2, f"lines: {lines}")
    true(lines[0].startswith("Co-authored-by: The Octocat <583231+octocat@"), lines[0])
    true(lines[1].startswith("Co-authored-by: ") and "+octokit@" in lines[1], lines[1])


@check
def marked_people_are_followed_together(bench):
    """gf follows all that are marked, with one word about it; each is an autocommand"""
    _, editor = bench.searching_terminal("octo")
    editor.until("tentacle-octo")
    editor.lua("""
        Told = {}
        for _, name in ipairs({ 'Opened', 'Chosen', 'Followed' }) do
          vim.api.nvim_create_autocmd('User', { pattern = 'GitExplorer' .. name,
            callback = function(event)
              local data = event.data or vim.g.gitexplorer_event
              table.insert(Told, name .. ' ' .. (data.login or data.item.label))
            end })
        end""")
    editor.type("<Tab><C-n><Tab><Esc>gf")
    editor.until("you follow @octocat, @octo-labs.")
    editor.type("<CR>")
    editor.until("second-kettle")
    told = editor.lua("return Told")
    equal(sorted(told), sorted([
        "Followed octocat", "Followed octo-labs", "Chosen octo-labs", "Opened octo-labs",
        "Chosen octocat", "Opened octocat"]), "told")


@check
def history(bench):
    """<C-Up> and <C-Down> go through what was searched for, back to what was being typed"""
    _, editor = bench.terminal()
    for text in ("octop", "octok"):
        editor.command(f"GitExplorer search {text}")
        editor.until("1 │")
        editor.type("<Esc><Esc>")
        editor.until_gone("│" + text)
    editor.command("GitExplorer search")
    editor.until("login or name")
    editor.type("oct<C-Up>")
    editor.until("│octok ")
    editor.type("<C-Up><C-Up>")
    editor.until("│octop ")
    editor.until("│ octopine")
    editor.type("<C-Down><C-Down><C-Down>")
    editor.until("│oct ")


@check
def resume(bench):
    """`:GitExplorer resume`: the text, who was selected and who was marked"""
    sandbox, editor = bench.terminal()
    editor.command("GitExplorer resume")
    editor.until("nothing has been searched for yet.")
    editor.command("GitExplorer search octo")
    editor.until("tentacle-octo")
    editor.type("<Tab><C-n><C-n><Esc><Esc>")
    editor.until_gone("tentacle-octo")
    searches = sandbox.searches()
    editor.command("GitExplorer resume")
    editor.until("tentacle-octo")
    editor.until("1 marked  9 │")
    editor.until("│*octocat")
    editor.wait(lambda: selected(editor).split()[0] == "octo-foundry", "the selection")
    equal(sandbox.searches(), searches, "it costs nothing")


@check
def preview_on_and_off(bench):
    """<M-p> takes the preview away, for good while it is open, and brings it back"""
    sandbox, editor = bench.searching_terminal("octo")
    editor.until("San Francisco")
    editor.type("<M-p>")
    editor.until_gone("San Francisco")
    editor.until("tentacle-octo")
    asked = sandbox.requests("/users/octokit")
    editor.type("<C-n>")
    editor.wait(lambda: selected(editor).split()[0] == "octokit", "the next")
    equal(sandbox.requests("/users/octokit"), asked, "nothing is asked for what is not shown")
    editor.type("<M-p>")
    editor.wait(lambda: sandbox.requests("/users/octokit") > asked, "the preview")
    editor.type("<C-p>")
    editor.until("San Francisco")
    editor.resize(60, 24)
    editor.wait(lambda: editor.lua("return vim.o.columns") == 60, "the narrow screen")
    editor.until_gone("San Francisco")
    editor.type("<M-p><M-p>")
    editor.until("there is no room for a preview")
    equal(errors(editor), [], "errors")


@check
def selection_and_borders_have_groups(bench):
    """the border, the background and the marks have groups of their own"""
    _, editor = bench.searching_terminal("octo", before=[
        "set termguicolors", "highlight GitExplorerBorder guifg=#123456",
        "highlight GitExplorerMark guifg=#654321", "highlight GitExplorerNormal guibg=#010203"])
    editor.until("octopine")
    editor.type("<Tab>")
    editor.until("│*octocat")
    true(any("╭─" in row for row in editor.screen.styled("38;2;18;52;86")), "the border")
    equal(editor.screen.styled("38;2;101;67;33"), ["*"], "the mark")
    true(editor.screen.styled("48;2;1;2;3"), "the background")


@check
def installed_by_the_readme(bench):
    """in an empty home, by the lines of the README, the command is there, and so is the help"""
    sandbox = bench.sandbox()

    class Installed(TerminalEditor):
        """Finds the plugin where the README has it put by hand."""

        def start(self, argv, columns, lines):
            folder = os.path.join(self.home.name, ".local/share/nvim/site/pack/gitexplorer/start")
            os.makedirs(folder)
            os.symlink(PLUGIN, os.path.join(folder, "gitexplorer"))
            super().start(argv, columns, lines)

    editor = bench.editor(sandbox, kind=Installed, is_installed=True)
    editor.command("helptags ALL")
    editor.command("help gitexplorer-search")
    editor.until("A prompt, a list that follows every key")
    editor.command("close")
    editor.command("GitExplorer search octo")
    editor.until("tentacle-octo")
    equal(errors(editor), [], "errors")
