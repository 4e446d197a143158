"""What a burst of keys costs: one search, whoever asks. In a terminal."""

from kit import check, equal, true


def until_searches(sandbox, editor, number):
    editor.wait(lambda: sandbox.searches() >= number, f"{number} searches")
    equal(sandbox.searches(), number, "searches")


@check
def burst_in_completion(bench):
    """a completion plugin that asks at every key costs one search; all that was found is offered"""
    sandbox, editor = bench.terminal(settings={"debounceMilliseconds": 300}, before=[
        "set completeopt=menuone,noinsert,noselect"])
    editor.command("edit notes.md")
    editor.lua("""
        vim.api.nvim_create_autocmd('TextChangedI', { callback = function()
          vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<C-x><C-o>', true, true, true), 'n', true)
        end })""")
    editor.type("iThanks @octo")
    editor.until("tentacle-octo")
    until_searches(sandbox, editor, 1)
    editor.type("p")
    editor.until_gone("tentacle-octo")
    editor.until("octopine")
    until_searches(sandbox, editor, 2)


@check
def menu_follows_what_is_typed(bench):
    """the menu stays while one types on, is made anew by one search, and ends with the word"""
    sandbox, editor = bench.terminal(settings={"debounceMilliseconds": 300,
                                               "provisionalResults": False},
                                     before=["set completeopt=menuone,noinsert"])
    editor.command("edit COMMIT_EDITMSG")
    editor.type("iReviewed-by: octo<C-x><C-o>")
    editor.until("tentacle-octo")
    editor.type("p")
    editor.until("Reviewed-by: octop ")
    editor.type("i")
    editor.until_gone("tentacle-octo")
    editor.until("octopine")
    until_searches(sandbox, editor, 2)
    editor.type("<C-y>")
    editor.until("Reviewed-by: octopine <")
    editor.type(" @")
    editor.until("> @")
    until_searches(sandbox, editor, 2)
    editor.type("<Esc>")
    equal(editor.lua("return #vim.api.nvim_get_autocmds({ group = 'gitexplorer.completion' })"), 0,
          "autocommands")


@check
def every_trailer_is_completed(bench):
    """each of git's usual trailers is completed with a name and an address"""
    _, editor = bench.terminal(before=["set completeopt=menuone,noinsert"])
    editor.command("edit COMMIT_EDITMSG")
    editor.type("i")
    for trailer in ("Co-authored-by", "Reviewed-by", "Acked-by", "Tested-by", "Suggested-by",
                    "Reported-by", "Helped-by", "signed-off-by"):
        editor.type(f"{trailer}: octopi<C-x><C-o>")
        editor.wait(lambda: editor.call("nvim_call_function", "pumvisible", []) == 1, "the menu")
        editor.type("<C-y>")
        editor.until(f"{trailer}: octopine <")
        editor.type("<CR>")


@check
def burst_on_the_command_line(bench):
    """<Tab> behind `:GitExplorer user` shows who is called that, for one search; a key ends it"""
    sandbox, editor = bench.terminal(settings={"debounceMilliseconds": 300})
    editor.type(":GitExplorer user octo<Tab>")
    editor.until("octo-foundry")
    until_searches(sandbox, editor, 1)
    editor.type("<Esc>")
    editor.until_gone("octo-foundry")
    sandbox.faults("search:hang")
    editor.type(":GitExplorer user octol<Tab>abs")
    editor.until("octolabs", 2)
    editor.type("<C-c>")
    editor.wait(lambda: not editor.lua(
        "return #vim.api.nvim_get_autocmds({ event = 'CmdlineLeave' }) > 0"), "none is left")


@check
def burst_in_a_picker(bench):
    """a picker that asks at every key costs one search"""
    sandbox, editor = bench.terminal(settings={"debounceMilliseconds": 300})
    editor.lua("""
        local feed = require('gitexplorer.pickers.feed').new({})
        for _, text in ipairs({ 'o', 'oc', 'oct', 'octo' }) do
          feed:ask(text, function(items)
            Found = vim.tbl_map(function(item) return item.label end, items)
          end)
        end""")
    editor.wait(lambda: editor.lua("return Found"), "people")
    equal(len(editor.lua("return Found")), 9, "people")
    true("tentacle-octo" in editor.lua("return Found"), "whatever a filter thinks of it")
    until_searches(sandbox, editor, 1)
