"""The pickers, with stand-ins that call as the real ones do, and without them."""

from kit import CATALOGUES, check, equal, true

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
  return {
    get_selected_entry = function() return T.entries[T.chosen or 1] end,
    get_current_picker = function()
      return { get_multi_selection = function()
        return vim.tbl_map(function(index) return T.entries[index] end, T.marked or {})
      end }
    end,
  }
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


# It comes back from `start` only when somebody has been chosen, and takes other things in meanwhile.
MINI = """
local P = { tick = 0, items = {}, query = {} }
MiniFake = P
local function match()
  P.tick = P.tick + 1
  P.source.match({}, {}, P.query)
end
package.preload['mini.pick'] = function()
  return {
    get_querytick = function() return P.tick end,
    is_picker_active = function() return P.source ~= nil end,
    set_picker_query = function(query)
      P.query = query
      match()
    end,
    set_picker_items = function(items, options)
      if options.querytick ~= P.tick then return end
      assert(options.do_match == false)
      P.items = items
    end,
    start = function(options)
      P.source = options.source
      match()
      vim.wait(5000, function() return P.over end, 5)
      P.source = nil
    end,
  }
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
    for name, plugin in (("telescope", "telescope"), ("snacks", "snacks"), ("fzf_lua", "fzf-lua"),
                         ("mini_pick", "mini.pick")):
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
    editor.lua("""
        SnacksPicker = {
          close = function() SnacksFake.options.on_close() end,
          selected = function(_, options)
            return options and options.fallback and { SnacksFake.items[1] } or {}
          end,
          items = function() return SnacksFake.items end,
        }
        SnacksFake.options.confirm(SnacksPicker, SnacksFake.items[1])""")
    editor.until("@octopine")


@check
def quickfix_from_pickers(bench):
    """what pickers put into quickfix are profiles: Telescope by its entries, others by an action"""
    editor = with_picker(bench, TELESCOPE, "telescope")
    until_lua(editor, "Telescope.is_complete", "entries")
    entry = editor.lua("local entry = Telescope.entries[2] return { entry.filename, entry.lnum }")
    true(entry[0].endswith("/octokit") and entry[1] == 1, f"Telescope's entry: {entry}")
    editor.lua("Telescope.marked = { 2, 1 } Telescope.select()")
    editor.until("@octokit")
    editor = with_picker(bench, SNACKS, "snacks")
    until_lua(editor, "SnacksFake.is_complete", "items")
    editor.lua("""
        SnacksFake.options.actions.qflist({
          close = function() SnacksFake.options.on_close() end,
          selected = function() return {} end,
          items = function() return SnacksFake.items end,
        })""")
    editor.until("octopine|")
    editor = with_picker(bench, FZF, "fzf_lua")
    until_lua(editor, "FzfFake.is_complete", "lines")
    editor.lua("FzfFake.options.actions['ctrl-q']({ FzfFake.lines[1], FzfFake.lines[2] })")
    editor.until("octokit|")


@check
def mini_picker(bench):
    """mini.pick: live, the server's order kept, its matching left out, the choice opens"""
    editor = with_picker(bench, MINI, "mini_pick")
    until_lua(editor, "#MiniFake.items == 9", "items")
    labels = editor.lua("return vim.tbl_map(function(i) return i.person.label end, MiniFake.items)")
    equal(labels[:3], OCTO, "items")
    editor.lua("require('mini.pick').set_picker_query(vim.split('octopi', ''))")
    until_lua(editor, "#MiniFake.items == 1", "one item")
    editor.lua("MiniFake.source.choose(MiniFake.items[1]) MiniFake.over = true")
    editor.until("@octopine")


@check
def pickers_name_the_source(bench):
    """pickers take a source and are called by it; a failure is one line and leaves them open"""
    _, editor = bench.start(faults="search:error=500", settings={"maximumRetries": 0},
                            options={"cmd": [bench.server_path, "--config", CATALOGUES]})
    editor.lua(TELESCOPE)
    editor.lua("require('gitexplorer').pick('telescope', 'son', { source = 'fighters' })")
    until_lua(editor, "Telescope.is_complete and #Telescope.entries > 3", "entries")
    editor.lua("Telescope.options = nil")
    editor.lua("require('gitexplorer').pick('telescope', '', { source = 'fighters' })")
    equal(editor.lua("return Telescope.options.prompt_title"), "Fighters", "title")
    editor.lua("require('gitexplorer').pick('telescope', 'octo')")
    editor.until("GitExplorer: GitHub has a problem of its own")
    until_lua(editor, "Telescope.is_complete", "an end")


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
