---Profiles in buffers named `gitexplorer://HOST/LOGIN`.
local M = {}

---@class gitexplorer.ProfileBuffer
---@field buffer integer
---@field session gitexplorer.ProfileSession
---@field targets table<integer, gitexplorer.ProfileTarget>
---@field avatar? { url: string, path?: string, placement?: table }

local namespace = vim.api.nvim_create_namespace("gitexplorer.profile")
local shown = {} ---@type table<integer, gitexplorer.ProfileBuffer>

---The width to draw for: of the window that shows the buffer.
local function width_of(buffer)
  local window = vim.fn.bufwinid(buffer)
  return window ~= -1 and vim.api.nvim_win_get_width(window) or vim.o.columns
end

---The same place again after the lines have changed: the same item or title, else the first row of
---the section; nil where the section is not there.
local function find(targets, target)
  local first
  for line, other in pairs(targets) do
    if other.section == target.section then
      local is_same = target.item and other.item and other.item.id == target.item.id
        or target.is_title and other.is_title
      if is_same then return line end
      if not other.is_title and (not first or line < first) then first = line end
    end
  end
  return first
end

local draw
draw = require("gitexplorer.guard")(function(buffer)
  local profile = shown[buffer]
  if not profile or not vim.api.nvim_buf_is_loaded(buffer) then return end
  local canvas = require("gitexplorer.profile.page").canvas(profile.session, width_of(buffer))
  local places = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local line = vim.api.nvim_win_get_cursor(window)[1]
    places[window] = { line = line, target = profile.targets[line] }
  end
  canvas:draw(buffer, namespace)
  profile.targets = canvas.targets
  for window, place in pairs(places) do
    local line = place.target and find(canvas.targets, place.target) or place.line
    vim.api.nvim_win_set_cursor(window, { math.min(line, #canvas.lines), 0 })
  end
  require("gitexplorer.profile.avatar").draw(profile, canvas.gap, function() draw(buffer) end)
end)

local function source_of(host, capabilities)
  for _, source in ipairs(capabilities.sources or {}) do
    if source.host == host then return source.id end
  end
end

---@param buffer integer
---@param host string
---@param login string
local function load(buffer, host, login)
  local profile = shown[buffer]
  if profile then return profile.session:refresh() end
  local session = require("gitexplorer.profile.session").new(nil, function() draw(buffer) end)
  shown[buffer] = { buffer = buffer, session = session, targets = {} }
  session:await(login)
  draw(buffer)
  require("gitexplorer.client").when_ready(function(capabilities)
    if shown[buffer] and session.is_awaiting then
      session:open(login, source_of(host, capabilities))
    end
  end)
end

local function wiped(buffer)
  local profile = shown[buffer]
  shown[buffer] = nil
  if not profile then return end
  profile.session:close()
  require("gitexplorer.profile.avatar").clear(profile)
end

---Fills a buffer by its name: at the first `:edit` and at every `:edit` again.
---@param buffer integer
---@param name string
function M.read(buffer, name)
  local host, login = name:match("^gitexplorer://([^/]+)/([^/]+)$")
  if not host then
    return require("gitexplorer.notify").error("a profile is called gitexplorer://HOST/LOGIN")
  end
  require("gitexplorer.highlights").ensure()
  local bo = vim.bo[buffer]
  bo.buftype, bo.swapfile, bo.bufhidden, bo.modifiable = "nofile", false, "hide", false
  bo.undolevels = -1
  bo.filetype = "gitexplorer"
  load(buffer, host, login)
end

local group = vim.api.nvim_create_augroup("gitexplorer.profile", {})
vim.api.nvim_create_autocmd({ "BufWipeout", "BufUnload" }, {
  group = group,
  pattern = "gitexplorer://*",
  callback = function(event) wiped(event.buf) end,
})
vim.api.nvim_create_autocmd("BufWinEnter", {
  group = group,
  pattern = "gitexplorer://*",
  callback = function(event)
    draw(event.buf)
    local profile = shown[event.buf]
    if not profile then return end
    require("gitexplorer.events").tell("Opened", {
      login = profile.session.login, buffer = event.buf,
    })
  end,
})
vim.api.nvim_create_autocmd("VimResized", {
  group = group,
  callback = function()
    for buffer in pairs(shown) do draw(buffer) end
  end,
})

---@param buffer integer
---@return gitexplorer.ProfileBuffer?
function M.of(buffer) return shown[buffer] end

---The name of a person's buffer.
---@param login string
---@return string
function M.name(login)
  return ("gitexplorer://%s/%s"):format(require("gitexplorer.client").host(), login)
end

---Opens a profile in the current window.
---@param login string a mention, an address of the page or one of mail too
function M.open(login)
  login = require("gitexplorer.login")(login)
  local is_mail = login:find("^[^@/%s%c]+@[%w.%-]+$")
  if not is_mail and not login:find("^[%w_][%w_%-]*[%[%]%w_%-]*$") then
    return require("gitexplorer.notify").error(("“%s” is no login."):format(login))
  end
  require("gitexplorer.client").when_ready(function()
    require("gitexplorer.search").give_way()
    local opened, reason = pcall(vim.cmd, "edit " .. vim.fn.fnameescape(M.name(login)))
    if not opened then require("gitexplorer.notify").error(reason:match("E%d+:.*") or reason) end
  end)
end

return M
