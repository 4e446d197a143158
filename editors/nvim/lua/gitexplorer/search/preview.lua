---The person under the search's cursor: at once what the row knows, then the card. Only the card is
---asked for, never the sections.
local Preview = {}
Preview.__index = Preview

---@class gitexplorer.Preview
---@field pane gitexplorer.Pane
---@field item? gitexplorer.Item
---@field session? gitexplorer.ProfileSession

local namespace = vim.api.nvim_create_namespace("gitexplorer.preview")

---@param pane gitexplorer.Pane
---@return gitexplorer.Preview
function Preview.new(pane) return setmetatable({ pane = pane }, Preview) end

---Whether a row stands for somebody whose profile can be asked for.
---@param item? gitexplorer.Item
local function has_profile(item)
  return item ~= nil and item.kind ~= "entry" and item.kind ~= "author"
end

function Preview:draw()
  if not vim.api.nvim_win_is_valid(self.pane.window) then return end
  local width = vim.api.nvim_win_get_width(self.pane.window)
  local canvas = require("gitexplorer.canvas").new()
  if has_profile(self.item) then
    require("gitexplorer.profile.card").add(canvas, self.session, self.item, width)
  elseif self.item then
    require("gitexplorer.profile.entry").add(canvas, self.item, width)
  end
  canvas:draw(self.pane.buffer, namespace)
end

---@param item? gitexplorer.Item
function Preview:show(item)
  if item and self.item and item.id == self.item.id then return end
  self.item = item
  if not has_profile(item) then
    if self.session then self.session:forget() end
    return self:draw()
  end
  if not self.session then
    self.session = require("gitexplorer.profile.session").new({}, function() self:draw() end)
  end
  self.session:open(item.label)
  self:draw()
end

function Preview:close()
  if self.session then self.session:close() end
end

return Preview
