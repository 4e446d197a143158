---The one connection to the server: starts it at first use, pairs answers with requests, hands what
---is pushed to the view it is for; after a crash starts it again, once, with everything replayed.
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

local function log(text) require("gitexplorer.log").add(text) end

local is_leaving = false
local views = {} ---@type table<string, gitexplorer.View>
local next_number = 0

---A server that has run for so long may crash and be started again.
local steady_milliseconds = 60000

---@class gitexplorer.Connection
---@field process gitexplorer.Process
---@field pending table<integer, { method: string, params: table, done: fun(error?, result?) }>
---@field capabilities? table
---@field server? { name: string, version: string }
---@field waiting fun(capabilities: table)[] who wants to know the capabilities
---@field started integer
---@field is_second boolean whether it stands in for one that crashed
local connection ---@type gitexplorer.Connection?

local function number()
  next_number = next_number + 1
  return next_number
end

local function send(message)
  message.jsonrpc = "2.0"
  connection.process.write(require("gitexplorer.framing").encode(message))
end

---@param method string
---@param params table
local function post(id, method, params) send({ id = id, method = method, params = params }) end

local function receive(from, message)
  if from ~= connection then return end
  if message.method then
    local params = message.params or {}
    local view = views[params.searchId or params.profileId]
    if view then return view.receive(message.method, params) end
    if message.method ~= "user/followChanged" then
      return require("gitexplorer.notify").receive(message.method, params)
    end
    for _, each in pairs(views) do each.receive(message.method, params) end
    return
  end
  local request = from.pending[message.id]
  if not request then return end
  from.pending[message.id] = nil
  request.done(message.error, message.result)
end

local start

---@param lost gitexplorer.Connection
local function ended(lost, code, signal)
  if lost ~= connection then return end
  connection = nil
  if is_leaving then return end
  log(("The server ended (exit code %d, signal %d)."):format(code, signal))
  local again = not lost.is_second or uv.now() - lost.started > steady_milliseconds
  if again and start(true) then
    connection.waiting = lost.waiting
    for id, request in pairs(lost.pending) do
      if request.method ~= "initialize" then
        connection.pending[id] = request
        post(id, request.method, request.params)
      end
    end
    for _, view in pairs(views) do view.replay() end
    return
  end
  local how = signal ~= 0 and "signal " .. signal or "exit code " .. code
  local failure = {
    message = ("The server stopped (%s)."):format(how),
    data = { kind = "internal", retryable = true, hint = ":GitExplorer restart starts it again." },
  }
  for _, request in pairs(lost.pending) do request.done(failure) end
  for _, view in pairs(views) do view.lost(failure) end
end

---@param settings table
local function initialize(settings)
  local mine = connection
  M.request("initialize", {
    processId = vim.fn.getpid(),
    clientInfo = { name = "nvim", version = require("gitexplorer.version").editor() },
    capabilities = { general = { positionEncodings = { "utf-8" } } },
    initializationOptions = next(settings) and settings or vim.empty_dict(),
  }, function(failure, result)
    if failure then return require("gitexplorer.notify").error(failure.message) end
    mine.capabilities, mine.server = result.capabilities, result.serverInfo
    for _, tell in ipairs(mine.waiting) do tell(mine.capabilities) end
  end)
  M.notify("initialized", vim.empty_dict())
end

---@param is_second boolean
---@return boolean started false where there is no such server; that has been said then
start = function(is_second)
  local options = require("gitexplorer.config").get()
  local new = { pending = {}, waiting = {}, started = uv.now(), is_second = is_second }
  local decode = require("gitexplorer.framing").decoder()
  local process, reason = require("gitexplorer.process").start(options.cmd, {
    bytes = function(chunk)
      for _, message in ipairs(decode(chunk)) do receive(new, message) end
    end,
    complaint = function(text) log(text) end,
    exit = function(code, signal) ended(new, code, signal) end,
  })
  if not process then
    log(("%s: %s"):format(options.cmd[1], reason))
    require("gitexplorer.notify").missing(options.cmd[1])
    return false
  end
  log(("Started %s (process %d)."):format(table.concat(options.cmd, " "), process.pid))
  new.process, connection = process, new
  initialize(options.settings)
  return true
end

vim.api.nvim_create_autocmd("VimLeavePre", {
  group = vim.api.nvim_create_augroup("gitexplorer.client", {}),
  callback = function()
    is_leaving = true
    M.stop()
  end,
})

---Whether there is a server now; starts it where there is none, and shows it what is on screen.
---@return boolean
function M.ensure()
  if connection then return true end
  if not start(false) then return false end
  for _, view in pairs(views) do view.replay() end
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
    vim.schedule(function() done(failure) end)
    return function() end
  end
  local id = number()
  connection.pending[id] = { method = method, params = params, done = done }
  post(id, method, params)
  return function()
    if not connection or not connection.pending[id] then return end
    connection.pending[id].done = function() end
    M.notify("$/cancelRequest", { id = id })
  end
end

---Sends a notification; nothing where there is no server.
---@param method string
---@param params table
function M.notify(method, params)
  if connection then post(nil, method, params) end
end

---Registers what is on screen.
---@param kind string
---@param view gitexplorer.View
---@return string id the `searchId` or `profileId`
function M.attach(kind, view)
  local id = ("%s-%d"):format(kind, number())
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
  table.insert(connection.waiting, done)
end

---The host that is searched: of the server's first source.
---@return string
function M.host()
  local sources = connection and connection.capabilities and connection.capabilities.sources or {}
  return sources[1] and sources[1].host or "github.com"
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
  local server = connection.server or {}
  return { pid = connection.process.pid, name = server.name, version = server.version }
end

---Ends the server, if there is one, without waiting for it.
function M.stop()
  local old = connection
  if not old then return end
  post(number(), "shutdown", vim.empty_dict())
  post(nil, "exit", vim.empty_dict())
  connection = nil
  old.process.close()
  if is_leaving then return end
  for _, request in pairs(old.pending) do
    request.done({ message = "The server was stopped.", data = { kind = "cancelled" } })
  end
end

---Ends the server and starts it anew, with everything on screen replayed.
---@return boolean
function M.restart()
  M.stop()
  return M.ensure()
end

return M
