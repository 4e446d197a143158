---One search on screen: what the session says is drawn, what the keys ask for is done.
local Screen = {}
Screen.__index = Screen

---@class gitexplorer.SearchScreen
---@field session gitexplorer.Session
---@field windows gitexplorer.Windows
---@field selection gitexplorer.Selection
---@field spinner table
---@field preview? gitexplorer.Preview
---@field origin integer the window that the search was opened from
---@field marks gitexplorer.Item[] in the order in which they were marked
---@field frame? string of the spinner
---@field said? string
---@field targets table<integer, gitexplorer.Item>
---@field walk fun(by: integer, text: string): string? through the history
---@field on_close fun(screen: gitexplorer.SearchScreen)

local namespace = vim.api.nvim_create_namespace("gitexplorer.search")

---@param past gitexplorer.PastSearch
---@param options gitexplorer.SearchOptions
---@param on_close fun(screen: gitexplorer.SearchScreen)
---@return gitexplorer.SearchScreen? screen nil where that was not possible; that has been said then
function Screen.open(past, options, on_close)
  local self = setmetatable({
    targets = {}, marks = past.marks, origin = vim.api.nvim_get_current_win(), on_close = on_close,
  }, Screen)
  local session = require("gitexplorer.search.session").open(past.text, options, function()
    self:draw_soon()
  end)
  if not session then return nil end
  require("gitexplorer.highlights").ensure()
  local title = require("gitexplorer.search.sources").title(session.source)
  local opened, windows = pcall(require("gitexplorer.search.windows").open, title)
  if not opened then
    session:close()
    require("gitexplorer.notify").error(windows:match("E%d+:.*") or windows)
    return nil
  end
  self.session, self.windows = session, windows
  self.selection = require("gitexplorer.search.selection").new()
  if past.selection then self.selection:choose({ id = past.selection }) end
  self.walk = require("gitexplorer.search.history").walk()
  self.spinner = require("gitexplorer.search.spinner").new(function(frame)
    if not self:is_whole() then return end
    self.frame = frame
    if session:waits_for_limit() then self:draw() else self:draw_prompt() end
  end)
  self:type_in(past.text)
  require("gitexplorer.search.watch").start(self)
  require("gitexplorer.search.keys").map(self)
  self:draw()
  return self
end

function Screen:draw_prompt() require("gitexplorer.search.prompt").draw(self, namespace) end

---Gives what is told above and below the prompt its room.
function Screen:make_room()
  local windows, session = self.windows, self.session
  local title = require("gitexplorer.search.sources").title(session.source)
  local notices = #require("gitexplorer.search.prompt").notices(session)
  if windows.notices == notices and windows.title == title then return end
  windows.notices, windows.title = notices, title
  require("gitexplorer.search.windows").arrange(windows)
end

function Screen:draw_list()
  local list = self.windows.list
  local width = vim.api.nvim_win_get_width(list.window)
  local marked = {}
  for _, item in ipairs(self.marks) do marked[item.id] = item end
  local canvas = require("gitexplorer.search.rows").canvas(self.session, width, marked)
  canvas:draw(list.buffer, namespace)
  self.targets = canvas.targets
  self:place_cursor()
end

---Puts the list's cursor on the person that is meant.
function Screen:place_cursor()
  local item = self:item()
  local list = self.windows.list
  vim.wo[list.window].cursorline = item ~= nil
  local line = 1
  for number, target in pairs(self.targets) do
    if target == item then line = number end
  end
  vim.api.nvim_win_set_cursor(list.window, { line, 0 })
  self:show_preview(item)
end

---@param item? gitexplorer.Item
function Screen:show_preview(item)
  local pane = self.windows.preview
  if self.preview and (not pane or self.preview.pane ~= pane) then
    self.preview:close()
    self.preview = nil
  end
  if not pane then return end
  if not self.preview then self.preview = require("gitexplorer.search.preview").new(pane) end
  self.preview:show(item)
end

---Whether there is something to draw on; the search ends where there is not.
function Screen:is_whole()
  if self.is_closed then return false end
  if require("gitexplorer.search.windows").are_whole(self.windows) then return true end
  self:close()
  return false
end

function Screen:draw()
  if not self:is_whole() then return end
  local session = self.session
  self.selection:follow(session.items)
  if session.phase == "loading" or session.phase == "retrying" then
    self.spinner.wait()
  else
    self.spinner.rest()
    self.frame = nil
  end
  self:make_room()
  self:draw_prompt()
  self:draw_list()
end

---Draws once for all that has come by then.
function Screen:draw_soon()
  if self.is_due then return end
  self.is_due = true
  vim.schedule(require("gitexplorer.guard")(function()
    self.is_due = false
    self:draw()
  end))
end

---Tells of something done, right of the prompt, until the next key.
---@param words string
function Screen:say(words)
  if not self:is_whole() then return require("gitexplorer.notify").show(words) end
  self.said = require("gitexplorer.text").line(words)
  self:draw_prompt()
end

---Moves the selection; at the end of the list more is asked for.
---@param by integer
function Screen:move(by)
  self.said = nil
  local at_end = self.selection:move(self.session.items, by)
  self:draw_prompt()
  self:place_cursor()
  if at_end and by > 0 then self.session:load_more() end
end

---@return gitexplorer.Item?
function Screen:item() return self.selection:item(self.session.items) end

---What is acted on: those that are marked, else the one that is meant.
---@return gitexplorer.Item[]
function Screen:chosen()
  if #self.marks > 0 then return self.marks end
  return { self:item() }
end

---Marks the person that is meant, or takes the mark away, and goes on to the next.
---@param by integer
function Screen:mark(by)
  local item = self:item()
  if not item then return end
  local kept = vim.tbl_filter(function(each) return each.id ~= item.id end, self.marks)
  if #kept == #self.marks then kept[#kept + 1] = item end
  self.marks = kept
  self:move(by)
  self:draw_list()
end

---Enter: opens the chosen where the list answers what was typed; else searches at once.
function Screen:accept()
  local items = self:chosen()
  local is_right = #self.marks > 0 or self.session:is_current()
  if #items == 0 or not is_right then return self.session:submit() end
  local query = self.session.query
  self:close()
  require("gitexplorer.actions").choose(items, query)
end

---Searches in the next source.
function Screen:switch_source()
  local sources = require("gitexplorer.search.sources")
  local next_id = sources.after(self.session.source)
  if not next_id or #sources.ids() < 2 then return self:say("there is no other source") end
  self:search_in(next_id)
end

---@param source string
function Screen:search_in(source)
  local default = require("gitexplorer.search.sources").default()
  self.session:switch(source ~= default and source or nil)
  self:make_room()
  self:say("searching " .. self.windows.title)
end

function Screen:toggle_preview()
  self.windows.wants_preview = not self.windows.wants_preview
  require("gitexplorer.search.windows").arrange(self.windows)
  if self.windows.wants_preview and not self.windows.preview then
    self.windows.wants_preview = false
    self:say("there is no room for a preview")
  end
  self:draw()
end

---@param by integer -1: the search before
function Screen:recall(by)
  local text = self.walk(by, self.session.text)
  if text then self:type_in(text) end
end

function Screen:close()
  if self.is_closed then return end
  self.is_closed = true
  local session = self.session
  require("gitexplorer.search.history").add({
    text = session.text, source = session.source, marks = self.marks,
    selection = self.selection.was_moved and self.selection.id or nil,
  })
  session:close()
  self.spinner.close()
  if self.preview then self.preview:close() end
  require("gitexplorer.search.watch").stop()
  vim.cmd("stopinsert")
  require("gitexplorer.search.windows").close(self.windows, self.origin)
  self.on_close(self)
end

---@param text string
function Screen:type_in(text)
  local prompt = self.windows.prompt
  vim.api.nvim_buf_set_lines(prompt.buffer, 0, -1, false, { text })
  vim.api.nvim_win_set_cursor(prompt.window, { 1, #text })
  vim.cmd("startinsert!")
end

return Screen
