---`vim.ui.select`: one search, then a choice among who was found.
local M = {}

---@param text string
---@param options gitexplorer.SearchOptions
local function choose(text, options)
  require("gitexplorer.api").search(text, options, function(failure, page)
    local notify = require("gitexplorer.notify")
    if failure then return notify.failure(failure) end
    if #page.items == 0 then return notify.show(("nobody is called “%s”."):format(text)) end
    vim.ui.select(page.items, {
      prompt = ("%s: “%s”"):format(
        require("gitexplorer.search.sources").title(options.source), text),
      kind = "gitexplorer",
      format_item = require("gitexplorer.pickers.feed").line,
    }, function(item)
      if item then require("gitexplorer.actions").choose({ item }, page.query) end
    end)
  end)
end

---@param text string asked for where it is empty
---@param options gitexplorer.SearchOptions
function M.open(text, options)
  if text ~= "" then return choose(text, options) end
  local title = require("gitexplorer.search.sources").title(options.source)
  vim.ui.input({ prompt = title .. ": " }, function(answer)
    if answer and vim.trim(answer) ~= "" then choose(answer, options) end
  end)
end

return M
