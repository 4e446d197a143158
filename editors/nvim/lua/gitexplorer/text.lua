---Text as bytes, characters and cells.
local M = {}

---The same text as one line that can be drawn: each control character becomes a blank, so that no
---byte changes its place.
---@param text? string
---@return string
function M.line(text)
  if type(text) ~= "string" then return "" end
  return (text:gsub("%c", " "))
end

---The number of bytes of the well-formed character at `at`; nil where there is none.
local function character_length(text, at)
  local first = text:byte(at)
  if first < 0x80 then return 1 end
  local length = (first >= 0xF0 and first <= 0xF4 and 4) or (first >= 0xE0 and first < 0xF0 and 3)
    or (first >= 0xC2 and first < 0xE0 and 2)
  if not length then return nil end
  for offset = 1, length - 1 do
    local byte = text:byte(at + offset)
    if not byte or byte < 0x80 or byte > 0xBF then return nil end
  end
  local second = text:byte(at + 1)
  local is_wrong = (first == 0xE0 and second < 0xA0) or (first == 0xED and second > 0x9F)
    or (first == 0xF0 and second < 0x90) or (first == 0xF4 and second > 0x8F)
  return not is_wrong and length or nil
end

---The same text as valid UTF-8: what is none becomes U+FFFD.
---@param text string
---@return string
function M.valid(text)
  if not text:find("[\128-\255]") then return text end
  local parts, at = {}, 1
  while at <= #text do
    local length = character_length(text, at)
    parts[#parts + 1] = length and text:sub(at, at + length - 1) or "\239\191\189"
    at = at + (length or 1)
  end
  return table.concat(parts)
end

local function is_continuation(byte) return byte ~= nil and byte >= 0x80 and byte < 0xC0 end

---The one change that makes `new` of `old`, in bytes and never inside a character.
---@param old string valid UTF-8
---@param new string valid UTF-8
---@return { range: { start: integer, end: integer }, text: string }
function M.change(old, new)
  local shorter = math.min(#old, #new)
  local first = 0
  while first < shorter and old:byte(first + 1) == new:byte(first + 1) do first = first + 1 end
  while is_continuation(old:byte(first + 1)) or is_continuation(new:byte(first + 1)) do
    first = first - 1
  end
  local tail = 0
  while tail < shorter - first and old:byte(#old - tail) == new:byte(#new - tail) do
    tail = tail + 1
  end
  while tail > 0 and is_continuation(old:byte(#old - tail + 1)) do tail = tail - 1 end
  return {
    range = { start = first, ["end"] = #old - tail },
    text = new:sub(first + 1, #new - tail),
  }
end

---Cuts to so many cells, the last one an ellipsis where something is missing. A wide character or
---one with combining marks is taken whole or not at all.
---@param text string one line
---@param width integer cells
---@return string
function M.cut(text, width)
  if vim.fn.strdisplaywidth(text) <= width then return text end
  if width < 1 then return "" end
  local kept, cells = {}, 0
  for _, character in ipairs(vim.fn.split(text, [[\zs]])) do
    cells = cells + vim.fn.strdisplaywidth(character)
    if cells > width - 1 then break end
    kept[#kept + 1] = character
  end
  return table.concat(kept) .. "…"
end

---Fills up with blanks to so many cells.
---@param text string
---@param width integer cells
---@return string
function M.pad(text, width)
  return text .. (" "):rep(width - vim.fn.strdisplaywidth(text))
end

---Breaks at blanks into lines of at most so many cells.
---@param text string
---@param width integer cells
---@return string[]
function M.wrap(text, width)
  local lines, line = {}, ""
  for word in M.line(text):gmatch("%S+") do
    local longer = line == "" and word or line .. " " .. word
    if line ~= "" and vim.fn.strdisplaywidth(longer) > width then
      lines[#lines + 1] = line
      longer = word
    end
    line = longer
  end
  if line ~= "" then lines[#lines + 1] = line end
  for index, part in ipairs(lines) do lines[index] = M.cut(part, width) end
  return lines
end

return M
