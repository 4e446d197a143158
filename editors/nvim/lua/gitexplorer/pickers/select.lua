---`vim.ui.select`: one search, then a choice among who was found.
local M = {}

local function choose(text)
  require("gitexplorer.client").request("search/query", { query = text }, function(failure, page)
    local notify = require("gitexplorer.notify")
    if failure then return notify.failure(failure) end
    if #page.items == 0 then return notify.show(("nobody is called “%s”."):format(text)) end
    vim.ui.select(page.items, {
      prompt = ("People called “%s”"):format(text),
      kind = "gitexplorer",
      format_item = require("gitexplorer.pickers.feed").line,
    }, function(item)
      if item then require("gitexplorer.actions").open(item) end
    end)
  end)
end

---@param text string asked for where it is empty
function M.open(text)
  if text ~= "" then return choose(text) end
  vim.ui.input({ prompt = "People on GitHub: " }, function(answer)
    if answer and vim.trim(answer) ~= "" then choose(answer) end
  end)
end

return M
