---fzf-lua, live: fzf only shows what the server found.
local M = {}

---@param text string
---@param options gitexplorer.SearchOptions
function M.open(text, options)
  local feed = require("gitexplorer.pickers.feed").new(options)
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
  ---@param lines? string[]
  ---@return gitexplorer.Item[]
  local function people(lines)
    local items = {}
    for _, line in ipairs(lines or {}) do items[#items + 1] = by_line[line] end
    return items
  end
  require("fzf-lua").fzf_live(contents, {
    prompt = feed:title() .. "> ",
    query = text,
    exec_empty_query = false,
    fzf_opts = { ["--multi"] = true },
    winopts = { on_close = function() feed:close() end },
    actions = {
      ["default"] = function(lines) feed:choose(people(lines)) end,
      ["ctrl-q"] = function(lines)
        require("gitexplorer.actions").to_quickfix(people(lines), feed.session.query)
      end,
    },
  })
end

return M
