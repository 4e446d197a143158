---The keys of the search, in the prompt and in the list.
local M = {}

local function actions() return require("gitexplorer.actions") end

---@class gitexplorer.SearchAction
---@field does string
---@field modes string[] those of the prompt
---@field run fun(screen: gitexplorer.SearchScreen)

local both, normal = { "n", "i" }, { "n" }

---@param screen gitexplorer.SearchScreen
---@param wanted boolean
local function follow(screen, wanted)
  local logins = {}
  for _, item in ipairs(screen:chosen()) do
    if item.data and item.data.login then logins[#logins + 1] = item.data.login end
  end
  if #logins == 0 then return screen:say("there is nobody to follow here") end
  actions().follow(logins, wanted, function(words) screen:say(words) end)
end

---@type table<string, gitexplorer.SearchAction>
local all = {
  next = { does = "next person; at the end, more", modes = both,
    run = function(screen) screen:move(1) end },
  previous = { does = "previous person", modes = both,
    run = function(screen) screen:move(-1) end },
  accept = { does = "open the person, or all that are marked; while the list is older than the "
    .. "text, search at once", modes = both, run = function(screen) screen:accept() end },
  mark = { does = "mark the person or not, and go on", modes = both,
    run = function(screen) screen:mark(1) end },
  mark_back = { does = "mark the person or not, and go back", modes = both,
    run = function(screen) screen:mark(-1) end },
  take = { does = "copy or insert the person, or all that are marked, as text", modes = both,
    run = function(screen)
      local items = screen:chosen()
      if #items == 0 then return end
      actions().take(items, screen.origin, function(words) screen:say(words) end)
    end },
  quickfix = { does = "those that are marked, else the list, to quickfix", modes = both,
    run = function(screen)
      local items = #screen.marks > 0 and screen.marks or screen.session.items
      local query = screen.session.query
      screen:close()
      actions().to_quickfix(items, query)
    end },
  source = { does = "search in the next source", modes = both,
    run = function(screen) screen:switch_source() end },
  preview = { does = "preview on or off", modes = both,
    run = function(screen) screen:toggle_preview() end },
  older = { does = "the text searched for before", modes = both,
    run = function(screen) screen:recall(-1) end },
  newer = { does = "the text searched for after", modes = both,
    run = function(screen) screen:recall(1) end },
  follow = { does = "follow the person, or all that are marked", modes = normal,
    run = function(screen) follow(screen, true) end },
  unfollow = { does = "follow no longer", modes = normal,
    run = function(screen) follow(screen, false) end },
  browse = { does = "open the page in the browser", modes = normal,
    run = function(screen)
      local item = screen:item()
      if item then actions().browse(item.url) end
    end },
  close = { does = "close the search", modes = both,
    run = function(screen) screen:close() end },
  help = { does = "show the keys", modes = normal,
    run = function() M.help() end },
}

local function keys() return require("gitexplorer.config").get().keys.search end

function M.help() require("gitexplorer.keys").help("Search", all, keys()) end

---@param screen gitexplorer.SearchScreen
function M.map(screen)
  local guard = require("gitexplorer.guard")
  local prompt, list = screen.windows.prompt.buffer, screen.windows.list.buffer
  for name, lhs in require("gitexplorer.keys").each(all, keys()) do
    local action = all[name]
    local run = guard(function() action.run(screen) end)
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
      vim.keymap.set("n", lhs, guard(run), { buffer = buffer, nowait = true })
    end
  end
end

return M
