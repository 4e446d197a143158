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
          if take({ value = item, display = line, ordinal = line, index = index }) then return end
        end
        complete()
      end)
    end,
  })
end

---@param text string
function M.open(text)
  local feed = require("gitexplorer.pickers.feed").new()
  if not feed then return end
  require("telescope.pickers").new({}, {
    prompt_title = "People on GitHub",
    default_text = text,
    finder = finder(feed),
    sorter = require("telescope.sorters").empty(),
    -- Equals stay in the order in which they came.
    tiebreak = function() return false end,
    attach_mappings = function(buffer)
      local actions = require("telescope.actions")
      actions.select_default:replace(function()
        local entry = require("telescope.actions.state").get_selected_entry()
        actions.close(buffer)
        if entry then require("gitexplorer.actions").open(entry.value) end
      end)
      return true
    end,
  }):find()
end

return M
