"""What a list shows and says of itself, in a terminal."""

import re

from kit import check, equal, selected, true


@check
def selection_stays_first(bench):
    """the selection stays on the first row while rows come above it, unless a row was chosen"""
    editor = bench.with_fake("later")
    editor.command("GitExplorer search")
    editor.until("login or name")
    editor.type("fir")
    editor.until("│ first")
    equal(selected(editor).split(), ["first"], "selected")
    editor.type("<C-n>")
    editor.wait(lambda: selected(editor).split() == ["second"], "the second is chosen")
    editor.type("s")
    editor.until("│firs")
    editor.until("3 │")
    equal(selected(editor).split(), ["second"], "it was chosen")


@check
def mended_typo_hides_nobody(bench):
    """a typo and its correction show everybody who was there before, at the first row"""
    _, editor = bench.searching_terminal("octo")
    editor.until("tentacle-octo")
    editor.type("q")
    editor.until("Nobody is called “octoq”")
    editor.type("<BS>")
    editor.until("tentacle-octo")
    editor.until(" 9 │")
    equal(selected(editor).split()[0], "octocat", "selected")


@check
def nothing_is_said_of_an_older_text(bench):
    """while the list is of an older text it says that it waits, and nothing else"""
    sandbox, editor = bench.searching_terminal("zzzzqq", settings={"provisionalResults": False})
    editor.until("Nobody is called")
    sandbox.faults("search:latency=1500ms")
    editor.type("<C-u>octo")
    editor.until("│octo")
    editor.wait(lambda: editor.screen.find("waiting │") or editor.screen.find("⠋ │"), "waiting")
    true(not editor.screen.find("Nobody is called"), "not of an older text")
    true(not editor.screen.find("nobody"), "not in brief either")
    editor.until("tentacle-octo")
    editor.until_gone("waiting")


@check
def failure_is_told_while_it_waits(bench):
    """a failure of an older text is not told of the newer one"""
    sandbox, editor = bench.searching_terminal("octo", faults="search:error=500",
                                               settings={"maximumRetries": 0})
    editor.until("failed │")
    sandbox.faults("search:latency=1500ms")
    editor.type("p")
    editor.until("│octop ")
    editor.until_gone("GitHub has a problem", 1)
    editor.until("octopine")


@check
def what_explains_stays_in_sight(bench):
    """at the end of a long list a failure and its reason are in sight, and so are the rows"""
    sandbox, editor = bench.searching_terminal(
        "an", lines=16, settings={"perPage": 20, "maximumRetries": 0})
    editor.until("20 of ")
    sandbox.faults("search:error=500")
    editor.type("<C-n>" * 19)
    editor.until("GitHub has a problem of its own")
    editor.until("failed │")
    true(selected(editor), "the selection is in the list")
    true(editor.screen.find("│ " + selected(editor).split()[0]), "and on the screen")
    sandbox.faults("")
    editor.type("<C-n>")
    editor.until("40 of ")
    editor.until_gone("GitHub has a problem of its own")


@check
def in_part_is_told(bench):
    """an answer in part says so beside the count, with what to do, while its rows are there"""
    editor = bench.with_fake("partly")
    editor.command("GitExplorer search")
    editor.until("login or name")
    editor.type("fir")
    editor.until("│ first")
    editor.until("1, in part │")
    editor.until("gave up half-way; Enter asks again.")


@check
def too_short_is_told(bench):
    """a text that is too short is called that"""
    _, editor = bench.searching_terminal("octo")
    editor.until("tentacle-octo")
    editor.type("<C-u>o")
    editor.until("too short │")
    editor.until("Type at least 2 characters")


@check
def limit_is_told_over_rows(bench):
    """waiting for the limit is told, with its time, while older rows are there"""
    sandbox, editor = bench.searching_terminal("octo", settings={"provisionalResults": False})
    editor.until("tentacle-octo")
    sandbox.faults("search:primary=3s:first=1")
    editor.type("p")
    editor.until("it asks again by itself in ")
    true(editor.screen.find("tentacle-octo"), "the older rows")
    true(re.search(r"limit, \d s", editor.screen.text()), "in brief")
    editor.until_gone("tentacle-octo", 20)
    editor.until_gone("by itself")
