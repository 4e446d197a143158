---The keys of a profile's buffer.
local M = {}

local function actions() return require("gitexplorer.actions") end

---@return gitexplorer.ProfileTarget?
local function target(profile) return profile.targets[vim.api.nvim_win_get_cursor(0)[1]] end

---The item under the cursor, else the person whose profile it is.
local function item_or_user(profile)
  local at = target(profile)
  return at and at.item or profile.session.user
end

---Goes to the next title in a direction; stays where there is none.
local function jump(profile, step)
  local line, last = vim.api.nvim_win_get_cursor(0)[1], vim.api.nvim_buf_line_count(0)
  line = line + step
  while line >= 1 and line <= last do
    local at = profile.targets[line]
    if at and at.is_title then return vim.api.nvim_win_set_cursor(0, { line, 0 }) end
    line = line + step
  end
end

local function open_repository(profile)
  local at = target(profile)
  if at and at.item and at.item.kind == "repository" then return actions().browse(at.item.url) end
  require("gitexplorer.notify").show("there is no repository under the cursor.")
end

local all = {
  refresh = { does = "load again, past the cache",
    run = function(profile) profile.session:refresh() end },
  next_section = { does = "next section", run = function(profile) jump(profile, 1) end },
  previous_section = { does = "previous section", run = function(profile) jump(profile, -1) end },
  follow = { does = "follow",
    run = function(profile) actions().follow(profile.session.login, true) end },
  unfollow = { does = "unfollow",
    run = function(profile) actions().follow(profile.session.login, false) end },
  open = { does = "open the person's profile, or the repository's page",
    run = function(profile)
      local at = target(profile)
      if at and at.item then actions().open(at.item) end
    end },
  repository = { does = "open the repository's page", run = open_repository },
  more = { does = "load more of this section",
    run = function(profile)
      local at = target(profile)
      if at then profile.session:load_more(at.section) end
    end },
  take = { does = "copy as text",
    run = function(profile)
      local item = item_or_user(profile)
      if item then actions().take({ item }) end
    end },
  browse = { does = "open the page in the browser",
    run = function(profile)
      local item = item_or_user(profile)
      if item then actions().browse(item.url) end
    end },
  help = { does = "show the keys", run = function() M.help() end },
  close = { does = "close", run = function() vim.cmd("bdelete") end },
}

local function keys() return require("gitexplorer.config").get().keys.profile end

function M.help() require("gitexplorer.keys").help("Profile", all, keys()) end

---@param buffer integer
function M.map(buffer)
  for name, lhs in require("gitexplorer.keys").each(all, keys()) do
    vim.keymap.set("n", lhs, function()
      local profile = require("gitexplorer.profile").of(buffer)
      local run = require("gitexplorer.guard")(all[name].run)
      if profile or name == "close" or name == "help" then run(profile) end
    end, { buffer = buffer, nowait = true, desc = all[name].does })
  end
end

return M
