---The server's process and its pipes. Everything is called back on the main loop.
local M = {}

local uv = vim.uv or vim.loop

---@class gitexplorer.Process
---@field pid integer
---@field write fun(bytes: string) never waits
---@field close fun() lets go of the pipes, at which the server ends
---@field kill fun() ends what does not end by that
---@field is_running fun(): boolean

---@class gitexplorer.ProcessEvents
---@field bytes fun(chunk: string)
---@field complaint fun(text: string) what came on standard error
---@field exit fun(code: integer, signal: integer)

---Starts `argv`. Nil and the reason where that is not possible.
---@param argv string[]
---@param on gitexplorer.ProcessEvents
---@return gitexplorer.Process? process
---@return string? reason
function M.start(argv, on)
  local input, output, complaints = uv.new_pipe(false), uv.new_pipe(false), uv.new_pipe(false)
  local pipes = { input, output, complaints }
  local function close()
    for _, pipe in ipairs(pipes) do
      if not pipe:is_closing() then pipe:close() end
    end
  end

  local handle
  local ended, remaining = nil, 2
  ---The end is told when the process is gone and all that it said has been read.
  local function report()
    if not ended or remaining > 0 then return end
    close()
    vim.schedule(function() on.exit(ended.code, ended.signal) end)
  end
  local is_valid, failure
  is_valid, handle, failure = pcall(uv.spawn, argv[1], {
    args = vim.list_slice(argv, 2),
    stdio = pipes,
    hide = true,
  }, function(code, signal)
    handle:close()
    ended = { code = code, signal = signal }
    report()
  end)
  if not is_valid or not handle then
    close()
    return nil, tostring(is_valid and failure or handle)
  end
  local pid = failure

  local function read(pipe, deliver)
    pipe:read_start(function(failed, chunk)
      if chunk then return vim.schedule(function() deliver(chunk) end) end
      if failed or not chunk then
        if not pipe:is_closing() then pipe:close() end
        remaining = remaining - 1
        report()
      end
    end)
  end
  read(output, on.bytes)
  read(complaints, on.complaint)

  return {
    pid = pid,
    write = function(bytes)
      if not input:is_closing() then input:write(bytes, function() end) end
    end,
    close = close,
    kill = function()
      if not ended then handle:kill("sigkill") end
    end,
    is_running = function() return ended == nil end,
  }
end

return M
