---`User` autocommands for what was done. See |gitexplorer-events|.
local M = {}

---@param name "Opened"|"Chosen"|"Followed"
---@param data table
function M.tell(name, data)
  local pattern = "GitExplorer" .. name
  vim.g.gitexplorer_event = vim.fn.has("nvim-0.8") == 0 and data or nil
  require("gitexplorer.guard")(vim.api.nvim_exec_autocmds)("User", {
    pattern = pattern,
    modeline = false,
    data = vim.fn.has("nvim-0.8") == 1 and data or nil,
  })
  vim.g.gitexplorer_event = nil
end

return M
