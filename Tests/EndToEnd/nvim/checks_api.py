"""The functions that other plugins call."""

import os

from kit import check, equal, true


@check
def asynchronous_search_and_profile(bench):
    """search() and profile() with a callback: answers, failures, cancelled ones never come"""
    sandbox, editor = bench.start()
    editor.lua("""
        local gitexplorer = require('gitexplorer')
        Got = {}
        gitexplorer.search('octo', { per_page = 3 }, function(failure, page)
          Got.search = { failure = failure, count = #page.items, first = page.items[1].label }
        end)
        gitexplorer.profile('@octocat', { sections = { 'repos' } }, function(failure, profile)
          Got.profile = { failure = failure, login = profile.user.label, repos = #profile.repos.items,
            followers = profile.followers }
        end)
        gitexplorer.profile('nobody-is-called-that', {}, function(failure)
          Got.nobody = failure.data.kind
        end)
        gitexplorer.search('labs', nil, function() Got.cancelled = true end)()
        gitexplorer.search('octo', { source = 'nonsense' }, function(failure)
          Got.unknown = failure.data.kind
        end)""")
    editor.wait(lambda: len(editor.lua("return Got")) == 4, "answers")
    got = editor.lua("return Got")
    equal(got["search"], {"count": 3, "first": "octocat"}, "search")
    equal(got["profile"], {"login": "octocat", "repos": 8}, "profile")
    equal(got["nobody"], "notFound", "nobody")
    equal(got["unknown"], "unknownSource", "unknown")
    equal(len(editor.call("nvim_list_wins")), 1, "windows")


@check
def pasted_logins(bench):
    """mentions, addresses of pages and GitHub's mail addresses are understood as logins"""
    _, editor = bench.start()
    for text in (" @octocat", "https://github.com/octocat", "github.com/octocat/", "octocat",
                 "583231+octocat@users.noreply.github.com", "octocat@users.noreply.127.0.0.1"):
        login = editor.lua("return require('gitexplorer.login')(...)", text)
        equal(login, "octocat", text)
        editor.command(f"GitExplorer user {text}")
        editor.until("second-kettle")
        editor.type("q")
        editor.until_gone("second-kettle")
    editor.command("GitExplorer follow https://github.com/octocat")
    editor.until("you follow @octocat.")


@check
def callbacks_that_fail(bench):
    """an error in a caller's callback is one line, and other answers still come"""
    _, editor = bench.start()
    editor.lua("""
        require('gitexplorer').search('octo', {}, function() error('made to fail') end)
        require('gitexplorer').search('octop', {}, function() Got = true end)""")
    editor.until("this went wrong (see :GitExplorer log)")
    true(editor.wait(lambda: editor.lua("return Got"), "the other"), "answer")


@check
def without_a_server(bench):
    """without a server the callback gets the failure, once"""
    editor = bench.editor(options={"cmd": ["gitexplorer-that-is-not-there"]})
    editor.lua("""
        Count = 0
        require('gitexplorer').profile('octocat', {}, function(failure)
          Count, Kind = Count + 1, failure.data.kind
        end)""")
    editor.wait(lambda: editor.lua("return Count") == 1, "the failure")
    equal(editor.lua("return Kind"), "noServer", "kind")


@check
def relations_and_signatures(bench):
    """people who say why they are here: the row says it, trailers take the signature"""
    _, editor = bench.start()
    found = editor.lua("""
        local item = { id = 'git:1', kind = 'author', label = 'Mira Made-up',
          detail = 'mira@example.org', matches = {},
          data = { relation = { 'mentionable', 'author' }, signature = 'Mira <mira@example.org>',
            coAuthor = 'Co-authored-by: Mira <mira@example.org>' } }
        local session = { items = { item }, phase = 'success', is_current = function() return true end }
        local canvas = require('gitexplorer.search.rows').canvas(session, 70, {})
        return { canvas.lines[1], require('gitexplorer.pickers.feed').line(item),
          require('gitexplorer.actions').texts({ item })[1].text }""")
    true(found[0].rstrip().endswith("author, no account"), found[0])
    true("(author)" in found[1], found[1])
    equal(found[2], "Co-authored-by: Mira <mira@example.org>", "text")


@check
def workspace_is_sent(bench):
    """the repository of the buffer goes to the server; outside of one nothing does"""
    _, editor = bench.start()
    root = os.path.join(editor.home.name, "re po")
    os.makedirs(os.path.join(root, ".git"))
    os.makedirs(os.path.join(root, "deep/er"))
    sent = """
        local session = require('gitexplorer.search.session').open('', {}, function() end)
        local workspace = session.settings.workspace
        session:close()
        return workspace"""
    equal(editor.lua(sent), None, "outside")
    editor.lua("vim.cmd('edit ' .. vim.fn.fnameescape(...))", os.path.join(root, "deep/er/x.md"))
    equal(editor.lua(sent), root, "inside")
    editor.lua("vim.cmd('cd ' .. vim.fn.fnameescape(...))", os.path.join(root, "deep"))
    editor.lua("vim.cmd('edit ' .. vim.fn.fnameescape(...))", os.path.join(root, ".git/COMMIT_EDITMSG"))
    equal(editor.lua(sent), root, "a commit message")
