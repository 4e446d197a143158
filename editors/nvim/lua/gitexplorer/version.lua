---The editor's version, and what differs between the versions that are supported.
local M = {}

---@return string as in "0.7.2"
function M.editor()
  local version = vim.version()
  return ("%d.%d.%d"):format(version.major, version.minor, version.patch)
end

---Whether floats have titles.
---@return boolean
function M.has_titles() return vim.fn.has("nvim-0.9") == 1 end

---Whether `:mksession` writes floats, which gives a session that cannot be read.
---@return boolean
function M.saves_floats() return vim.fn.has("nvim-0.9") == 0 end

return M
