---Keys by action, as the options have them.
local M = {}

---@param keys string|string[]|false|nil
---@return string[]
local function list(keys)
  if type(keys) == "string" then return { keys } end
  return type(keys) == "table" and keys or {}
end

---Goes through the actions that have keys: `for name, lhs in keys.each(…)`.
---@param actions table<string, table>
---@param keys table<string, string|string[]|false>
---@return fun(): string?, string?
function M.each(actions, keys)
  local pairs_of = {}
  for name in pairs(actions) do
    for _, lhs in ipairs(list(keys[name])) do pairs_of[#pairs_of + 1] = { name, lhs } end
  end
  table.sort(pairs_of, function(a, b) return a[1] .. a[2] < b[1] .. b[2] end)
  local index = 0
  return function()
    index = index + 1
    if pairs_of[index] then return unpack(pairs_of[index]) end
  end
end

---Shows the keys as a message.
---@param title string
---@param actions table<string, { does: string }>
---@param keys table<string, string|string[]|false>
function M.help(title, actions, keys)
  local lines = { { title .. "\n", "Title" } }
  for name, lhs in M.each(actions, keys) do
    lines[#lines + 1] = { ("%-8s "):format(lhs), "Special" }
    lines[#lines + 1] = { actions[name].does .. "\n" }
  end
  vim.api.nvim_echo(lines, false, {})
end

return M
