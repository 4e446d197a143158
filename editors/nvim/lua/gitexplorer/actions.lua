---What can be done with a person or a repository.
local M = {}

local function notify() return require("gitexplorer.notify") end

---Opens a person's profile, or a repository's page.
---@param item gitexplorer.Item
function M.open(item)
  if item.kind == "repository" or item.kind == "entry" then return M.browse(item.url) end
  require("gitexplorer.profile").open(item.label)
end

---The program that opens a page where Neovim does not know it itself.
local function opener()
  for _, name in ipairs({ "xdg-open", "open", "wslview" }) do
    if vim.fn.executable(name) == 1 then return name end
  end
end

---Opens a page in the browser.
---@param url? string
function M.browse(url)
  if not url or not url:find("^https?://") then
    return notify().error("there is no page to open.")
  end
  if vim.ui.open then
    local _, failure = vim.ui.open(url)
    if failure then notify().show(url) end
    return
  end
  local program = opener()
  if not program then return notify().show(url) end
  vim.fn.jobstart({ program, url }, { detach = true })
end

---Follows or unfollows; what is on screen is told by the server.
---@param login string
---@param wanted boolean
function M.follow(login, wanted)
  login = vim.trim(login):gsub("^@", "")
  local method = wanted and "user/follow" or "user/unfollow"
  require("gitexplorer.client").request(method, { login = login }, function(failure, result)
    if failure then return notify().failure(failure) end
    notify().show(("you %s @%s."):format(
      result.following and "follow" or "no longer follow", result.login))
  end)
end

---The texts that stand for an item.
---@param item gitexplorer.Item
---@return { name: string, text: string }[]
function M.texts(item)
  local data, texts = item.data or {}, {}
  local function add(name, text)
    if type(text) == "string" and text ~= "" then
      texts[#texts + 1] = { name = name, text = require("gitexplorer.text").line(text) }
    end
  end
  add("mention", data.mention)
  add("co-author", data.coAuthor)
  add("URL", item.url)
  add("Markdown link", data.markdownLink)
  return texts
end

local function can_insert(window)
  if not window or not vim.api.nvim_win_is_valid(window) then return false end
  local bo = vim.bo[vim.api.nvim_win_get_buf(window)]
  return bo.modifiable and not bo.readonly and bo.buftype == ""
end

local function copy(text, _, say)
  vim.fn.setreg('"', text)
  if vim.fn.has("clipboard") == 1 then pcall(vim.fn.setreg, "+", text) end
  say("copied " .. text)
end

local function insert(text, window, say)
  local buffer = vim.api.nvim_win_get_buf(window)
  local line, column = unpack(vim.api.nvim_win_get_cursor(window))
  vim.api.nvim_buf_set_text(buffer, line - 1, column, line - 1, column, { text })
  vim.api.nvim_win_set_cursor(window, { line, column + #text })
  say("inserted " .. text)
end

---A co-author line names the person, and a search does not know the name: it is asked for.
local function with_name(item, choice, done)
  local data = item.data or {}
  if choice.name ~= "co-author" or data.name then return done(choice.text) end
  require("gitexplorer.client").request("profile/get", { login = item.label, sections = {} },
    function(_, profile)
      local user = profile and profile.user and profile.user.data or {}
      done(user.coAuthor or choice.text)
    end)
end

---Lets the user choose a text and what to do with it: copy, or insert where `window`'s cursor is.
---@param item gitexplorer.Item
---@param window? integer
---@param say? fun(words: string) where it is told what was done; a message otherwise
function M.take(item, window, say)
  local choices = {}
  for _, text in ipairs(M.texts(item)) do
    choices[#choices + 1] = { verb = "copy", name = text.name, text = text.text, act = copy }
  end
  if can_insert(window) then
    for _, text in ipairs(M.texts(item)) do
      choices[#choices + 1] = { verb = "insert", name = text.name, text = text.text, act = insert }
    end
  end
  vim.ui.select(choices, {
    prompt = "Take " .. item.label,
    format_item = function(choice) return choice.verb .. "  " .. choice.text end,
  }, function(choice)
    if not choice then return end
    with_name(item, choice, function(text) choice.act(text, window, say or notify().show) end)
  end)
end

---Lists people in quickfix; an entry opens the profile.
---@param items gitexplorer.Item[]
---@param query string
function M.to_quickfix(items, query)
  local profile = require("gitexplorer.profile")
  local entries = {}
  for _, item in ipairs(items) do
    entries[#entries + 1] = {
      filename = profile.name(item.label),
      lnum = 1,
      text = require("gitexplorer.text").line(item.detail or item.url),
    }
  end
  vim.fn.setqflist({}, " ", { title = "GitHub: " .. query, items = entries })
  vim.cmd("botright copen")
end

return M
