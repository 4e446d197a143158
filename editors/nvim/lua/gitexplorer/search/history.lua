---What was searched for, as long as Neovim runs. Nothing is written to a file.
local M = {}

---@class gitexplorer.PastSearch
---@field text string
---@field source? string
---@field selection? string the id of the person that had been chosen
---@field marks gitexplorer.Item[]

local most = 100
local past = {} ---@type gitexplorer.PastSearch[]

---@param search gitexplorer.PastSearch
function M.add(search)
  if vim.trim(search.text) == "" then return end
  for index, each in ipairs(past) do
    if each.text == search.text and each.source == search.source then
      table.remove(past, index)
      break
    end
  end
  past[#past + 1] = search
  if #past > most then table.remove(past, 1) end
end

---@return gitexplorer.PastSearch?
function M.last() return past[#past] end

---Goes through the texts: `step(-1, text)` is the one before, `step(1, text)` the one after.
---@return fun(by: integer, text: string): string?
function M.walk()
  local at, typed = #past + 1, ""
  return function(by, text)
    if at == #past + 1 then typed = text end
    local to = at + by
    if to < 1 or to > #past + 1 then return nil end
    at = to
    return past[at] and past[at].text or typed
  end
end

return M
