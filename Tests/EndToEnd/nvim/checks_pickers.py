"""The pickers, with stand-ins that call as the real ones do, and without them."""

from kit import check, equal, true

OCTO = ["octocat", "octokit", "octo-labs"]

TELESCOPE = """
local T = { entries = {}, closed = 0 }
Telescope = T
package.preload['telescope'] = function() return {} end
package.preload['telescope.sorters'] = function()
  return { empty = function() return 'no sorting' end }
end
package.preload['telescope.actions'] = function()
  return {
    close = function() T.finder.close() T.closed = T.closed + 1 end,
    select_default = { replace = function(_, act) T.select = act end },
  }
end
package.preload['telescope.actions.state'] = function()
  return { get_selected_entry = function() return T.entries[T.chosen or 1] end }
end
package.preload['telescope.pickers'] = function()
  return { new = function(_, options)
    T.finder, T.options = options.finder, options
    function T.prompt(text)
      local entries = {}
      T.is_complete = false
      T.finder(text, function(entry) table.insert(entries, entry) end, function()
        T.entries, T.is_complete = entries, true
      end)
    end
    return { find = function()
      options.attach_mappings(1)
      T.prompt(options.default_text)
    end }
  end }
end
"""

SNACKS = """
local S = { items = {} }
SnacksFake = S
package.preload['snacks'] = function()
  return { picker = { pick = function(options)
    S.options = options
    function S.prompt(text)
      local co
      local async = {
        suspend = function() coroutine.yield() end,
        resume = function() coroutine.resume(co) end,
      }
      S.items, S.is_complete = {}, false
      local find = options.finder(options, { filter = { search = text }, async = async })
      co = coroutine.create(function()
        find(function(item) table.insert(S.items, item) end)
        S.is_complete = true
      end)
      coroutine.resume(co)
    end
    S.prompt(options.search)
  end } }
end
"""

FZF = """
local F = { lines = {} }
FzfFake = F
package.preload['fzf-lua'] = function()
  return { fzf_live = function(contents, options)
    F.options = options
    function F.prompt(query, as_table)
      F.lines, F.is_complete = {}, false
      contents(as_table and { query } or query)(function(line)
        if line == nil then F.is_complete = true else table.insert(F.lines, line) end
      end)
    end
    F.prompt(options.query)
  end }
end
"""


def with_picker(bench, source, name):
    _, editor = bench.start()
    editor.lua(source)
    editor.command(f"lua require('gitexplorer').pick('{name}', 'octo')")
    return editor


def until_lua(editor, code, what):
    return editor.wait(lambda: editor.lua("return " + code), what)


@check
def absent_pickers(bench):
    """a picker that is not installed is named in one line"""
    _, editor = bench.start()
    for name, plugin in (("telescope", "telescope"), ("snacks", "snacks"), ("fzf_lua", "fzf-lua")):
        editor.command(f"lua require('gitexplorer').pick('{name}')")
        editor.until_group(f"GitExplorer: the plugin `{plugin}` is not there.", "ErrorMsg")
    editor.command("lua require('gitexplorer').pick('nonsense')")
    editor.until("there is no picker `nonsense`")


@check
def select_picker(bench):
    """vim.ui.select: the people in the server's order, the choice opens"""
    _, editor = bench.start(options={"picker": "select"})
    editor.command("GitExplorer search octo")
    editor.until("3: octo-labs  (organization)")
    editor.type("2<CR>")
    editor.until("@octokit")
    editor.command("GitExplorer search zzzzqq")
    editor.until("nobody is called “zzzzqq”.")
    editor.command("GitExplorer search")
    editor.until("People on GitHub:")
    editor.type("octo<CR>")
    editor.until("1: octocat")
    editor.type("<CR>")


@check
def telescope_picker(bench):
    """Telescope: live, the server's order kept, the choice opens"""
    editor = with_picker(bench, TELESCOPE, "telescope")
    until_lua(editor, "Telescope.is_complete", "entries")
    labels = editor.lua("return vim.tbl_map(function(e) return e.value.label end, "
                        "Telescope.entries)")
    equal(labels[:3], OCTO, "entries")
    equal(editor.lua("return Telescope.entries[3].index"), 3, "index")
    true(not editor.lua("return Telescope.options.tiebreak()"), "ties keep their order")
    editor.lua("Telescope.prompt('octopi')")
    until_lua(editor, "Telescope.is_complete and #Telescope.entries == 1", "one entry")
    editor.lua("Telescope.select()")
    editor.until("@octopine")


@check
def snacks_picker(bench):
    """snacks: live, the server's order kept, the choice opens"""
    editor = with_picker(bench, SNACKS, "snacks")
    until_lua(editor, "SnacksFake.is_complete", "items")
    labels = editor.lua("return vim.tbl_map(function(i) return i.person.label end, "
                        "SnacksFake.items)")
    equal(labels[:3], OCTO, "items")
    editor.lua("SnacksFake.prompt('octopi')")
    until_lua(editor, "SnacksFake.is_complete and #SnacksFake.items == 1", "one item")
    editor.lua("SnacksFake.options.confirm({ close = function() SnacksFake.options.on_close() end }"
               ", SnacksFake.items[1])")
    editor.until("@octopine")


@check
def fzf_lua_picker(bench):
    """fzf-lua, older and newer: live, the server's order kept, the choice opens"""
    editor = with_picker(bench, FZF, "fzf_lua")
    until_lua(editor, "FzfFake.is_complete", "lines")
    equal(editor.lua("return FzfFake.lines")[:3],
          ["octocat", "octokit  (organization)", "octo-labs  (organization)"], "lines")
    editor.lua("FzfFake.prompt('octopi', true)")
    until_lua(editor, "FzfFake.is_complete and #FzfFake.lines == 1", "one line")
    editor.lua("FzfFake.options.winopts.on_close()"
               " FzfFake.options.actions.default(FzfFake.lines)")
    editor.until("@octopine")
