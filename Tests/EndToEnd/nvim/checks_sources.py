"""Every source can be chosen, and says which it is. In a terminal."""

from editor import TerminalEditor
from kit import CATALOGUES, check, equal, errors, true


def with_catalogues(bench, **more):
    return bench.editor(kind=TerminalEditor, options={
        "cmd": [bench.server_path, "--sandbox", "--config", CATALOGUES], **more})


@check
def source_on_the_command_line(bench):
    """`:GitExplorer search --source fighters` lists and searches the fighters, and says so"""
    editor = with_catalogues(bench)
    editor.command("GitExplorer search --source fighters")
    editor.until("Bram Sonderholt")
    editor.until("Fighters")
    editor.until("any part of a name")
    true(not editor.screen.find("People on GitHub"), "it is called by its name")
    editor.type("son")
    editor.until("Mirela Sončeva")
    editor.until_gone("Ji-ho Baeksan")
    editor.type("qq")
    editor.until("Nothing in Fighters is called “sonqq”.")
    editor.until("nothing │")
    editor.type("<BS><BS>")
    editor.until("Mirela Sončeva")
    editor.until_gone("nothing │")
    editor.type("<CR>")
    editor.until("fightTeam")
    editor.until("Copper Street Gym")
    equal(errors(editor), [], "errors")


@check
def source_is_completed(bench):
    """<Tab> behind `--source` lists the sources"""
    editor = with_catalogues(bench)
    editor.type(":GitExplorer search --s<Tab> f<Tab>")
    editor.until("--source fighters")
    editor.type("<Tab>")
    editor.until("--source fruits")
    editor.type("<Esc><Esc>")
    editor.command("GitExplorer search --source")
    editor.until("--source needs the name of a source.")


@check
def key_changes_the_source(bench):
    """<C-s> goes from source to source with the same text, and the prompt says where"""
    editor = with_catalogues(bench, width=0.9)
    editor.command("GitExplorer search an")
    editor.until("sandy-sandbox")
    editor.type("<C-s>")
    editor.until("searching Fighters")
    editor.until("Anders Wilsonby")
    editor.until_gone("sandy-sandbox")
    editor.type("<C-s>")
    editor.until("searching 과일")
    editor.until("pomegranate")
    for season in ("가을", "겨울", "봄"):
        editor.until(f"│{season} ")
    editor.type("<BS>")
    editor.until("과일")
    editor.type("<C-s>")
    editor.until("searching Hospitals")
    editor.type("<C-s>")
    editor.until("searching People on GitHub")
    equal(errors(editor), [], "errors")


@check
def unknown_source(bench):
    """a source that there is not is named in the list's place, and the key leads out of it"""
    editor = with_catalogues(bench)
    editor.command("GitExplorer search --source nonsense son")
    editor.until("There is no source `nonsense`.")
    editor.type("g")
    editor.until("There is no source `nonsense`.")
    editor.type("<BS><C-s>")
    editor.until_gone("There is no source")
    equal(errors(editor), [], "errors")


@check
def source_by_options(bench):
    """`source` in the options of search() and of the asynchronous search"""
    editor = with_catalogues(bench)
    editor.command("lua require('gitexplorer').search('son', { source = 'fighters' })")
    editor.until("Sonny Marbledale")
    editor.type("<Esc><Esc>")
    editor.until_gone("Sonny Marbledale")
    editor.lua("""
        require('gitexplorer').search('son', { source = 'fighters', per_page = 2 },
          function(failure, page) Page = { failure = failure, labels = vim.tbl_map(
            function(item) return item.label end, page.items), more = page.hasMore } end)""")
    page = editor.wait(lambda: editor.lua("return Page"), "an answer")
    equal(page, {"labels": ["Sonny Marbledale", "Bram Sonderholt"], "more": True}, "the page")
