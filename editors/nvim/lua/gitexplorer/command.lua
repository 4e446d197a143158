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

---Takes `--source ID` off the front.
local function search(rest)
  local source, text = rest:match("^%-%-source[%s=]+(%S+)%s*(.*)$")
  if not source and rest:find("^%-%-source") then
    return require("gitexplorer.notify").error("--source needs the name of a source.")
  end
  local picker = require("gitexplorer.config").get().picker
  require("gitexplorer.pickers").open(picker, text or rest, { source = source })
end

---@type table<string, fun(rest: string)>
local words = {
  search = search,
  resume = function() require("gitexplorer").resume() end,
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
  if act then return require("gitexplorer.guard")(act)(rest) end
  require("gitexplorer.notify").error(
    ("there is no `%s`; there is %s."):format(word, table.concat(names(), ", ")))
end

---The longest that the command line waits for the server; a key ends it at once.
local patience_milliseconds = 3000

---@param is_there fun(): boolean
local function wait(is_there)
  vim.wait(patience_milliseconds, function()
    return is_there() or vim.fn.getchar(1) ~= 0
  end, 10)
end

---The logins of the profiles that are open.
---@param lead string
---@return string[]
local function open_logins(lead)
  local found = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local login = vim.api.nvim_buf_get_name(buffer):match("^gitexplorer://[^/]+/([^/]+)$")
    if login and vim.startswith(login, lead) then found[#found + 1] = login end
  end
  table.sort(found)
  return found
end

local feed ---@type gitexplorer.Feed? as long as the command line is open

---The logins of the profiles that are open, then those that the server finds.
---@param lead string
---@return string[]
local function logins(lead)
  local found = open_logins(lead)
  if #lead < 2 then return found end
  if not feed then
    feed = require("gitexplorer.pickers.feed").new({})
    if not feed then return found end
    vim.api.nvim_create_autocmd("CmdlineLeave", { once = true, callback = function()
      feed:close()
      feed = nil
    end })
  end
  local people
  feed:ask(lead:gsub("^@", ""), function(items) people = items end)
  wait(function() return people ~= nil end)
  for _, item in ipairs(people or {}) do
    local login = item.data and item.data.login
    if login and not vim.tbl_contains(found, login) then found[#found + 1] = login end
  end
  return found
end

---@param lead string
---@return string[]
local function sources(lead)
  local client = require("gitexplorer.client")
  if client.ensure() then wait(function() return #client.sources() > 0 end) end
  local ids = require("gitexplorer.search.sources").ids()
  return vim.tbl_filter(function(id) return vim.startswith(id, lead) end, ids)
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local before = line:gsub("^.-GitExplorer%s+", "", 1)
  local word, rest = before:match("^(%S+)%s+(.*)$")
  if word == "user" or word == "follow" or word == "unfollow" then return logins(lead) end
  local all = word and {} or names()
  if word == "search" then
    if rest:find("^%-%-source%s+%S*$") then return sources(lead) end
    if rest == lead and lead ~= "" then all = { "--source" } end
  end
  return vim.tbl_filter(function(name) return vim.startswith(name, lead) end, all)
end

return M
