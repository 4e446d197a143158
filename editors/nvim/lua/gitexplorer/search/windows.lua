---The windows of a search: a prompt, the list under it, a preview beside it. Floats, or splits
---where floats do not fit.
local M = {}

---@class gitexplorer.Pane
---@field buffer integer
---@field window integer

---@class gitexplorer.Windows
---@field prompt gitexplorer.Pane
---@field list gitexplorer.Pane
---@field preview? gitexplorer.Pane
---@field is_float boolean

local function new_buffer(kind)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].filetype = "gitexplorer-" .. kind
  -- Menus of completion plugins stay away.
  vim.b[buffer].completion = false
  return buffer
end

local smallest = { columns = 50, lines = 12, preview_columns = 80 }

---@param options gitexplorer.Options
---@return boolean
local function floats_fit(options)
  if options.layout ~= "auto" then return options.layout == "float" end
  return vim.o.columns >= smallest.columns and vim.o.lines >= smallest.lines
end

---Where each float goes. Borders take a cell on each side.
---@param options gitexplorer.Options
---@return table<string, table>
local function geometry(options)
  local has_preview = options.preview and vim.o.columns >= smallest.preview_columns
  local screen = vim.o.lines - vim.o.cmdheight - 1
  local width = math.max(10, math.min(vim.o.columns, math.floor(vim.o.columns * options.width)) - 2)
  local height = math.max(5, math.min(screen, math.floor(screen * options.height)) - 4)
  local top = math.max(0, math.floor((screen - height - 4) / 2))
  local left = math.max(0, math.floor((vim.o.columns - width - 2) / 2))
  local list_width = has_preview and math.floor((width - 2) * 0.55) or width
  local function place(row, column, wide, high)
    return {
      relative = "editor", row = row, col = column, width = wide, height = high,
      border = options.border, style = "minimal",
    }
  end
  local places = {
    prompt = place(top, left, width, 1),
    list = place(top + 3, left, list_width, height - 1),
  }
  if has_preview then
    local column = left + list_width + 2
    places.preview = place(top + 3, column, width - list_width - 2, height - 1)
  end
  if require("gitexplorer.version").has_titles() and options.border ~= "none" then
    places.prompt.title, places.prompt.title_pos = " People on GitHub ", "left"
  end
  return places
end

local function style(windows)
  for _, pane in ipairs({ windows.list, windows.preview }) do
    local wo = vim.wo[pane.window]
    wo.wrap, wo.number, wo.relativenumber, wo.spell, wo.list = false, false, false, false, false
    wo.foldcolumn, wo.signcolumn = "0", "no"
  end
  local wo = vim.wo[windows.list.window]
  wo.cursorline = true
  wo.winhighlight = "CursorLine:GitExplorerSelection"
  local prompt = vim.wo[windows.prompt.window]
  prompt.number, prompt.relativenumber, prompt.cursorline, prompt.wrap = false, false, false, false
  prompt.signcolumn, prompt.spell, prompt.list = "no", false, false
end

---@param windows gitexplorer.Windows
---@param options gitexplorer.Options
local function open_floats(windows, options)
  for name, place in pairs(geometry(options)) do
    local buffer = new_buffer(name)
    windows[name] = { buffer = buffer, window = vim.api.nvim_open_win(buffer, false, place) }
  end
end

---@param windows gitexplorer.Windows
---@param options gitexplorer.Options
local function open_splits(windows, options)
  local function split(name, command)
    vim.cmd(command)
    local buffer = new_buffer(name)
    vim.api.nvim_win_set_buf(0, buffer)
    vim.wo.statusline = " People on GitHub"
    windows[name] = { buffer = buffer, window = vim.api.nvim_get_current_win() }
  end
  local height = math.max(2, math.floor(vim.o.lines * options.height) - 4)
  split("list", ("noautocmd botright %dsplit"):format(height))
  split("prompt", "noautocmd aboveleft 1split")
  vim.wo[windows.prompt.window].winfixheight = true
end

---Opens all of them, or none: a reason is raised then, such as <C-c> having been typed.
---@return gitexplorer.Windows
function M.open()
  local options = require("gitexplorer.config").get()
  local origin = vim.api.nvim_get_current_win()
  local windows = { is_float = floats_fit(options) }
  local opened, reason = pcall(function()
    local open = windows.is_float and open_floats or open_splits
    open(windows, options)
    style(windows)
    vim.api.nvim_set_current_win(windows.prompt.window)
  end)
  if opened then return windows end
  M.close(windows, origin)
  error(reason, 0)
end

---Fits the floats to a screen of another size; where there is no room for the preview it goes away.
---@param windows gitexplorer.Windows
function M.resize(windows)
  if not windows.is_float then return end
  local places = geometry(require("gitexplorer.config").get())
  if windows.preview and not places.preview then
    vim.api.nvim_win_close(windows.preview.window, true)
    windows.preview = nil
  end
  for name, place in pairs(places) do
    local pane = windows[name]
    if pane and vim.api.nvim_win_is_valid(pane.window) then
      vim.api.nvim_win_set_config(pane.window, place)
    end
  end
end

---Whether a window still shows what it was opened for.
---@param pane gitexplorer.Pane
---@return boolean
local function is_whole(pane)
  return vim.api.nvim_win_is_valid(pane.window)
    and vim.api.nvim_win_get_buf(pane.window) == pane.buffer
end

---Whether prompt and list are on screen, with their own buffers.
---@param windows gitexplorer.Windows
---@return boolean
function M.are_whole(windows) return is_whole(windows.prompt) and is_whole(windows.list) end

---Closes the windows. A buffer that was opened in one of them, by a command, goes to `origin`.
---@param windows gitexplorer.Windows
---@param origin integer a window
function M.close(windows, origin)
  local guest
  for _, name in ipairs({ "preview", "list", "prompt" }) do
    local pane = windows[name]
    if pane and vim.api.nvim_win_is_valid(pane.window) then
      if not is_whole(pane) then guest = vim.api.nvim_win_get_buf(pane.window) end
      pcall(vim.api.nvim_win_close, pane.window, true)
    end
  end
  if not vim.api.nvim_win_is_valid(origin) then return end
  vim.api.nvim_set_current_win(origin)
  if guest and vim.api.nvim_buf_is_valid(guest) then
    pcall(vim.api.nvim_win_set_buf, origin, guest)
  end
end

return M
