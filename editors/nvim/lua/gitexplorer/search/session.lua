---One live search at the server: what was typed, what came of it. Draws nothing.
local Session = {}
Session.__index = Session

---@class gitexplorer.Item
---@field id string
---@field kind "user"|"organization"|"bot"|"repository"|"entry"|"author"
---@field label string
---@field detail? string
---@field url? string
---@field group? string
---@field matches? { start: integer, end: integer }[] bytes of `label`
---@field data? table

---@class gitexplorer.SearchOptions
---@field source? string the source's id; the server's first one otherwise
---@field settings? table the server's search settings, for this search alone
---@field buffer? integer whose repository's people come first; the current one otherwise

---@class gitexplorer.Session
---@field id string
---@field text string what stands in the prompt
---@field version integer of `text`
---@field heard integer the version that the server has last spoken of
---@field source? string
---@field settings table
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
---@param options gitexplorer.SearchOptions
---@param on_change fun(session: gitexplorer.Session)
---@return gitexplorer.Session? session nil where there is no server
function Session.open(text, options, on_change)
  if not client().ensure() then return nil end
  local self = setmetatable({
    text = require("gitexplorer.text").valid(text), version = 1, heard = 1, phase = "idle",
    source = options.source,
    settings = vim.tbl_extend("keep", options.settings or {}, {
      workspace = require("gitexplorer.workspace").of(options.buffer or 0),
    }),
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
  if self.is_lost then self:enter("loading") end
  self.is_lost = false
  client().notify("search/didOpen", {
    searchId = self.id, source = self.source, version = self.version, text = self.text,
    options = next(self.settings) and self.settings or nil,
  })
end

---Searches elsewhere; nil is the server's first source.
---@param source? string
function Session:switch(source)
  self.source, self.items, self.error, self.total = source, {}, nil, nil
  self.has_more, self.query, self.version = false, "", self.version + 1
  self:enter(self.text == "" and "idle" or "loading")
  self.shown, self.heard = self.version, self.version
  if self.is_lost then return self:revive() end
  self:replay()
  self.on_change(self)
end

---Starts a server where the last one is gone; it is shown all that is open.
function Session:revive()
  if not client().ensure() then return end
  if self.is_lost then self:replay() end
  self.on_change(self)
end

---Tells the server of a changed text.
---@param text string
function Session:change(text)
  text = require("gitexplorer.text").valid(text)
  if text == self.text then return end
  if self.is_lost then
    self.text, self.version = text, self.version + 1
    return self:revive()
  end
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
  if self.is_lost then return self:revive() end
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

---Whether the text is newer than anything that the server has said.
---@return boolean
function Session:is_ahead() return self.heard ~= self.version end

---Whether nothing more will come for the text.
---@return boolean
function Session:is_settled()
  if self:is_ahead() or self.shown ~= self.version then return false end
  if self.phase == "loading" or self.phase == "retrying" then return false end
  return self.phase ~= "success" or self.origin ~= "provisional"
end

---Whether it is a limit, and not a failure, that is waited for: the wait is longer than the one
---before another attempt ever is.
---@return boolean
function Session:waits_for_limit()
  if self.phase ~= "retrying" then return false end
  return not self.attempt or (self.wait or 0) > 250 * 2 ^ (self.attempt - 1)
end

---What is left of the wait.
---@return integer milliseconds
function Session:remaining()
  return math.max(0, (self.wait or 0) - (uv.now() - self.since))
end

function Session:enter(phase)
  self.phase, self.since = phase, uv.now()
end

---@param failure gitexplorer.Error
function Session:lost(failure)
  self.is_lost = true
  self.error, self.shown, self.heard = failure, self.version, self.version
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
  self.heard = params.version
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
  local version = kind == "unknownSource" and self.version or params.version
  self.error, self.has_more, self.shown = params.error, params.hasMore, version
  self.heard = version
  if params.append then
    vim.list_extend(self.items, params.items)
    if params.status == "success" then self.total = params.totalCount end
    return self:enter(params.error and "failure" or "success")
  end
  self.items, self.query, self.origin = params.items, params.query, params.origin
  self.total, self.incomplete = params.totalCount, params.incomplete
  self:enter(params.status)
end

---Whether a message has what is read of it here. Rows without an id or a label are taken out.
---@param method string
---@param params table
---@return boolean
local function is_readable(method, params)
  if type(params.version) ~= "number" or type(params.status) ~= "string" then return false end
  if method == "search/status" then return true end
  if type(params.items) ~= "table" then return false end
  params.items = vim.tbl_filter(function(item)
    return type(item) == "table" and type(item.id) == "string" and type(item.label) == "string"
  end, params.items)
  return true
end

---@param method string
---@param params table
function Session:receive(method, params)
  if not is_readable(method, params) then
    return require("gitexplorer.log").add("A message could not be read: " .. method)
  end
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
