---The keys of the search, in the prompt and in the list.
local M = {}

local function actions() return require("gitexplorer.actions") end

---@class gitexplorer.SearchAction
---@field does string
---@field modes string[] those of the prompt
---@field run fun(screen: gitexplorer.SearchScreen)

---@type table<string, gitexplorer.SearchAction>
local all = {
  next = { does = "next person; at the end, more", modes = { "n", "i" },
    run = function(screen) screen:move(1) end },
  previous = { does = "previous person", modes = { "n", "i" },
    run = function(screen) screen:move(-1) end },
  accept = { does = "open the person; search at once while the list is older than the text",
    modes = { "n", "i" }, run = function(screen) screen:accept() end },
  take = { does = "copy or insert the person as text", modes = { "n", "i" },
    run = function(screen)
      local item = screen:item()
      if not item then return end
      actions().take(item, screen.origin, function(words) screen:say(words) end)
    end },
  quickfix = { does = "the list to quickfix", modes = { "n", "i" },
    run = function(screen)
      local session = screen.session
      screen:close()
      actions().to_quickfix(session.items, session.query)
    end },
  browse = { does = "open the page in the browser", modes = { "n" },
    run = function(screen)
      local item = screen:item()
      if item then actions().browse(item.url) end
    end },
  close = { does = "close the search", modes = { "n", "i" },
    run = function(screen) screen:close() end },
  help = { does = "show the keys", modes = { "n" },
    run = function() M.help() end },
}

local function keys() return require("gitexplorer.config").get().keys.search end

function M.help() require("gitexplorer.keys").help("Search", all, keys()) end

---@param screen gitexplorer.SearchScreen
function M.map(screen)
  local prompt, list = screen.windows.prompt.buffer, screen.windows.list.buffer
  for name, lhs in require("gitexplorer.keys").each(all, keys()) do
    local action = all[name]
    local function run() action.run(screen) end
    vim.keymap.set(action.modes, lhs, run, { buffer = prompt, nowait = true, desc = action.does })
    vim.keymap.set("n", lhs, run, { buffer = list, nowait = true, desc = action.does })
  end
  for _, buffer in ipairs({ prompt, list }) do
    for lhs, run in pairs({
      j = function() screen:move(1) end,
      k = function() screen:move(-1) end,
      q = function() screen:close() end,
      ["<Esc>"] = function() screen:close() end,
    }) do
      vim.keymap.set("n", lhs, run, { buffer = buffer, nowait = true })
    end
  end
end

return M
