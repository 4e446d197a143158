"""A profile in its buffer."""

from kit import check, equal, true


def open_profile(bench, login="octocat", faults="", **more):
    sandbox, editor = bench.start(faults, **{"lines": 90, **more})
    editor.command(f"GitExplorer user {login}")
    return sandbox, editor


def until_whole(editor):
    """Waits until all of octocat's sections are there."""
    for words in ("second-kettle", "galina805", "thalia_kettle"):
        editor.until(words)
    editor.until_gone("Loading…")


@check
def profile_is_drawn(bench):
    """a profile: the card, then repositories, followers, following, each with its count"""
    sandbox, editor = open_profile(bench)
    editor.until_group("The Octocat", "Title")
    editor.until_group("Repositories  8", "Statement")
    editor.until_group("second-kettle", "Identifier")
    editor.until("Swift · ★ 39 · archived  A spare garden for static sites")
    editor.until("Followers  1430")
    editor.until("Following  8")
    equal(editor.call("nvim_buf_get_name", 0), f"gitexplorer://{sandbox.host}/octocat", "name")
    true(not editor.call("nvim_buf_get_option", 0, "modifiable"), "it is not modifiable")
    true("null" not in editor.screen.text() and "vim.NIL" not in editor.screen.text(), "no null")


@check
def loading_and_parts_are_drawn(bench):
    """what has come is drawn, what has not says that it is loading"""
    sandbox, editor = open_profile(bench, faults="followers:latency=1500ms")
    editor.until("second-kettle")
    true(editor.screen.find("Loading…"), "followers are loading")
    editor.until("galina805")
    editor.until_gone("Loading…")


@check
def partial_profile_is_drawn(bench):
    """a section that failed says so, the others stand; one alert, not one a section"""
    _, editor = open_profile(
        bench, faults="repos+followers:error=500", settings={"maximumRetries": 0},
        before=["lua Alerts = {} vim.notify = function(words) table.insert(Alerts, words) end"])
    editor.until_group("GitHub has a problem of its own", "WarningMsg")
    editor.until("Following  8")
    editor.until("thalia_kettle")
    editor.wait(lambda: editor.screen.text().count("(HTTP 500)") == 3, "both sections say so")
    alerts = editor.lua("return Alerts")
    equal(len(alerts), 1, f"alerts {alerts}")


@check
def missing_profile_is_drawn(bench):
    """a login that nobody has"""
    _, editor = open_profile(bench, "nobody-at-all")
    editor.until_group("GitHub has no user nobody-at-all.", "ErrorMsg")


@check
def edit_and_refresh_reload(bench):
    """:e and R load again"""
    sandbox, editor = open_profile(bench, settings={"maximumRetries": 0})
    editor.until("second-kettle")
    sandbox.faults("user:error=500")
    editor.type("R")
    editor.until_group("GitHub has a problem of its own", "ErrorMsg")
    sandbox.faults("")
    editor.command("e")
    editor.until_gone("GitHub has a problem of its own (HTTP 500).\n")
    editor.until("second-kettle")
    editor.until("Followers  1430")


@check
def sections_are_jumped(bench):
    """]] and [[ go from section to section"""
    _, editor = open_profile(bench)
    until_whole(editor)
    for keys, title in (("]]", "Repositories  8"), ("]]", "Followers  1430"), ("]]", "Following  8"),
                        ("]]]][[", "Followers  1430"), ("[[", "Repositories  8")):
        editor.type(keys)
        editor.until_line(title)


@check
def more_of_a_section(bench):
    """L loads more of the section under the cursor; the cursor stays"""
    _, editor = open_profile(bench)
    until_whole(editor)
    editor.type("]]]]j")
    editor.until_line("octopine")
    count = editor.call("nvim_buf_line_count", 0)
    editor.type("L")
    editor.wait(lambda: editor.call("nvim_buf_line_count", 0) > count, "more lines")
    editor.until_line("octopine")


@check
def follow_and_unfollow(bench):
    """f follows, F unfollows, both are shown"""
    _, editor = open_profile(bench, "octopine")
    editor.until("@octopine")
    editor.type("f")
    editor.until("You follow.")
    # Which of the two "String" is depends on the version's colours.
    true({"String", "Constant"} & set(editor.screen.groups_of("You follow.")), "highlighted")
    editor.until("you follow @octopine")
    editor.type("F")
    editor.until_group("You do not follow.", "Comment")
    editor.command("GitExplorer follow octopine")
    editor.until("You follow.")
    editor.command("GitExplorer unfollow octopine")
    editor.until("You do not follow.")


@check
def failed_follow_is_reverted(bench):
    """a follow that fails is taken back on screen"""
    sandbox, editor = open_profile(bench, "octopine")
    editor.until("@octopine")
    editor.until("Following  67")
    sandbox.faults("follow:error=403")
    editor.type("f")
    editor.until("You do not follow.")


@check
def each_failed_follow_is_told(bench):
    """a follow that fails is told each time, though the server alerts once"""
    sandbox, editor = bench.start("follow:error=403", before=[
        "lua Told = {} vim.notify = function(words) table.insert(Told, words) end"])
    for count in (1, 2):
        editor.command("GitExplorer follow octopine")
        editor.wait(lambda: len(editor.lua("return Told")) >= count, f"{count} told")
    equal(len(editor.lua("return Told")), 2, "told")


@check
def lines_are_cut_to_the_window(bench):
    """no line is wider than the window, whatever is in it; cut ones end in an ellipsis"""
    _, editor = open_profile(bench, columns=44)
    until_whole(editor)
    widest = editor.lua("""
        local widest = 0
        for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
          widest = math.max(widest, vim.fn.strdisplaywidth(line))
        end
        return widest""")
    true(30 < widest <= 44, f"widest {widest}")
    editor.until("hollow-parser  Swift · ★ 119  A paper be…")


@check
def people_and_repositories_open(bench):
    """<CR> opens a follower; o and gX open pages in the browser"""
    _, editor = open_profile(
        bench, before=["lua Pages = {}",
                       "lua vim.ui.open = function(page) table.insert(Pages, page) end"])
    until_whole(editor)
    editor.type("]]jogX")
    page = "https://github.com/octocat/second-kettle"
    pages = editor.wait(lambda: len(editor.lua("return Pages")) == 2 and editor.lua("return Pages"),
                        "two pages")
    equal(pages, [page, page], "pages")
    editor.type("]]j<CR>")
    editor.until("@octopine")
    true(editor.call("nvim_buf_get_name", 0).endswith("/octopine"), "the buffer")


@check
def help_and_close(bench):
    """g? shows the keys, q closes"""
    _, editor = open_profile(bench)
    editor.until("second-kettle")
    editor.type("g?")
    editor.until("load more of this section")
    editor.type("<CR>")
    editor.until("second-kettle")
    editor.type("q")
    editor.until_gone("second-kettle")


@check
def bad_logins_are_refused(bench):
    """what is no login is refused in one line, and nothing is asked"""
    _, editor = bench.start()
    editor.command("GitExplorer user ../evil")
    editor.until_group("GitExplorer: “../evil” is no login.", "ErrorMsg")
    editor.command("GitExplorer user")
    editor.until(":GitExplorer user needs a login.")


PICTURES = """
Pictures = {}
package.preload['snacks'] = function()
  return { image = {
    supports_terminal = function() return CanDraw end,
    supports_file = function() return true end,
    terminal = { env = function() return { placeholders = true } end },
    placement = { new = function(buffer, path, options)
      local picture = { buffer = buffer, path = path, line = options.pos[1], is_shown = true }
      table.insert(Pictures, picture)
      return { close = function() picture.is_shown = false end }
    end },
  } }
end
"""


def pictures(editor):
    return [each for each in editor.lua("return Pictures") if each["is_shown"]]


@check
def pictures_are_drawn_by_snacks(bench):
    """the person's picture is drawn below the head where snacks.nvim can, one at a time"""
    sandbox, editor = bench.start(lines=90)
    editor.lua("CanDraw = true\n" + PICTURES)
    editor.command("GitExplorer user octocat")
    until_whole(editor)
    picture = editor.wait(lambda: pictures(editor), "a picture")[0]
    with open(picture["path"], "rb") as file:
        true(file.read(4) in (b"\x89PNG", b"\xff\xd8\xff\xe0", b"GIF8", b"RIFF"), "its bytes")
    head = editor.call("nvim_buf_get_lines", 0, 0, picture["line"], True)
    equal(head[-1], "", "the line that it is drawn at")
    true("mascot" in head[-2], f"below the head: {head}")
    editor.command("edit")
    editor.wait(lambda: len(editor.lua("return Pictures")) > 1, "it is drawn again")
    until_whole(editor)
    equal(len(pictures(editor)), 1, "pictures at once")
    equal(sandbox.requests("/avatars/"), 1, "requests for it")
    editor.command("bwipeout!")
    editor.wait(lambda: not pictures(editor), "it goes with the buffer")


@check
def pictures_are_not_asked_for_elsewhere(bench):
    """where the terminal cannot, or there is no such plugin, no picture is asked for"""
    for code in ("CanDraw = false\n" + PICTURES, "return 1"):
        sandbox, editor = bench.start(lines=90)
        editor.lua(code)
        editor.command("GitExplorer user octocat")
        until_whole(editor)
        equal(sandbox.requests("/avatars/"), 0, "requests for pictures")


@check
def pictures_that_fail_are_not_missed(bench):
    """a picture that does not come, or cannot be drawn, leaves the profile as it is and says nothing"""
    broken = PICTURES.replace("local picture", "error('cannot') local picture")
    for faults, code in (("avatar:error=500", PICTURES), ("", broken)):
        sandbox, editor = bench.start(faults, lines=90, settings={"maximumRetries": 0}, before=[
            "lua Told = {} vim.notify = function(words) table.insert(Told, words) end"])
        editor.lua("CanDraw = true\n" + code)
        editor.command("GitExplorer user octocat")
        until_whole(editor)
        editor.wait(lambda: sandbox.requests("/avatars/"), "the picture is asked for")
        editor.command("edit")
        until_whole(editor)
        equal(editor.lua("return Told"), [], "told")
        equal(pictures(editor), [], "pictures")
