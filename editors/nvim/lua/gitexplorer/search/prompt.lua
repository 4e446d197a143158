---What the prompt shows beside what is typed: a few words at its right, a hint where it is empty,
---and below it what there is to say while the list has rows.
local M = {}

---@param session gitexplorer.Session
local function state_of(session) return require("gitexplorer.search.state").of(session) end

---What is told below the text: where there are no rows it stands in their place.
---@param session gitexplorer.Session
---@return { [1]: string, [2]: string }[]
function M.notices(session)
  return #session.items > 0 and state_of(session).lines or {}
end

---@param screen gitexplorer.SearchScreen
---@return { [1]: string, [2]: string }
local function badge(screen)
  if screen.said then return { screen.said, "GitExplorerHint" } end
  local words, group = unpack(state_of(screen.session).brief)
  if screen.frame and not screen.session:waits_for_limit() then
    words, group = screen.frame, "GitExplorerSpinner"
  end
  if #screen.marks > 0 then words = ("%d marked  %s"):format(#screen.marks, words) end
  local windows = require("gitexplorer.search.windows")
  if screen.session.source and not windows.shows_title(screen.windows) then
    words = screen.windows.title .. "  " .. words
  end
  return { words, group }
end

---@param screen gitexplorer.SearchScreen
---@param namespace integer
function M.draw(screen, namespace)
  local buffer, window = screen.windows.prompt.buffer, screen.windows.prompt.window
  local session = screen.session
  local width = vim.api.nvim_win_get_width(window)
  local text = require("gitexplorer.text")
  local function mark(options) vim.api.nvim_buf_set_extmark(buffer, namespace, 0, 0, options) end
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local words, group = unpack(badge(screen))
  words = text.cut(words, math.floor(width * 0.7))
  if words ~= "" then
    mark({ virt_text = { { words .. " ", group } }, virt_text_pos = "right_align",
      hl_mode = "combine" })
  end
  if session.text == "" then
    local hint = require("gitexplorer.search.sources").hint(session.source)
    mark({ virt_text = { { hint, "GitExplorerHint" } }, virt_text_pos = "overlay" })
  end
  local below = {}
  for _, line in ipairs(M.notices(session)) do
    below[#below + 1] = { { text.cut(line[1], width), line[2] } }
  end
  if #below > 0 then mark({ virt_lines = below }) end
end

return M
