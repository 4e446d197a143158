---What the server said beside its answers, kept in memory. `:GitExplorer log` shows it.
local M = {}

local most = 1000
local lines = {}

---@param text string one line or several
function M.add(text)
  for line in tostring(text):gmatch("[^\r\n]+") do
    lines[#lines + 1] = os.date("%H:%M:%S ") .. require("gitexplorer.text").line(line)
    if #lines > most then table.remove(lines, 1) end
  end
end

---Shows the log in a window of its own.
function M.open()
  local shown = #lines > 0 and vim.list_slice(lines, 1) or { "Nothing has been logged yet." }
  require("gitexplorer.page").open("gitexplorer-log", shown)
end

return M
