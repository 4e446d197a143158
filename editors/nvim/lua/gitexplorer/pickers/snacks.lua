---The picker of snacks, live.
local M = {}

---@param text string
function M.open(text)
  local feed = require("gitexplorer.pickers.feed").new()
  if not feed then return end
  require("snacks").picker.pick({
    source = "gitexplorer",
    title = "People on GitHub",
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
    confirm = function(picker, choice)
      picker:close()
      if choice then require("gitexplorer.actions").open(choice.person) end
    end,
    on_close = function() feed:close() end,
  })
end

return M
