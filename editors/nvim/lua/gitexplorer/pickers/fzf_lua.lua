---fzf-lua, live: fzf only shows what the server found.
local M = {}

---@param text string
function M.open(text)
  local feed = require("gitexplorer.pickers.feed").new()
  if not feed then return end
  local by_line = {}
  ---Newer ones hand over a table of arguments, older ones the query itself.
  local function contents(arguments)
    local query = type(arguments) == "table" and arguments[1] or arguments
    return function(add)
      feed:ask(query or "", function(items)
        for _, item in ipairs(items) do
          local line = require("gitexplorer.pickers.feed").line(item)
          by_line[line] = item
          add(line)
        end
        add(nil)
      end)
    end
  end
  require("fzf-lua").fzf_live(contents, {
    prompt = "People on GitHub> ",
    query = text,
    exec_empty_query = false,
    winopts = { on_close = function() feed:close() end },
    actions = {
      ["default"] = function(selected)
        local item = selected and by_line[selected[1]]
        if item then require("gitexplorer.actions").open(item) end
      end,
    },
  })
end

return M
