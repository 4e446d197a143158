---The picker of snacks, live.
local M = {}

local function person(choice) return choice.person end

---@param text string
---@param options gitexplorer.SearchOptions
function M.open(text, options)
  local feed = require("gitexplorer.pickers.feed").new(options)
  if not feed then return end
  require("snacks").picker.pick({
    source = "gitexplorer",
    title = feed:title(),
    live = true,
    supports_live = true,
    search = text,
    -- The order in which they come.
    sort = { fields = { "idx" } },
    finder = function(_, context)
      return function(add)
        local people
        feed:ask(context.filter.search, function(items)
          people = items
          context.async:resume()
        end)
        while not people do context.async:suspend() end
        for _, item in ipairs(people) do
          add({ text = require("gitexplorer.pickers.feed").line(item), person = item })
        end
      end
    end,
    format = "text",
    preview = "none",
    confirm = function(picker)
      feed:choose(vim.tbl_map(person, picker:selected({ fallback = true })))
      picker:close()
    end,
    actions = {
      qflist = function(picker)
        local choices = picker:selected()
        if #choices == 0 then choices = picker:items() end
        local items, query = vim.tbl_map(person, choices), feed.session.query
        picker:close()
        require("gitexplorer.actions").to_quickfix(items, query)
      end,
    },
    on_close = function() feed:close() end,
  })
end

return M
