---Telescope, live.
local M = {}

---@param feed gitexplorer.Feed
local function finder(feed)
  return setmetatable({
    close = function() feed:close() end,
  }, {
    __call = function(_, prompt, take, complete)
      feed:ask(prompt or "", function(items)
        for index, item in ipairs(items) do
          local line = require("gitexplorer.pickers.feed").line(item)
          local entry = { value = item, display = line, ordinal = line, index = index }
          -- What Telescope puts into quickfix.
          entry = vim.tbl_extend("keep", entry, require("gitexplorer.actions").place(item))
          if take(entry) then return end
        end
        complete()
      end)
    end,
  })
end

---The people who are marked, else the one who is meant.
local function chosen(buffer)
  local state = require("telescope.actions.state")
  local entries = state.get_current_picker(buffer):get_multi_selection()
  if #entries == 0 then entries = { state.get_selected_entry() } end
  return vim.tbl_map(function(entry) return entry.value end, entries)
end

---@param text string
---@param options gitexplorer.SearchOptions
function M.open(text, options)
  local feed = require("gitexplorer.pickers.feed").new(options)
  if not feed then return end
  require("telescope.pickers").new({}, {
    prompt_title = feed:title(),
    default_text = text,
    finder = finder(feed),
    sorter = require("telescope.sorters").empty(),
    -- Equals stay in the order in which they came.
    tiebreak = function() return false end,
    attach_mappings = function(buffer)
      local actions = require("telescope.actions")
      actions.select_default:replace(function()
        local items = chosen(buffer)
        feed:choose(items)
        actions.close(buffer)
      end)
      return true
    end,
  }):find()
end

return M
