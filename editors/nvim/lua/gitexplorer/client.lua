---The one connection to the server: starts it at first use and hands what is pushed to the view it
---is for; after a crash starts it again, once, with everything replayed.
local M = {}

local uv = vim.uv or vim.loop

---@class gitexplorer.View what is on screen and is pushed to
---@field replay fun() opens itself anew at a server that has just been started
---@field receive fun(method: string, params: table)
---@field lost fun(error: gitexplorer.Error) the server is gone and stays away

---@class gitexplorer.Error
---@field code? integer
---@field message string
---@field data? { kind: string, retryable: boolean, hint?: string, causes?: table[] }

---A server that has run for so long may crash and be started again.
local steady_milliseconds = 60000

---How long Neovim waits for the server when it ends itself.
local farewell_milliseconds = 100

local connection ---@type gitexplorer.Connection?
local is_second = false -- whether it stands in for one that crashed
local views = {} ---@type table<string, gitexplorer.View>
local waiting = {} ---@type fun(capabilities: table)[] who wants to know what the server can do
local next_number = 0

local function guarded(act, ...) return require("gitexplorer.guard")(act)(...) end

---Hands a message to the view that it is for, to all, or to the user.
local function receive(method, params)
  local view = views[params.searchId or params.profileId]
  if view then return view.receive(method, params) end
  if method ~= "user/followChanged" then
    return require("gitexplorer.notify").receive(method, params)
  end
  for _, each in pairs(views) do guarded(each.receive, method, params) end
end

local function ready()
  local tell = waiting
  waiting = {}
  for _, each in ipairs(tell) do guarded(each, connection.capabilities) end
end

local start

---@param lost gitexplorer.Connection
---@param failure gitexplorer.Error
---@param is_crash boolean
local function ended(lost, failure, is_crash)
  if lost ~= connection then return end
  connection = nil
  local may_be_luck = not is_second or uv.now() - lost.started > steady_milliseconds
  if is_crash and may_be_luck and start(true) then
    for _, request in pairs(lost.pending) do
      if request.method ~= "initialize" then
        connection:request(request.method, request.params, request.done)
      end
    end
    for _, view in pairs(views) do guarded(view.replay) end
    return
  end
  waiting = {}
  local was_told = next(views) ~= nil
  for _, view in pairs(views) do guarded(view.lost, failure) end
  for _, request in pairs(lost.pending) do
    if request.method ~= "initialize" then
      guarded(request.done, failure)
      was_told = true
    end
  end
  if not was_told then require("gitexplorer.notify").error(failure.message) end
end

---@param stands_in boolean for one that crashed
---@return boolean started false where there is no such server; that has been said then
start = function(stands_in)
  local options = require("gitexplorer.config").get()
  local new, reason
  new, reason = require("gitexplorer.connection").start(options, {
    ready = ready,
    message = receive,
    ended = function(failure, is_crash) ended(new, failure, is_crash) end,
  })
  if not new then
    require("gitexplorer.log").add(("%s: %s"):format(options.cmd[1], reason))
    require("gitexplorer.notify").missing(options.cmd[1], reason)
    return false
  end
  require("gitexplorer.log").add(
    ("Started %s (process %d)."):format(table.concat(options.cmd, " "), new.process.pid))
  connection, is_second = new, stands_in
  return true
end

vim.api.nvim_create_autocmd("VimLeavePre", {
  group = vim.api.nvim_create_augroup("gitexplorer.client", {}),
  callback = function()
    local last = connection
    if not last then return end
    connection = nil
    last:stop()
    local function is_gone() return not last.process.is_running() end
    if vim.wait(farewell_milliseconds, is_gone, 5) then return end
    last.process.kill()
    vim.wait(farewell_milliseconds, is_gone, 5) -- Neovim would wait for longer
  end,
})

---Whether there is a server now; starts it where there is none, and shows it what is on screen.
---@return boolean
function M.ensure()
  if connection then return true end
  if not start(false) then return false end
  for _, view in pairs(views) do guarded(view.replay) end
  return true
end

---Sends a request. The callback comes once, whatever happens; not at all after the cancel function
---that is returned has been called.
---@param method string
---@param params table
---@param done fun(error?: gitexplorer.Error, result?: any)
---@return fun() cancel
function M.request(method, params, done)
  if not M.ensure() then
    local failure = {
      message = "There is no server.", data = { kind = "noServer", retryable = true },
    }
    vim.schedule(function() guarded(done, failure) end)
    return function() end
  end
  local request = { done = done }
  local mine = connection
  local id = connection:request(method, params, function(...)
    if request.done then request.done(...) end
  end)
  return function()
    request.done = nil
    if mine == connection and mine.pending[id] then M.notify("$/cancelRequest", { id = id }) end
  end
end

---Sends a notification; nothing where there is no server.
---@param method string
---@param params table
function M.notify(method, params)
  if connection then connection:post(nil, method, params) end
end

---Registers what is on screen.
---@param kind string
---@param view gitexplorer.View
---@return string id the `searchId` or `profileId`
function M.attach(kind, view)
  next_number = next_number + 1
  local id = ("%s-%d"):format(kind, next_number)
  views[id] = view
  return id
end

---@param id string
function M.detach(id) views[id] = nil end

---Calls back with what the server can do, as soon as it has said so.
---@param done fun(capabilities: table)
function M.when_ready(done)
  if not M.ensure() then return end
  if connection.capabilities then return done(connection.capabilities) end
  table.insert(waiting, done)
end

---The sources that the server has; none before it has said so.
---@return { id: string, name: string, host?: string, features: string[] }[]
function M.sources()
  return connection and connection.capabilities and connection.capabilities.sources or {}
end

---The host that is searched: of the server's first source.
---@return string
function M.host()
  local first = M.sources()[1]
  return first and first.host or "github.com"
end

---Whether ranges may be sent: places count in bytes here.
---@return boolean
function M.counts_bytes()
  local can = connection and connection.capabilities
  return can ~= nil and can.positionEncoding == "utf-8"
end

---What is known of the running server; nil where there is none.
---@return { pid: integer, name?: string, version?: string }?
function M.info()
  if not connection then return nil end
  local server = connection.server
  return { pid = connection.process.pid, name = server.name, version = server.version }
end

---Ends the server, if there is one, without waiting for it.
function M.stop()
  local old = connection
  if not old then return end
  connection, waiting = nil, {}
  old:stop()
  for _, request in pairs(old.pending) do
    guarded(request.done, { message = "The server was stopped.", data = { kind = "cancelled" } })
  end
end

---Ends the server and starts it anew, with everything on screen replayed.
---@return boolean
function M.restart()
  M.stop()
  return M.ensure()
end

return M
