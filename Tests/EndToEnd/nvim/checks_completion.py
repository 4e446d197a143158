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
def other_text_is_left_alone(bench):
    """what is no mention goes to what completed there before; addresses are no mentions"""
    _, editor = bench.start()
    for before, start in (("see octo", None), ("me@octo", None), ("@octo", 0), ("(@octo", 1),
                          ("a @", 2), ("Co-authored-by: Oc", 16), ("co-AUTHORED-by:x", 15)):
        place = editor.lua("return require('gitexplorer.completion').place(...)", before)
        equal(place and place["start"], start, before)
    editor.lua("vim.cmd('edit page.md | let g:omni_calls = 0')")
    editor.lua("""vim.cmd([[
        function! Former(find_start, base)
          return a:find_start ? 0 : ['former']
        endfunction
        let b:gitexplorer_omnifunc = 'Former']])""")
    editor.type("ifo<C-x><C-o>")
    editor.until("former")


@check
def completion_can_be_off(bench):
    """the option `omnifunc = false` leaves buffers alone"""
    _, editor = bench.start(options={"omnifunc": False})
    editor.command("edit COMMIT_EDITMSG")
    editor.until("COMMIT_EDITMSG")
    true("gitexplorer" not in editor.call("nvim_buf_get_option", 0, "omnifunc"), "not ours")
