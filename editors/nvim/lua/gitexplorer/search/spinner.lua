---A clock for what moves while a search waits: the spinner, and the seconds of a limit.
local M = {}

local uv = vim.uv or vim.loop

---What takes less than this shows no spinner.
local patience = 50
local frame_milliseconds = 100

---@param draw fun(frame: string)
---@return { wait: fun(), rest: fun(), close: fun() }
function M.new(draw)
  local frames = require("gitexplorer.config").get().spinner
  local timer = uv.new_timer()
  local number, waits = 0, false
  local function tick()
    if not waits then return end
    number = number % #frames + 1
    draw(frames[number])
  end
  return {
    wait = function()
      if waits or timer:is_closing() then return end
      waits = true
      timer:start(patience, frame_milliseconds, vim.schedule_wrap(tick))
    end,
    rest = function()
      waits = false
      timer:stop()
    end,
    close = function()
      waits = false
      if not timer:is_closing() then timer:close() end
    end,
  }
end

return M
