---Words for the user, by `vim.notify`.
local M = {}

---Whether `vim.notify` is Neovim's own, which writes where the command line is.
local function is_builtin()
  return debug.getinfo(vim.notify, "S").source:find("^@vim/") ~= nil
end

local groups = { [vim.log.levels.ERROR] = "ErrorMsg", [vim.log.levels.WARN] = "WarningMsg" }

---Neovim's own `vim.notify` raises an error message, which in insert mode stops all typing for a
---second, and what is longer than the line asks for a key. So here it is one line, echoed; the log
---has it whole. `-- INSERT --` writes over it: it is shown once more when that has gone.
local function echo(words, level)
  local line = require("gitexplorer.text").cut(words, vim.v.echospace)
  local function show(keeps)
    pcall(vim.cmd, "redraw") -- <C-c> may interrupt it
    vim.api.nvim_echo({ { line, groups[level] } }, keeps, {})
  end
  show(true)
  local group = vim.api.nvim_create_augroup("gitexplorer.notify", {})
  if not vim.o.showmode or vim.fn.mode():sub(1, 1) ~= "i" then return end
  vim.api.nvim_create_autocmd("InsertLeave", {
    group = group,
    once = true,
    callback = function() vim.schedule(function() show(false) end) end,
  })
end

---Shows words that name their speaker already.
---@param words string
---@param level? integer
function M.plain(words, level)
  if is_builtin() then return vim.schedule(function() echo(words, level) end) end
  vim.notify(words, level or vim.log.levels.INFO)
end

---@param words string
---@param level? integer
function M.show(words, level) M.plain("GitExplorer: " .. words, level) end

---@param words string
function M.error(words) M.show(words, vim.log.levels.ERROR) end

---Says that the server cannot be started, and what to do.
---@param command string
---@param reason string
function M.missing(command, reason)
  local words = "Install the server `%s`: see :checkhealth gitexplorer"
  if not reason:find("^ENOENT") then
    words = "The server `%s` cannot be run (" .. reason .. "): see :checkhealth gitexplorer"
  end
  M.plain(words:format(vim.fn.fnamemodify(command, ":t")), vim.log.levels.ERROR)
end

local severities = { vim.log.levels.ERROR, vim.log.levels.WARN }

local alerts = 0

---Takes what the server says to the user: an alert is shown, all of it is logged.
---@param method string
---@param params { type: integer, message: string }
function M.receive(method, params)
  if method ~= "window/showMessage" and method ~= "window/logMessage" then return end
  require("gitexplorer.log").add(params.message)
  if method ~= "window/showMessage" then return end
  alerts = alerts + 1
  M.show(params.message, severities[params.type])
end

---The kinds of failure that need no words here: the user gave the request up, or was told that
---there is no server.
local silent = { cancelled = true, noServer = true }

---What the server alerts to comes right beside the answer, if it comes.
local beside = 50

---Tells of a failed request, unless the server alerts to it by itself; that it does once for each
---kind, until the kind has gone away.
---@param failure gitexplorer.Error
function M.failure(failure)
  require("gitexplorer.log").add(failure.message)
  if silent[failure.data and failure.data.kind] then return end
  local before = alerts
  vim.defer_fn(function()
    if alerts == before then M.error(failure.message) end
  end, beside)
end

return M
