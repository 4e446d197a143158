---The search in a picker that the user has.
local M = {}

---@type table<string, string?> the module that each one needs
local needs = {
  telescope = "telescope", snacks = "snacks", fzf_lua = "fzf-lua", mini_pick = "mini.pick",
}

local names = { "builtin", "select", "telescope", "snacks", "fzf_lua", "mini_pick" }

---Whether a picker is installed.
---@param name string
---@return boolean
function M.is_there(name)
  if name == "snacks" then
    local found, snacks = pcall(require, "snacks")
    return found and snacks.picker ~= nil
  end
  return not needs[name] or (pcall(require, needs[name]))
end

---Opens the search in the picker of that name.
---@param name string
---@param text? string
---@param options? gitexplorer.SearchOptions
function M.open(name, text, options)
  if not vim.tbl_contains(names, name) then
    local words = "there is no picker `%s`; there is %s."
    return require("gitexplorer.notify").error(words:format(name, table.concat(names, ", ")))
  end
  if name == "builtin" then return require("gitexplorer.search").open(text, options) end
  if not M.is_there(name) then
    local words = "the plugin `%s` is not there."
    return require("gitexplorer.notify").error(words:format(needs[name]))
  end
  local picker = require("gitexplorer.pickers." .. name)
  require("gitexplorer.guard")(picker.open)(text or "", options or {})
end

return M
