---Lines with highlights, put together and then drawn into a buffer at once.
local Canvas = {}
Canvas.__index = Canvas

---@class gitexplorer.Canvas
---@field lines string[]
---@field marks { line: integer, first: integer, last: integer, group: string, priority: integer }[]
---@field targets table<integer, any> what a line stands for
---@field gap? integer the empty line below the head of a card

---@return gitexplorer.Canvas
function Canvas.new() return setmetatable({ lines = {}, marks = {}, targets = {} }, Canvas) end

---Adds a line of pieces, each a text or a text and its group.
---@param pieces (string|{ [1]: string, [2]: string })[]
---@param target? any what the line stands for
---@return integer line counted from 1
function Canvas:add(pieces, target)
  local text, number = "", #self.lines + 1
  for _, piece in ipairs(pieces) do
    local words = type(piece) == "table" and piece[1] or piece
    if type(piece) == "table" and piece[2] then
      self:mark(number, #text, #text + #words, piece[2])
    end
    text = text .. words
  end
  self.lines[number] = text
  self.targets[number] = target
  return number
end

---Highlights bytes of a line.
---@param line integer counted from 1
---@param first integer
---@param last integer exclusive
---@param group string
---@param priority? integer
function Canvas:mark(line, first, last, group, priority)
  table.insert(self.marks, {
    line = line, first = first, last = last, group = group, priority = priority or 100,
  })
end

---Highlights all lines that are there, above what they have.
---@param group string
function Canvas:cover(group)
  for line, text in ipairs(self.lines) do self:mark(line, 0, #text, group, 200) end
end

---These lines, and another canvas's below them.
---@param other gitexplorer.Canvas
---@return gitexplorer.Canvas
function Canvas:followed_by(other)
  local above = #self.lines
  for line, text in ipairs(other.lines) do
    self.lines[above + line] = text
    self.targets[above + line] = other.targets[line]
  end
  for _, mark in ipairs(other.marks) do
    self:mark(above + mark.line, mark.first, mark.last, mark.group, mark.priority)
  end
  return self
end

---@param buffer integer
---@param namespace integer
function Canvas:draw(buffer, namespace)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, #self.lines > 0 and self.lines or { "" })
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  for _, mark in ipairs(self.marks) do
    if mark.last > mark.first then
      vim.api.nvim_buf_set_extmark(buffer, namespace, mark.line - 1, mark.first, {
        end_col = mark.last, hl_group = mark.group, priority = mark.priority,
      })
    end
  end
end

return Canvas
