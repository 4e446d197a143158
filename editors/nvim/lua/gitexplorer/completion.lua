---Completion of `@` mentions and `Co-authored-by:` lines. Never waits: the menu comes when the
---server has answered, if the cursor is still there.
local M = {}

local cancel = function() end

---@class gitexplorer.CompletionPlace
---@field start integer bytes before what is completed
---@field base string what is completed, and searched for
---@field member "mention"|"coAuthor"

---What can be completed before the cursor; nil where that is not ours.
---@param before string
---@return gitexplorer.CompletionPlace?
function M.place(before)
  local head = before:match("^%s*[Cc][Oo]%-[Aa][Uu][Tt][Hh][Oo][Rr][Ee][Dd]%-[Bb][Yy]:%s*")
  if head then return { start = #head, base = before:sub(#head + 1), member = "coAuthor" } end
  local at = before:match("()@[%w_%-]*$")
  if not at or before:sub(1, at - 1):find("[%w_%.%-]$") then return nil end
  return { start = at - 1, base = before:sub(at), member = "mention" }
end

local function place_now()
  local column = vim.api.nvim_win_get_cursor(0)[2]
  return M.place(vim.api.nvim_get_current_line():sub(1, column))
end

---@param items gitexplorer.Item[]
---@param member "mention"|"coAuthor"
local function entries(items, member)
  local found = {}
  for _, item in ipairs(items) do
    local word = item.data and item.data[member]
    if word then
      found[#found + 1] = {
        word = word:gsub("^Co%-authored%-by: ", ""),
        abbr = item.label,
        menu = require("gitexplorer.text").line(item.detail),
        kind = item.kind == "user" and "" or item.kind,
        icase = 1,
        dup = 1,
      }
    end
  end
  return found
end

local ask

---@param place gitexplorer.CompletionPlace
---@param buffer integer
local function show(place, buffer, items)
  if vim.api.nvim_get_current_buf() ~= buffer or vim.fn.mode():sub(1, 1) ~= "i" then return end
  local now = place_now()
  if not now or now.start ~= place.start then return end
  if now.base ~= place.base then return ask(now) end
  local found = entries(items, place.member)
  if #found > 0 then vim.fn.complete(place.start + 1, found) end
end

---@param place gitexplorer.CompletionPlace
ask = function(place)
  cancel()
  local query = place.base:gsub("^@", "")
  if query == "" then return end
  local buffer = vim.api.nvim_get_current_buf()
  cancel = require("gitexplorer.client").request("search/query", { query = query },
    function(failure, page)
      cancel = function() end
      if failure then return require("gitexplorer.notify").failure(failure) end
      show(place, buffer, page.items)
    end)
end

---What completed here before us, and completes what is not ours.
local function former(find_start, base)
  local name = vim.b.gitexplorer_omnifunc
  if type(name) ~= "string" or name == "" then return find_start == 1 and -3 or {} end
  return vim.fn[name](find_start, base)
end

---@param find_start 0|1
---@param base string
---@return integer|table[]
function M.omnifunc(find_start, base)
  if find_start == 0 then return former(0, base) end
  local place = place_now()
  if not place then return former(1, "") end
  ask(place)
  return -2
end

---Makes this the 'omnifunc' of the current buffer, unless the options say no.
function M.attach()
  if not require("gitexplorer.config").get().omnifunc then return end
  local ours = "v:lua.require'gitexplorer'.omnifunc"
  if vim.bo.omnifunc == ours then return end
  vim.b.gitexplorer_omnifunc = vim.bo.omnifunc
  vim.bo.omnifunc = ours
end

return M
