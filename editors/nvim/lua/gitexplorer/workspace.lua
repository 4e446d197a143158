---The repository that a buffer belongs to.
local M = {}

---The repository's folder; nil outside of one.
---@param buffer integer
---@return string?
function M.of(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local folder = vim.fn.getcwd()
  -- Git shows messages from within `.git`, and starts the editor in the work tree.
  local is_file = name ~= "" and not name:find("^%w+://") and not name:find("/%.git/")
  if is_file then folder = vim.fn.fnamemodify(name, ":p:h") end
  local path = vim.fn.escape(folder, " ,;\\") .. ";"
  local found = vim.fn.finddir(".git", path)
  if found == "" then found = vim.fn.findfile(".git", path) end
  if found == "" then return nil end
  return (vim.fn.fnamemodify(found, ":p"):gsub("/+$", ""):gsub("/%.git$", ""))
end

return M
