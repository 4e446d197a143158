---The server's own examination of itself: version, token source, host, budgets.
local M = {}

---The arguments of the server that its `doctor` understands too.
---@param cmd string[]
---@return string[]
local function argv(cmd)
  local taken = { cmd[1], "doctor" }
  for index, word in ipairs(cmd) do
    if word == "--sandbox" then table.insert(taken, word) end
    if word == "--config" or word == "--faults" then
      vim.list_extend(taken, { word, cmd[index + 1] })
    end
  end
  return taken
end

---The settings in a file that only the user can read.
---@param settings table
---@return string? path nil where there are none
local function written(settings)
  if not next(settings) then return nil end
  local path = vim.fn.tempname()
  local uv = vim.uv or vim.loop
  local file = uv.fs_open(path, "wx", tonumber("600", 8))
  if not file then return nil end
  uv.fs_write(file, vim.json.encode(settings), 0)
  uv.fs_close(file)
  return path
end

---Runs it; the lines are what it printed, whatever its exit code.
---@param done fun(failure?: string, lines?: string[])
---@return integer? job nil where there is no server
function M.run(done)
  local options = require("gitexplorer.config").get()
  if vim.fn.executable(options.cmd[1]) == 0 then
    done(("`%s` is not installed; see :help gitexplorer-install"):format(options.cmd[1]))
    return nil
  end
  local lines = {}
  local function take(_, data)
    for _, line in ipairs(data) do
      if line ~= "" then lines[#lines + 1] = line end
    end
  end
  local command, path = argv(options.cmd), written(options.settings)
  if path then vim.list_extend(command, { "--config", path }) end
  return vim.fn.jobstart(command, {
    stdout_buffered = true,
    stderr_buffered = true,
    on_stdout = take,
    on_stderr = take,
    on_exit = function()
      if path then os.remove(path) end
      done(nil, lines)
    end,
  })
end

---Shows it on a page. Does not wait.
function M.open()
  M.run(function(failure, lines)
    if failure then return require("gitexplorer.notify").error(failure) end
    require("gitexplorer.page").open("gitexplorer-limits", lines)
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
  end)
end

return M
