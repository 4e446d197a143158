---One server that runs: its process, the handshake with it, answers paired with requests.
local Connection = {}
Connection.__index = Connection

local uv = vim.uv or vim.loop

---A server that has not introduced itself by then is none.
local patience_milliseconds = 5000

---A server that does not end when it is told to is made to.
local farewell_milliseconds = 1000

---The major version of the protocol that is spoken here.
local protocol = "1"

---@class gitexplorer.ConnectionEvents
---@field ready fun() the server has introduced itself
---@field message fun(method: string, params: table)
---@field ended fun(failure: gitexplorer.Error, is_crash: boolean) a crash may be a matter of luck

---@class gitexplorer.Connection
---@field command string
---@field process gitexplorer.Process
---@field pending table<integer, { method: string, params: table, done: fun(error?, result?) }>
---@field capabilities? table nil before the server has introduced itself
---@field server { name?: string, version?: string }
---@field started integer
---@field is_over boolean nothing comes from it any more
---@field on gitexplorer.ConnectionEvents

local next_id = 0

---@param options gitexplorer.Options
---@param on gitexplorer.ConnectionEvents
---@return gitexplorer.Connection? connection
---@return string? reason why there is none
function Connection.start(options, on)
  local self = setmetatable({
    command = vim.fn.fnamemodify(options.cmd[1], ":t"), pending = {}, server = {},
    started = uv.now(), is_over = false, on = on,
  }, Connection)
  local decode = require("gitexplorer.framing").decoder()
  local guard = require("gitexplorer.guard")
  local receive = guard(function(message) self:receive(message) end)
  local process, reason = require("gitexplorer.process").start(options.cmd, {
    bytes = guard(function(chunk)
      if self.is_over then return end
      local messages, junk = decode(chunk)
      for _, message in ipairs(messages) do receive(message) end
      if junk then self:reject(junk) end
    end),
    complaint = guard(function(text) require("gitexplorer.log").add(text) end),
    exit = guard(function(code, signal) self:exited(code, signal) end),
  })
  if not process then return nil, reason end
  self.process = process
  self:initialize(options.settings)
  return self
end

---@param id? integer
---@param method string
---@param params table
function Connection:post(id, method, params)
  if self.is_over then return end
  local message = { jsonrpc = "2.0", id = id, method = method, params = params }
  self.process.write(require("gitexplorer.framing").encode(message))
end

---@param method string
---@param params table
---@param done fun(error?: gitexplorer.Error, result?: any)
---@return integer id
function Connection:request(method, params, done)
  next_id = next_id + 1
  self.pending[next_id] = { method = method, params = params, done = done }
  self:post(next_id, method, params)
  return next_id
end

---@param settings table
function Connection:initialize(settings)
  self.patience = uv.new_timer()
  self.patience:start(patience_milliseconds, 0, vim.schedule_wrap(function()
    self:fail(("`%s` does not answer: it is no GitExplorer server, or it hangs."):format(
      self.command))
  end))
  self:request("initialize", {
    processId = vim.fn.getpid(),
    clientInfo = { name = "nvim", version = require("gitexplorer.version").editor() },
    capabilities = { general = { positionEncodings = { "utf-8" } } },
    initializationOptions = next(settings) and settings or vim.empty_dict(),
  }, function(failure, result)
    if failure then return self:fail(failure.message) end
    self:greet(type(result) == "table" and result or {})
  end)
  self:post(nil, "initialized", vim.empty_dict())
end

---Takes the server's introduction.
function Connection:greet(result)
  local capabilities = type(result.capabilities) == "table" and result.capabilities or {}
  local version = tostring(capabilities.protocolVersion)
  if version:match("^%d+") ~= protocol then
    return self:fail(("`%s` speaks version %s of the protocol, this plugin speaks %s.0."):format(
      self.command, version, protocol))
  end
  self:rest()
  self.capabilities, self.server = capabilities, result.serverInfo or {}
  self.on.ready()
end

function Connection:receive(message)
  if self.is_over then return end
  if type(message.method) == "string" then
    return self.on.message(message.method, type(message.params) == "table" and message.params or {})
  end
  local request = self.pending[message.id]
  if not request then return end
  self.pending[message.id] = nil
  request.done(message.error, message.result)
end

---@param junk string
function Connection:reject(junk)
  local line = require("gitexplorer.text").line(junk:match("^[^\r\n]*"))
  self:fail(("`%s` is no GitExplorer server: it prints “%s”."):format(
    self.command, require("gitexplorer.text").cut(require("gitexplorer.text").valid(line), 40)))
end

---Gives a server up that is no good.
---@param words string
function Connection:fail(words)
  if self.is_over then return end
  self:close()
  self.process.kill()
  self:tell(words, false)
end

function Connection:exited(code, signal)
  if self.is_over then return end
  self:close()
  local how = signal ~= 0 and "signal " .. signal or "exit code " .. code
  self:tell(("The server stopped (%s)."):format(how), self.capabilities ~= nil)
end

function Connection:tell(words, is_crash)
  require("gitexplorer.log").add(words)
  self.on.ended({
    message = words,
    data = { kind = "internal", retryable = true, hint = ":GitExplorer restart starts it again." },
  }, is_crash)
end

function Connection:rest()
  if self.patience and not self.patience:is_closing() then self.patience:close() end
end

function Connection:close()
  self.is_over = true
  self:rest()
  self.process.close()
end

---Ends the server without waiting for it; one that does not end by itself is killed.
function Connection:stop()
  self:request("shutdown", vim.empty_dict(), function() end)
  self:post(nil, "exit", vim.empty_dict())
  self:close()
  local timer = uv.new_timer()
  timer:start(farewell_milliseconds, 0, function()
    timer:close()
    self.process.kill()
  end)
end

return Connection
