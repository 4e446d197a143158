---One live search at the server: what was typed, what came of it. Draws nothing.
local Session = {}
Session.__index = Session

---@class gitexplorer.Item
---@field id string
---@field kind "user"|"organization"|"bot"|"repository"|"entry"
---@field label string
---@field detail? string
---@field url? string
---@field group? string
---@field matches? { start: integer, end: integer }[] bytes of `label`
---@field data? table

---@class gitexplorer.Session
---@field id string
---@field text string what stands in the prompt
---@field version integer of `text`
---@field phase "idle"|"loading"|"retrying"|"success"|"empty"|"failure"
---@field items gitexplorer.Item[]
---@field shown integer the version that `items` answer
---@field query string the query that `items` answer
---@field has_more boolean
---@field total? integer
---@field incomplete boolean
---@field origin? string
---@field error? gitexplorer.Error
---@field attempt? integer while retrying: the attempt that failed; nil: none was sent
---@field wait? integer while retrying: milliseconds from `since`
---@field since integer when `phase` began, of `vim.loop.now()`
---@field on_change fun(session: gitexplorer.Session)

local uv = vim.uv or vim.loop

local function client() return require("gitexplorer.client") end

---@param text string searched at once where it is not empty
---@param on_change fun(session: gitexplorer.Session)
---@return gitexplorer.Session? session nil where there is no server
function Session.open(text, on_change)
  if not client().ensure() then return nil end
  local self = setmetatable({
    text = require("gitexplorer.text").valid(text), version = 1, phase = "idle",
    items = {}, shown = 1, query = "", has_more = false, incomplete = false,
    since = uv.now(), on_change = on_change,
  }, Session)
  self.id = client().attach("search", {
    replay = function() self:replay() end,
    receive = function(method, params) self:receive(method, params) end,
    lost = function(failure) self:lost(failure) end,
  })
  self:replay()
  return self
end

---Opens the search anew, at a server that knows nothing of it.
function Session:replay()
  self.is_lost = false
  client().notify("search/didOpen", {
    searchId = self.id,
    version = self.version,
    text = self.text ~= "" and self.text or nil,
  })
end

---Tells the server of a changed text.
---@param text string
function Session:change(text)
  text = require("gitexplorer.text").valid(text)
  if text == self.text then return end
  local change = { text = text }
  if client().counts_bytes() then change = require("gitexplorer.text").change(self.text, text) end
  self.text, self.version = text, self.version + 1
  client().notify("search/didChange", {
    searchId = self.id, version = self.version, contentChanges = { change },
  })
  self.on_change(self)
end

---Searches at once; after a crash, at a new server.
function Session:submit()
  if self.is_lost then
    client().ensure()
    return
  end
  client().notify("search/didSubmit", { searchId = self.id })
end

function Session:load_more()
  if not self.has_more or self.phase == "loading" or self.phase == "retrying" then return end
  client().notify("search/loadMore", { searchId = self.id })
end

function Session:close()
  client().notify("search/didClose", { searchId = self.id })
  client().detach(self.id)
  self.on_change = function() end
end

---Whether the items answer what stands in the prompt, and stay.
---@return boolean
function Session:is_current()
  return self.shown == self.version and (self.phase == "success" or self.phase == "empty")
end

---Whether it is a limit, and not a failure, that is waited for: the wait is longer than the one
---before another attempt ever is.
---@return boolean
function Session:waits_for_limit()
  if self.phase ~= "retrying" then return false end
  return not self.attempt or self.wait > 250 * 2 ^ (self.attempt - 1)
end

---What is left of the wait.
---@return integer milliseconds
function Session:remaining()
  return math.max(0, (self.wait or 0) - (uv.now() - self.since))
end

function Session:enter(phase)
  self.phase, self.since = phase, uv.now()
end

function Session:lost(failure)
  self.is_lost = true
  self.error, self.shown = failure, self.version
  self:enter("failure")
  self.on_change(self)
end

---The server and we disagree about the text: it is sent whole.
function Session:agree_again(kind)
  if kind == "unknownSearch" then return self:replay() end
  self.version = self.version + 1
  client().notify("search/didChange", {
    searchId = self.id, version = self.version, contentChanges = { { text = self.text } },
  })
end

function Session:receive_status(params)
  if params.status == "unchanged" then
    self.shown = params.version
  elseif params.status == "idle" then
    self.items, self.shown, self.query, self.has_more = {}, params.version, "", false
    self.error, self.total = nil, nil
    self:enter("idle")
  else
    self.attempt, self.wait = params.attempt, params.retryInMilliseconds
    self:enter(params.status)
  end
end

function Session:receive_results(params)
  local kind = params.error and params.error.data and params.error.data.kind
  if kind == "invalidParams" or kind == "unknownSearch" then return self:agree_again(kind) end
  self.error, self.has_more, self.shown = params.error, params.hasMore, params.version
  if params.append then
    vim.list_extend(self.items, params.items)
    if params.status == "success" then self.total = params.totalCount end
    return self:enter(params.error and "failure" or "success")
  end
  self.items, self.query, self.origin = params.items, params.query, params.origin
  self.total, self.incomplete = params.totalCount, params.incomplete
  self:enter(params.status)
end

function Session:receive(method, params)
  if method == "search/status" then
    self:receive_status(params)
  elseif method == "search/results" then
    self:receive_results(params)
  else
    return
  end
  self.on_change(self)
end

return Session
