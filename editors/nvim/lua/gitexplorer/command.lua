---`:GitExplorer`: what each word after it does, and what completes it.
local M = {}

---@param name string
local function on_login(name)
  return function(login)
    if login == "" then
      return require("gitexplorer.notify").error((":GitExplorer %s needs a login."):format(name))
    end
    require("gitexplorer")[name](login)
  end
end

local function search(text)
  local picker = require("gitexplorer.config").get().picker
  if picker == "builtin" then return require("gitexplorer").search(text) end
  require("gitexplorer.pickers").open(picker, text)
end

---@type table<string, fun(rest: string)>
local words = {
  search = search,
  user = on_login("user"),
  follow = on_login("follow"),
  unfollow = on_login("unfollow"),
  limits = function() require("gitexplorer.doctor").open() end,
  log = function() require("gitexplorer.log").open() end,
  restart = function()
    if require("gitexplorer.client").restart() then
      require("gitexplorer.notify").show("the server was restarted.")
    end
  end,
}

---@return string[]
local function names()
  local all = vim.tbl_keys(words)
  table.sort(all)
  return all
end

---@param command { args: string }
function M.run(command)
  local word, rest = command.args:match("^(%S*)%s*(.-)%s*$")
  if word == "" then word = "search" end
  local act = words[word]
  if act then return act(rest) end
  require("gitexplorer.notify").error(
    ("there is no `%s`; there is %s."):format(word, table.concat(names(), ", ")))
end

---The logins of the profiles that are open.
local function logins()
  local found = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local login = vim.api.nvim_buf_get_name(buffer):match("^gitexplorer://[^/]+/([^/]+)$")
    if login then found[#found + 1] = login end
  end
  table.sort(found)
  return found
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local before = line:gsub("^.-GitExplorer%s+", "", 1)
  local word = before:match("^(%S+)%s")
  local all = names()
  if word then
    all = (word == "user" or word == "follow" or word == "unfollow") and logins() or {}
  end
  return vim.tbl_filter(function(name) return vim.startswith(name, lead) end, all)
end

return M
