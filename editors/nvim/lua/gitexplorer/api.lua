---What plugins ask for: answers come to a callback, nothing is drawn.
local M = {}

---@class gitexplorer.QueryOptions
---@field source? string the source's id; the server's first one otherwise
---@field page? integer from 1
---@field per_page? integer 1 to 100
---@field sort? string
---@field order? "asc"|"desc"

---@class gitexplorer.SearchPage
---@field query string
---@field items gitexplorer.Item[]
---@field page integer
---@field totalCount integer
---@field incomplete boolean
---@field hasMore boolean
---@field origin string
---@field groups? { key: string, count: integer }[]

---@class gitexplorer.ProfileOptions
---@field source? string
---@field sections? ("repos"|"followers"|"following")[] all where it is left out, none where empty

---@class gitexplorer.Profile
---@field user gitexplorer.Item
---@field repos? gitexplorer.Section
---@field followers? gitexplorer.Section
---@field following? gitexplorer.Section

---@param text string
---@param options? gitexplorer.QueryOptions
---@param callback fun(error?: gitexplorer.Error, page?: gitexplorer.SearchPage)
---@return fun() cancel the callback does not come after it
function M.search(text, options, callback)
  options = options or {}
  return require("gitexplorer.client").request("search/query", {
    query = text, source = options.source, page = options.page, perPage = options.per_page,
    sort = options.sort, order = options.order,
  }, callback)
end

---@param login string with or without the `@`
---@param options? gitexplorer.ProfileOptions
---@param callback fun(error?: gitexplorer.Error, profile?: gitexplorer.Profile)
---@return fun() cancel the callback does not come after it
function M.profile(login, options, callback)
  options = options or {}
  return require("gitexplorer.client").request("profile/get", {
    login = require("gitexplorer.login")(login),
    source = options.source,
    sections = options.sections,
  }, callback)
end

return M
