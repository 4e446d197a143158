---mini.pick, live: its matching is left out.
local M = {}

local function person(entry) return entry.person end

---@param feed gitexplorer.Feed
local function source(feed)
  local pick = require("mini.pick")
  local asked
  return {
    name = feed:title(),
    items = {},
    match = function(_, _, query)
      local tick = pick.get_querytick()
      if asked == tick then return end
      asked = tick
      feed:ask(table.concat(query), function(items)
        local entries = {}
        for _, item in ipairs(items) do
          entries[#entries + 1] = {
            text = require("gitexplorer.pickers.feed").line(item), person = item,
          }
        end
        pick.set_picker_items(entries, { do_match = false, querytick = tick })
      end)
    end,
    choose = function(entry) feed:choose({ entry.person }) end,
    choose_marked = function(entries) feed:choose(vim.tbl_map(person, entries)) end,
  }
end

---@param text string
---@param options gitexplorer.SearchOptions
function M.open(text, options)
  local feed = require("gitexplorer.pickers.feed").new(options)
  if not feed then return end
  local pick = require("mini.pick")
  if text ~= "" then
    vim.schedule(function()
      if pick.is_picker_active() then pick.set_picker_query(vim.fn.split(text, [[\zs]])) end
    end)
  end
  -- It comes back when the picker has gone.
  local came_back, reason = pcall(pick.start, { source = source(feed) })
  feed:close()
  if not came_back then error(reason, 0) end
end

return M
