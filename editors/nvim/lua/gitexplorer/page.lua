---A page of plain lines to read, in a split; `q` closes it.
local M = {}

---@param name string
---@param lines string[]
---@return integer buffer
function M.open(name, lines)
  local buffer = vim.fn.bufnr(name)
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd("botright " .. math.max(3, math.min(#lines, 12)) .. "split")
    vim.api.nvim_win_set_buf(0, buffer)
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].bufhidden = "wipe"
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = buffer, nowait = true })
  vim.api.nvim_win_set_cursor(0, { #lines, 0 })
  return buffer
end

return M
