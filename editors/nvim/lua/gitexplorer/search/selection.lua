---Which person of the list is meant. It follows the person, not the row.
local Selection = {}
Selection.__index = Selection

---@class gitexplorer.Selection
---@field id? string
---@field was_moved boolean whether the user chose it; else it is just the first

---@return gitexplorer.Selection
function Selection.new() return setmetatable({ was_moved = false }, Selection) end

---The place of the person in the list; 0 where it is empty.
---@param items gitexplorer.Item[]
---@return integer
function Selection:index(items)
  for index, item in ipairs(items) do
    if item.id == self.id then return index end
  end
  return #items > 0 and 1 or 0
end

---@param items gitexplorer.Item[]
---@return gitexplorer.Item?
function Selection:item(items) return items[self:index(items)] end

---Holds on to the person in a new list where the user had chosen; else the first is meant.
---@param items gitexplorer.Item[]
function Selection:follow(items)
  local item = items[self.was_moved and self:index(items) or 1]
  if not item then return end
  if item.id ~= self.id then self.was_moved = false end
  self.id = item.id
end

---@param item gitexplorer.Item
function Selection:choose(item) self.id, self.was_moved = item.id, true end

---@param items gitexplorer.Item[]
---@param by integer
---@return boolean at_end whether it stands on the last one now
function Selection:move(items, by)
  if #items == 0 then return false end
  local index = math.max(1, math.min(#items, self:index(items) + by))
  self:choose(items[index])
  return index == #items
end

return Selection
