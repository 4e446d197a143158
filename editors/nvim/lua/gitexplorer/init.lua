---What other code may call. Nothing here loads more than it needs.
local M = {}

---Sets options; never needed, and `vim.g.gitexplorer` does the same. See |gitexplorer-options|.
---@param options? gitexplorer.Options
function M.setup(options) require("gitexplorer.config").set(options) end

---Opens the live search; with a callback it searches once and draws nothing.
---@param text? string what to search for at once
---@param options? gitexplorer.SearchOptions|gitexplorer.QueryOptions
---@param callback? fun(error?: gitexplorer.Error, page?: gitexplorer.SearchPage)
---@return fun()? cancel where there is a callback
function M.search(text, options, callback)
  if callback then return require("gitexplorer.api").search(text or "", options, callback) end
  require("gitexplorer.search").open(text, options)
end

---Opens the last search again, as it was.
function M.resume() require("gitexplorer.search").resume() end

---Asks for a profile and draws nothing.
---@param login string with or without the `@`
---@param options? gitexplorer.ProfileOptions
---@param callback fun(error?: gitexplorer.Error, profile?: gitexplorer.Profile)
---@return fun() cancel
function M.profile(login, options, callback)
  return require("gitexplorer.api").profile(login, options, callback)
end

---Opens the live search with the selected text.
function M.search_selection()
  local old = vim.fn.getreginfo('"')
  vim.cmd('silent normal! ""y')
  local text = vim.fn.getreg('"'):gsub("%s+", " ")
  vim.fn.setreg('"', old)
  M.search(text)
end

---Opens a profile.
---@param login string with or without the `@`
function M.user(login) require("gitexplorer.profile").open(login) end

---Opens the profile of the login under the cursor, whatever 'iskeyword' says.
function M.user_at_cursor()
  local line, column = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
  local before = line:sub(1, column):match("[%w_%-]*$")
  M.user(before .. line:sub(column + 1):match("^@?([%w_%-]*)"))
end

---@param login string|string[]
function M.follow(login) require("gitexplorer.actions").follow(login, true) end

---@param login string|string[]
function M.unfollow(login) require("gitexplorer.actions").follow(login, false) end

---Searches in the picker of that name: "select", "telescope", "snacks", "fzf_lua" or "mini_pick".
---@param name string
---@param text? string
---@param options? gitexplorer.SearchOptions
function M.pick(name, text, options) require("gitexplorer.pickers").open(name, text, options) end

---For 'omnifunc'. See |gitexplorer-completion|.
---@param find_start 0|1
---@param base string
---@return integer|table[]
function M.omnifunc(find_start, base)
  return require("gitexplorer.completion").omnifunc(find_start, base)
end

return M
