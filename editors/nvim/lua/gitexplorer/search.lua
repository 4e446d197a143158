---The live search on screen: keystrokes go to the session, what comes of it is drawn.
local M = {}

---@class gitexplorer.SearchScreen
---@field session gitexplorer.Session
---@field windows gitexplorer.Windows
---@field selection gitexplorer.Selection
---@field spinner table
---@field preview? gitexplorer.Preview
---@field origin integer the window that the search was opened from
---@field frame? string of the spinner
---@field said? string
---@field targets table<integer, gitexplorer.Item>
local Screen = {}
Screen.__index = Screen

local namespace = vim.api.nvim_create_namespace("gitexplorer.search")
local current ---@type gitexplorer.SearchScreen?

function Screen:draw_badge()
  local buffer = self.windows.prompt.buffer
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local rows = require("gitexplorer.search.rows")
  local badge = self.said and { self.said .. " ", "GitExplorerHint" }
    or rows.badge(self.session, self.frame)
  if badge[1] ~= "" then
    vim.api.nvim_buf_set_extmark(buffer, namespace, 0, 0, {
      virt_text = { badge }, virt_text_pos = "right_align", hl_mode = "combine",
    })
  end
  if self.session.text == "" then
    vim.api.nvim_buf_set_extmark(buffer, namespace, 0, 0, {
      virt_text = { { "login or name", "GitExplorerHint" } }, virt_text_pos = "overlay",
    })
  end
end

function Screen:draw_list()
  local list = self.windows.list
  local width = vim.api.nvim_win_get_width(list.window)
  local canvas = require("gitexplorer.search.rows").canvas(self.session, width)
  canvas:draw(list.buffer, namespace)
  self.targets = canvas.targets
  self:place_cursor()
end

---Puts the list's cursor on the person that is meant.
function Screen:place_cursor()
  local item = self.selection:item(self.session.items)
  local list = self.windows.list
  vim.wo[list.window].cursorline = item ~= nil
  local line = 1
  for number, target in pairs(self.targets) do
    if target == item then line = number end
  end
  vim.api.nvim_win_set_cursor(list.window, { line, 0 })
  if self.preview then self.preview:show(item) end
end

---Whether there is something to draw on; the search ends where there is not.
function Screen:is_whole()
  if self.is_closed or not self.windows then return false end
  if require("gitexplorer.search.windows").are_whole(self.windows) then return true end
  self:close()
  return false
end

function Screen:draw()
  if not self:is_whole() then return end
  local session = self.session
  self.selection:follow(session.items, session.query)
  local is_waiting = session.phase == "loading" or session.phase == "retrying"
  if is_waiting then
    self.spinner.wait()
  else
    self.spinner.rest()
    self.frame = nil
  end
  self:draw_badge()
  self:draw_list()
end

---Draws once for all that has come by then.
function Screen:draw_soon()
  if self.is_due then return end
  self.is_due = true
  vim.schedule(function()
    self.is_due = false
    self:draw()
  end)
end

---Tells of something done, right of the prompt, until the next key.
---@param words string
function Screen:say(words)
  if not self:is_whole() then return require("gitexplorer.notify").show(words) end
  local room = math.floor(vim.api.nvim_win_get_width(self.windows.prompt.window) * 0.7)
  self.said = require("gitexplorer.text").cut(words, room)
  self:draw_badge()
end

function Screen:move(by)
  self.said = nil
  self:draw_badge()
  local at_end = self.selection:move(self.session.items, by)
  self:place_cursor()
  if at_end and by > 0 then self.session:load_more() end
end

---@return gitexplorer.Item?
function Screen:item() return self.selection:item(self.session.items) end

---Enter: opens the person where the list answers what was typed; else searches at once.
function Screen:accept()
  local item = self:item()
  if not (item and self.session:is_current()) then return self.session:submit() end
  self:close()
  require("gitexplorer.actions").open(item)
end

function Screen:close()
  if current == self then current = nil end
  if self.is_closed then return end
  self.is_closed = true
  self.session:close()
  self.spinner.close()
  if self.preview then self.preview:close() end
  vim.cmd("stopinsert")
  require("gitexplorer.search.windows").close(self.windows, self.origin)
end

---The prompt is one line, whatever is pasted into it.
function Screen:join_lines()
  local buffer = self.windows.prompt.buffer
  if not vim.api.nvim_buf_is_valid(buffer) then return end
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  if #lines < 2 then return end
  local text = table.concat(lines, " ")
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { text })
  vim.api.nvim_win_set_cursor(self.windows.prompt.window, { 1, #text })
end

---Sends each change of the prompt as it is made.
function Screen:watch()
  local buffer = self.windows.prompt.buffer
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      if self.is_closed then return true end
      local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
      if #lines > 1 then vim.schedule(function() self:join_lines() end) end
      self.said = nil
      self.session:change(table.concat(lines, " "))
    end,
  })
  local group = vim.api.nvim_create_augroup("gitexplorer.search", {})
  vim.api.nvim_create_autocmd("WinClosed", {
    group = group,
    pattern = { tostring(self.windows.prompt.window), tostring(self.windows.list.window) },
    callback = function() vim.schedule(function() self:close() end) end,
  })
  for _, pane in ipairs({ self.windows.prompt, self.windows.list }) do
    vim.api.nvim_create_autocmd("BufWinLeave", {
      group = group,
      buffer = pane.buffer,
      callback = function() vim.schedule(function() self:is_whole() end) end,
    })
  end
  vim.api.nvim_create_autocmd("CursorMoved", {
    group = group,
    buffer = self.windows.list.buffer,
    callback = function()
      local item = self.targets[vim.api.nvim_win_get_cursor(0)[1]]
      if item and item ~= self:item() then
        self.selection:choose(item)
        self:move(0)
      end
    end,
  })
  vim.api.nvim_create_autocmd("VimResized", {
    group = group,
    callback = function()
      if not self:is_whole() then return end
      require("gitexplorer.search.windows").resize(self.windows)
      if self.preview and not self.windows.preview then
        self.preview:close()
        self.preview = nil
      end
      self:draw()
    end,
  })
end

---@param text string
function Screen:type_in(text)
  vim.api.nvim_buf_set_lines(self.windows.prompt.buffer, 0, -1, false, { text })
  vim.api.nvim_win_set_cursor(self.windows.prompt.window, { 1, #text })
  vim.cmd("startinsert!")
end

---Opens the search, or goes to the one that is open.
---@param text? string what to search for at once
function M.open(text)
  text = (text or ""):gsub("%s+", " ")
  if current and current:is_whole() then
    vim.api.nvim_set_current_win(current.windows.prompt.window)
    return current:type_in(text ~= "" and text or current.session.text)
  end
  local self = setmetatable({ targets = {}, origin = vim.api.nvim_get_current_win() }, Screen)
  local session = require("gitexplorer.search.session").open(text, function()
    self:draw_soon()
  end)
  if not session then return end
  require("gitexplorer.highlights").ensure()
  local opened, windows = pcall(require("gitexplorer.search.windows").open)
  if not opened then
    session:close()
    return require("gitexplorer.notify").error(windows:match("E%d+:.*") or windows)
  end
  current, self.session, self.windows = self, session, windows
  self.selection = require("gitexplorer.search.selection").new()
  self.spinner = require("gitexplorer.search.spinner").new(function(frame)
    if not self:is_whole() then return end
    self.frame = frame
    self:draw_badge()
    if session:waits_for_limit() then self:draw_list() end
  end)
  if self.windows.preview then
    self.preview = require("gitexplorer.search.preview").new(self.windows.preview)
  end
  self:type_in(text)
  self:watch()
  require("gitexplorer.search.keys").map(self)
  self:draw()
end

---Ends the search that is open, if the cursor is in it: something else is shown in its place.
function M.give_way()
  local windows = current and current.windows
  local window = vim.api.nvim_get_current_win()
  if windows and (window == windows.prompt.window or window == windows.list.window) then
    current:close()
  end
end

return M
