---The sources that can be searched, as the server tells of them.
local M = {}

---@return string[] ids
function M.ids()
  return vim.tbl_map(function(source) return source.id end, require("gitexplorer.client").sources())
end

---The source of a search that names none: where the server knows the people of a repository, they
---come first there; else its first one.
---@return string?
function M.default()
  local ids = M.ids()
  return vim.tbl_contains(ids, "people") and "people" or ids[1]
end

---@param id? string nil: the default
---@return { id: string, name: string, features: string[] }?
local function find(id)
  id = id or M.default()
  for _, source in ipairs(require("gitexplorer.client").sources()) do
    if source.id == id then return source end
  end
end

---Whether people with profiles are searched there; so it is where nothing is known yet.
---@param id? string nil: the default
---@return boolean
local function has_profiles(id)
  local source = find(id)
  if not source then return id == nil end
  return source.id == "people" or vim.tbl_contains(source.features or {}, "profile")
end

---What is searched there, as a title.
---@param id? string nil: the default
---@return string
function M.title(id)
  local source = find(id)
  if not source then return id or "People on GitHub" end
  if source.id == "github" then return "People on GitHub" end
  return require("gitexplorer.text").line(source.name or source.id)
end

---Who answers there: GitHub, or the source by its name.
---@param id? string
---@return string
function M.answerer(id) return has_profiles(id) and "GitHub" or M.title(id) end

---What can be typed.
---@param id? string
---@return string
function M.hint(id)
  return has_profiles(id) and "login or name" or "any part of a name"
end

---The source behind that one; behind the last comes the first.
---@param id? string
---@return string?
function M.after(id)
  local ids = M.ids()
  for index, each in ipairs(ids) do
    if each == (id or M.default()) then return ids[index % #ids + 1] end
  end
  return ids[1]
end

return M
