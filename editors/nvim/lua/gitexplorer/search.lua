---The live search: one on screen at a time.
local M = {}

local current ---@type gitexplorer.SearchScreen?

local function forget(screen)
  if current == screen then current = nil end
end

---@param past gitexplorer.PastSearch
---@param options gitexplorer.SearchOptions
local function open(past, options)
  current = require("gitexplorer.search.screen").open(past, options, forget)
end

---The one that is on screen in this tab page. One in another tab page is closed.
local function at_hand()
  if not current or not current:is_whole() then return nil end
  local window = current.windows.prompt.window
  local tab = vim.api.nvim_win_get_tabpage(window)
  if tab == vim.api.nvim_get_current_tabpage() then return current end
  current:close()
end

---Opens the search, or goes to the one that is open.
---@param text? string what to search for at once
---@param options? gitexplorer.SearchOptions
function M.open(text, options)
  text, options = (text or ""):gsub("%s+", " "), options or {}
  local screen = at_hand()
  if not screen then return open({ text = text, marks = {} }, options) end
  vim.api.nvim_set_current_win(screen.windows.prompt.window)
  if options.source and options.source ~= screen.session.source then
    screen:search_in(options.source)
  end
  screen:type_in(text ~= "" and text or screen.session.text)
end

---Opens the last search again: its text, its source, who was selected and marked.
function M.resume()
  if at_hand() then return M.open() end
  local last = require("gitexplorer.search.history").last()
  if not last then
    return require("gitexplorer.notify").show("nothing has been searched for yet.")
  end
  open(last, { source = last.source })
end

---Ends the search that is open, if the cursor is in it: something else is shown in its place.
function M.give_way()
  local windows = current and not current.is_closed and current.windows
  local window = vim.api.nvim_get_current_win()
  if windows and (window == windows.prompt.window or window == windows.list.window) then
    current:close()
  end
end

return M
