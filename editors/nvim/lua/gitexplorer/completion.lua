---Completion of `@` mentions and of trailers such as `Co-authored-by:`. Never waits: the server
---says who is named where, as it does for every editor, and the menu comes when it has answered,
---for the text that stands there then, and follows what is typed.
local M = {}

---@class gitexplorer.CompletionPlace
---@field buffer integer
---@field row integer
---@field start integer bytes before what is completed
---@field base string what is completed
---@field query string what is searched for
---@field member "mention"|"signature"

---@class gitexplorer.LiveCompletion
---@field feed gitexplorer.Feed
---@field buffer integer
---@field row integer
---@field start integer
---@field base? string what was asked for last
---@field words table<string, true> what the menu inserts

local live ---@type gitexplorer.LiveCompletion?

---Of the text as much goes along as decides what may be named in a line.
local lines_around, bytes_around = 200, 65536

---What is inserted where the server says that somebody is named; nothing of ours elsewhere.
local members = { mention = "mention", owner = "mention", trailer = "signature" }

local function is_inserting() return vim.fn.mode():sub(1, 1) == "i" end

---Where the cursor is, and in which state of the text.
local function moment()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local buffer = vim.api.nvim_get_current_buf()
  return { buffer = buffer, row = row, column = column, tick = vim.b.changedtick }
end

---The first and the last of the lines around a row that go along; nil where already its own is too
---long.
local function lines_of(row)
  local count, around = vim.api.nvim_buf_line_count(0), lines_around
  while true do
    local first, last = math.max(0, row - 1 - around), math.min(count, row + around)
    local offset = vim.api.nvim_buf_get_offset
    if offset(0, last) - offset(0, first) <= bytes_around then return first, last end
    if around == 0 then return nil end
    around = math.floor(around / 2)
  end
end

---@param now table what `moment` returned
---@param context table what the server says of it
---@return gitexplorer.CompletionPlace?
local function place_of(now, context)
  local member, range = members[context.kind], context.range
  if not member then return nil end
  local before = vim.api.nvim_get_current_line():sub(1, now.column)
  local start = math.max(0, now.column - (range["end"].character - range.start.character))
  if member == "mention" and before:sub(start, start) == "@" then start = start - 1 end
  return {
    buffer = now.buffer, row = now.row, start = start, base = before:sub(start + 1),
    query = context.query, member = member,
  }
end

local cancel_asking ---@type fun()?

---Calls back with what can be completed before the cursor once the server has said so; with nil
---where that is not ours, and not at all where nothing is typed any more. Who asks anew is answered
---alone.
---@param done fun(place?: gitexplorer.CompletionPlace)
local function find_place(done)
  if cancel_asking then cancel_asking() end
  local now = moment()
  local first, last = lines_of(now.row)
  if not first then
    -- A menu cannot be opened from within 'omnifunc'.
    return vim.schedule(require("gitexplorer.guard")(function()
      if is_inserting() then done(nil) end
    end))
  end
  local valid = require("gitexplorer.text").valid
  local lines = vim.api.nvim_buf_get_lines(0, first, last, false)
  local character = #valid(lines[now.row - first]:sub(1, now.column))
  cancel_asking = require("gitexplorer.client").request("text/context", {
    -- A carriage return ends a line for the server, and not in Neovim.
    text = valid((table.concat(lines, "\n"):gsub("\r", " "))),
    position = { line = now.row - 1 - first, character = character },
    languageId = vim.bo.filetype,
    fileName = vim.fn.expand("%:t"),
  }, function(failure, context)
    cancel_asking = nil
    if not is_inserting() or vim.api.nvim_get_current_buf() ~= now.buffer then return end
    if not vim.deep_equal(moment(), now) then return find_place(done) end
    done(not failure and place_of(now, context) or nil)
  end)
end

---What stands between the start of what is completed and the cursor; nil elsewhere.
local function base_at(place)
  local now = moment()
  if now.buffer ~= place.buffer or now.row ~= place.row or now.column < place.start then
    return nil
  end
  return vim.api.nvim_get_current_line():sub(place.start + 1, now.column)
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
  if not live or not is_inserting() or base_at(place) ~= place.base then return end
  local found = entries(items, place.member)
  live.words = {}
  for _, entry in ipairs(found) do live.words[entry.word] = true end
  if #found > 0 or vim.fn.pumvisible() == 1 then vim.fn.complete(place.start + 1, found) end
end

---@param place gitexplorer.CompletionPlace
local function ask(place)
  live.base = place.base
  live.feed:ask(place.query, function(items) show(place, items) end)
end

local function is_live(place)
  return live and live.buffer == place.buffer and live.row == place.row
    and live.start == place.start
end

---Asks for what was typed; not for what the menu has inserted.
local function follow()
  local base = live and base_at(live)
  if not base then return stop() end
  if base == live.base or live.words[base] then return end
  find_place(function(place)
    if not place or not is_live(place) then return stop() end
    ask(place)
  end)
end

---What was chosen ends it.
local function chosen()
  if live and vim.fn.pumvisible() == 0 and live.words[base_at(live)] then stop() end
end

---@param place gitexplorer.CompletionPlace
local function start(place)
  local guard = require("gitexplorer.guard")
  local feed = require("gitexplorer.pickers.feed").new({ buffer = place.buffer })
  if not feed then return end
  live = {
    feed = feed, buffer = place.buffer, row = place.row, start = place.start, words = {},
  }
  local group = vim.api.nvim_create_augroup("gitexplorer.completion", {})
  local function on(events, act)
    vim.api.nvim_create_autocmd(events, {
      group = group, buffer = place.buffer, callback = guard(act),
    })
  end
  on({ "TextChangedI", "TextChangedP" }, follow)
  on("CompleteDone", function() vim.schedule(guard(chosen)) end)
  on({ "InsertLeave", "BufLeave" }, stop)
end

---What completed here before us completes what is not ours.
local function former()
  local name = vim.b.gitexplorer_omnifunc
  if type(name) ~= "string" or name == "" then return end
  local function call(find_start, base)
    return vim.api.nvim_eval(("%s(%d, %s)"):format(name, find_start, vim.fn.string(base)))
  end
  local column = tonumber(call(1, ""))
  if not column or column < 0 then return end
  local before = vim.api.nvim_get_current_line():sub(1, vim.api.nvim_win_get_cursor(0)[2])
  local found = call(0, before:sub(column + 1))
  if type(found) == "table" then vim.fn.complete(column + 1, found.words or found) end
end

---@param place? gitexplorer.CompletionPlace
local function begin(place)
  if live and not (place and is_live(place)) then stop() end
  if not place then return former() end
  if not live then start(place) end
  if live then ask(place) end
end

---@param find_start 0|1
---@return integer|table[]
function M.omnifunc(find_start)
  if find_start == 0 then return {} end
  require("gitexplorer.guard")(find_place)(begin)
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
