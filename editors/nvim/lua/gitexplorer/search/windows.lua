---The windows of a search: a prompt, the list under it, a preview beside it. Floats, or splits.
local M = {}

---@class gitexplorer.Pane
---@field buffer integer
---@field window integer

---@class gitexplorer.Windows
---@field prompt gitexplorer.Pane
---@field list gitexplorer.Pane
---@field preview? gitexplorer.Pane
---@field is_float boolean
---@field title string
---@field notices integer lines that are kept free below the text of the prompt
---@field wants_preview boolean

local function new_buffer(kind)
  local buffer = vim.api.nvim_create_buf(false, true)
  local bo = vim.bo[buffer]
  bo.bufhidden, bo.filetype = "wipe", "gitexplorer-" .. kind
  -- Whatever holds for all other buffers.
  bo.modifiable, bo.readonly, bo.textwidth, bo.wrapmargin = true, false, 0, 0
  -- Menus of completion plugins stay away.
  vim.b[buffer].completion = false
  return buffer
end

---A smaller screen is taken whole, without borders.
local roomy = { columns = 50, lines = 11, preview_columns = 80 }

---Where each float goes.
---@param windows gitexplorer.Windows
---@param options gitexplorer.Options
---@return table<string, table>
local function geometry(windows, options)
  local columns, lines = vim.o.columns, math.max(2, vim.o.lines - vim.o.cmdheight)
  local is_roomy = columns >= roomy.columns and lines >= roomy.lines
  local border = is_roomy and options.border or "none"
  local edge = border == "none" and 0 or 2
  local width = is_roomy and math.floor(columns * options.width) or columns
  local height = is_roomy and math.max(9, math.floor(lines * options.height)) or lines
  local top, left = math.floor((lines - height) / 2), math.floor((columns - width) / 2)
  local notices = math.min(windows.notices, is_roomy and 2 or 1, height - 2)
  local prompt_height = 1 + math.max(0, notices)
  local list_top = top + prompt_height + edge
  local list_height = math.max(1, height - prompt_height - 2 * edge)
  local has_preview = windows.wants_preview and columns >= roomy.preview_columns and is_roomy
  local list_width = has_preview and math.floor((width - 2 * edge) * 0.55) or width - edge
  local function place(row, column, wide, high)
    return {
      relative = "editor", row = row, col = column, width = math.max(1, wide), height = high,
      border = border, style = "minimal",
    }
  end
  local places = {
    prompt = place(top, left, width - edge, prompt_height),
    list = place(list_top, left, list_width, list_height),
  }
  if has_preview then
    local wide = width - list_width - 2 * edge
    places.preview = place(list_top, left + list_width + edge, wide, list_height)
  end
  if require("gitexplorer.version").has_titles() and border ~= "none" then
    places.prompt.title, places.prompt.title_pos = " " .. windows.title .. " ", "left"
  end
  return places
end

---Whether the title is on screen.
---@param windows gitexplorer.Windows
---@return boolean
function M.shows_title(windows)
  if not windows.is_float then return true end
  local place = vim.api.nvim_win_get_config(windows.prompt.window)
  return place.title ~= nil
end

---@param pane gitexplorer.Pane
---@param is_list? boolean
local function style(pane, is_list)
  local wo = vim.wo[pane.window]
  wo.wrap, wo.number, wo.relativenumber, wo.spell, wo.list = false, false, false, false, false
  wo.foldcolumn, wo.signcolumn, wo.cursorline, wo.colorcolumn = "0", "no", is_list == true, ""
  local groups = "NormalFloat:GitExplorerNormal,FloatBorder:GitExplorerBorder"
  if require("gitexplorer.version").has_titles() then
    groups = groups .. ",FloatTitle:GitExplorerHeading"
  end
  wo.winhighlight = groups .. (is_list and ",CursorLine:GitExplorerSelection" or "")
end

---@param windows gitexplorer.Windows
---@param name string
local function open_float(windows, name, place)
  local buffer = new_buffer(name)
  local pane = { buffer = buffer, window = vim.api.nvim_open_win(buffer, false, place) }
  windows[name] = pane
  style(pane, name == "list")
end

---@param windows gitexplorer.Windows
---@param options gitexplorer.Options
local function open_floats(windows, options)
  windows.is_float = true
  local places = geometry(windows, options)
  for _, name in ipairs({ "preview", "list", "prompt" }) do -- CTRL-W w goes the other way
    if places[name] then open_float(windows, name, places[name]) end
  end
end

---@param windows gitexplorer.Windows
---@param options gitexplorer.Options
local function open_splits(windows, options)
  windows.is_float = false
  local function split(name, command)
    vim.cmd(command)
    local pane = { buffer = new_buffer(name), window = vim.api.nvim_get_current_win() }
    vim.api.nvim_win_set_buf(0, pane.buffer)
    windows[name] = pane
    style(pane, name == "list")
  end
  local height = math.max(2, math.floor(vim.o.lines * options.height) - 4)
  split("list", ("noautocmd botright %dsplit"):format(height))
  split("prompt", "noautocmd aboveleft 1split")
  vim.wo[windows.prompt.window].winfixheight = true
end

---Opens all of them, or none: a reason is raised then, such as <C-c> having been typed.
---@param title string
---@return gitexplorer.Windows
function M.open(title)
  local options = require("gitexplorer.config").get()
  local origin = vim.api.nvim_get_current_win()
  local windows = { title = title, notices = 0, wants_preview = options.preview }
  local opened, reason = false, nil
  if options.layout == "split" then
    opened = pcall(open_splits, windows, options)
    if not opened then M.close(windows, origin) end -- there was no room
  end
  if not opened then opened, reason = pcall(open_floats, windows, options) end
  if opened then
    M.arrange(windows)
    opened, reason = pcall(vim.api.nvim_set_current_win, windows.prompt.window)
  end
  if opened then return windows end
  M.close(windows, origin)
  error(reason, 0)
end

---Fits everything to the screen, the title, the notices and the wish for a preview. A preview for
---which there is no room goes away.
---@param windows gitexplorer.Windows
function M.arrange(windows)
  if not windows.is_float then
    vim.api.nvim_win_set_height(windows.prompt.window, 1 + windows.notices)
    vim.wo[windows.prompt.window].statusline = " " .. windows.title:gsub("%%", "%%%%")
    vim.wo[windows.list.window].statusline = " "
    return
  end
  local places = geometry(windows, require("gitexplorer.config").get())
  if windows.preview and not places.preview then
    pcall(vim.api.nvim_win_close, windows.preview.window, true)
    windows.preview = nil
  elseif places.preview and not windows.preview then
    open_float(windows, "preview", places.preview)
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
  local was_inside = false
  for _, name in ipairs({ "preview", "list", "prompt" }) do
    local pane = windows[name]
    if pane and vim.api.nvim_win_is_valid(pane.window) then
      if not is_whole(pane) then guest = vim.api.nvim_win_get_buf(pane.window) end
      was_inside = was_inside or vim.api.nvim_get_current_win() == pane.window
      pcall(vim.api.nvim_win_close, pane.window, true)
    end
    if pane and vim.api.nvim_buf_is_valid(pane.buffer) then
      pcall(vim.api.nvim_buf_delete, pane.buffer, { force = true })
    end
    windows[name] = nil
  end
  if not was_inside or not vim.api.nvim_win_is_valid(origin) then return end
  pcall(vim.api.nvim_set_current_win, origin)
  if guest and vim.api.nvim_buf_is_valid(guest) then
    pcall(vim.api.nvim_win_set_buf, origin, guest)
  end
end

return M
