---The sources that can be searched, as the server tells of them.
local M = {}

---@return string[] ids
function M.ids()
  return vim.tbl_map(function(source) return source.id end, require("gitexplorer.client").sources())
end

---@param id? string
---@return { id: string, name: string, features: string[] }?
local function find(id)
  for _, source in ipairs(require("gitexplorer.client").sources()) do
    if id == nil or source.id == id then return source end
  end
end

---Whether a search there is one for people on GitHub.
---@param id? string nil: the first source
---@return boolean
function M.has_profiles(id)
  local source = find(id)
  return source == nil and id == nil
    or source ~= nil and vim.tbl_contains(source.features or {}, "profile")
end

---What is searched there, as a title.
---@param id? string nil: the first source
---@return string
function M.title(id)
  if M.has_profiles(id) and (id == nil or id == "github") then return "People on GitHub" end
  local source = find(id)
  return source and require("gitexplorer.text").line(source.name) or id or "People on GitHub"
end

---What can be typed.
---@param id? string
---@return string
function M.hint(id)
  return M.has_profiles(id) and "login or name" or "any part of a name"
end

---The source behind that one; behind the last comes the first.
---@param id? string
---@return string?
function M.after(id)
  local ids = M.ids()
  for index, each in ipairs(ids) do
    if each == (id or ids[1]) then return ids[index % #ids + 1] end
  end
  return ids[1]
end

return M
