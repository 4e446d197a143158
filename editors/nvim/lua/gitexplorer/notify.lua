---Words for the user, by `vim.notify`.
local M = {}

---Shows words that name their speaker already.
---@param words string
---@param level? integer
function M.plain(words, level) vim.notify(words, level or vim.log.levels.INFO) end

---@param words string
---@param level? integer
function M.show(words, level) M.plain("GitExplorer: " .. words, level) end

---@param words string
function M.error(words) M.show(words, vim.log.levels.ERROR) end

return M
