---What a search on screen reacts to: changes of the prompt, windows that close, a screen of another
---size.
local M = {}

local group_name = "gitexplorer.search"

---The prompt is one line, whatever is pasted into it.
---@param screen gitexplorer.SearchScreen
local function join_lines(screen)
  local prompt = screen.windows.prompt
  if not prompt or not vim.api.nvim_buf_is_valid(prompt.buffer) then return end
  local lines = vim.api.nvim_buf_get_lines(prompt.buffer, 0, -1, false)
  if #lines < 2 then return end
  local before = vim.list_slice(lines, 1, vim.api.nvim_win_get_cursor(prompt.window)[1] - 1)
  local column = vim.api.nvim_win_get_cursor(prompt.window)[2]
  for _, line in ipairs(before) do column = column + #line + 1 end
  vim.api.nvim_buf_set_lines(prompt.buffer, 0, -1, false, { table.concat(lines, " ") })
  vim.api.nvim_win_set_cursor(prompt.window, { 1, column })
end

---Sends each change of the prompt as it is made.
---@param screen gitexplorer.SearchScreen
local function watch_prompt(screen)
  local guard = require("gitexplorer.guard")
  local change = guard(function(buffer)
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    if #lines > 1 then vim.schedule(guard(function() join_lines(screen) end)) end
    screen.said = nil
    screen.session:change(table.concat(lines, " "))
  end)
  vim.api.nvim_buf_attach(screen.windows.prompt.buffer, false, {
    on_lines = function(_, buffer)
      if screen.is_closed then return true end
      change(buffer)
    end,
  })
end

local saved_options ---@type string?

---Keeps the search out of sessions that are saved while it is open.
local function hide_from_sessions()
  if saved_options or not require("gitexplorer.version").saves_floats() then return end
  saved_options = vim.o.sessionoptions
  vim.opt.sessionoptions:remove("blank")
end

---@param screen gitexplorer.SearchScreen
function M.start(screen)
  hide_from_sessions()
  local guard = require("gitexplorer.guard")
  local windows = screen.windows
  watch_prompt(screen)
  local group = vim.api.nvim_create_augroup(group_name, {})
  local function on(event, options, act)
    options.group, options.callback = group, guard(act)
    vim.api.nvim_create_autocmd(event, options)
  end
  local function look_soon() vim.schedule(guard(function() screen:is_whole() end)) end
  on("WinClosed", { pattern = {
    tostring(windows.prompt.window), tostring(windows.list.window),
  } }, function() vim.schedule(guard(function() screen:close() end)) end)
  on("BufWinLeave", { buffer = windows.prompt.buffer }, look_soon)
  on("BufWinLeave", { buffer = windows.list.buffer }, look_soon)
  on("CursorMoved", { buffer = windows.list.buffer }, function()
    local item = screen.targets[vim.api.nvim_win_get_cursor(0)[1]]
    if item and item ~= screen:item() then
      screen.selection:choose(item)
      screen:move(0)
    end
  end)
  on("VimResized", {}, function()
    if not screen:is_whole() then return end
    require("gitexplorer.search.windows").arrange(screen.windows)
    screen:draw()
  end)
end

function M.stop()
  vim.api.nvim_create_augroup(group_name, {})
  if saved_options then vim.o.sessionoptions = saved_options end
  saved_options = nil
end

return M
