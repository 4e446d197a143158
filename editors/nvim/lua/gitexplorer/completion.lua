---Completion of `@` mentions and of trailers such as `Co-authored-by:`. Never waits: the menu comes
---when the server has answered, for the text that stands there then, and follows what is typed.
local M = {}

---@class gitexplorer.CompletionPlace
---@field start integer bytes before what is completed
---@field base string what is completed, and searched for
---@field member "mention"|"signature"

local trailers = {
  ["co-authored-by"] = true, ["reviewed-by"] = true, ["acked-by"] = true, ["tested-by"] = true,
  ["suggested-by"] = true, ["reported-by"] = true, ["helped-by"] = true, ["signed-off-by"] = true,
}

---@class gitexplorer.LiveCompletion
---@field feed gitexplorer.Feed
---@field buffer integer
---@field start integer
---@field base? string what was asked for last
---@field words table<string, true> what the menu inserts

local live ---@type gitexplorer.LiveCompletion?

---What can be completed before the cursor; nil where that is not ours.
---@param before string
---@return gitexplorer.CompletionPlace?
function M.place(before)
  local head, key = before:match("^(%s*([%a%-]+):%s*)")
  if key and trailers[key:lower()] then
    return { start = #head, base = before:sub(#head + 1), member = "signature" }
  end
  local at = before:match("()@[%w_%-]*$")
  if not at or before:sub(1, at - 1):find("[%w_%.%-]$") then return nil end
  return { start = at - 1, base = before:sub(at), member = "mention" }
end

local function place_now()
  local column = vim.api.nvim_win_get_cursor(0)[2]
  return M.place(vim.api.nvim_get_current_line():sub(1, column))
end

---What is inserted for a person at such a place; nil where nothing can be.
---@param item gitexplorer.Item
---@param member "mention"|"signature"
local function word_of(item, member)
  local data = item.data or {}
  if member == "mention" then return data.mention end
  return data.signature or data.coAuthor and data.coAuthor:gsub("^Co%-authored%-by: ", "") or nil
end

---@param items gitexplorer.Item[]
---@param member "mention"|"signature"
local function entries(items, member)
  local text = require("gitexplorer.text")
  local found = {}
  for _, item in ipairs(items) do
    local word = word_of(item, member)
    if word then
      local relation = require("gitexplorer.search.rows").relation(item)
      found[#found + 1] = {
        word = text.line(word),
        abbr = text.line(item.label),
        menu = text.line(item.detail),
        kind = relation ~= "" and relation or item.kind == "user" and "" or item.kind,
        icase = 1,
        dup = 1,
        -- The server has matched; the editor's own matching is by the first letters alone.
        equal = 1,
      }
    end
  end
  return found
end

local function stop()
  if not live then return end
  live.feed:close()
  live = nil
  vim.api.nvim_create_augroup("gitexplorer.completion", {})
end

---@param place gitexplorer.CompletionPlace
---@param items gitexplorer.Item[]
local function show(place, items)
  local is_here = live and vim.api.nvim_get_current_buf() == live.buffer
  if not is_here or vim.fn.mode():sub(1, 1) ~= "i" then return end
  local now = place_now()
  if not now or now.start ~= place.start or now.base ~= place.base then return end
  local found = entries(items, place.member)
  live.words = {}
  for _, entry in ipairs(found) do live.words[entry.word] = true end
  if #found > 0 or vim.fn.pumvisible() == 1 then vim.fn.complete(place.start + 1, found) end
end

---@param place gitexplorer.CompletionPlace
local function ask(place)
  local query = place.base:gsub("^@", "")
  live.base = place.base
  live.feed:ask(query, function(items) show(place, items) end)
end

---Asks for what was typed; not for what the menu has inserted.
local function follow()
  local place = place_now()
  if not live or not place or place.start ~= live.start then return stop() end
  if place.base ~= live.base and not live.words[place.base] then ask(place) end
end

---What was chosen ends it.
local function chosen()
  local place = place_now()
  if live and vim.fn.pumvisible() == 0 and place and live.words[place.base] then stop() end
end

---@param place gitexplorer.CompletionPlace
local function start(place)
  local guard = require("gitexplorer.guard")
  local buffer = vim.api.nvim_get_current_buf()
  local feed = require("gitexplorer.pickers.feed").new({ buffer = buffer })
  if not feed then return end
  live = { feed = feed, buffer = buffer, start = place.start, words = {} }
  local group = vim.api.nvim_create_augroup("gitexplorer.completion", {})
  local function on(events, act)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buffer, callback = guard(act) })
  end
  on({ "TextChangedI", "TextChangedP" }, follow)
  on("CompleteDone", function() vim.schedule(guard(chosen)) end)
  on({ "InsertLeave", "BufLeave" }, stop)
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
  require("gitexplorer.guard")(function()
    if live and (live.start ~= place.start or live.buffer ~= vim.api.nvim_get_current_buf()) then
      stop()
    end
    if not live then start(place) end
    if live then ask(place) end
  end)()
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
