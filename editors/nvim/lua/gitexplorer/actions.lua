---What can be done with people, repositories and entries.
local M = {}

local function notify() return require("gitexplorer.notify") end

---Opens a person's profile, a repository's page, or what is known of an entry.
---@param item gitexplorer.Item
function M.open(item)
  if item.kind == "author" or item.kind == "entry" and not item.url then
    return require("gitexplorer.profile.entry").open(item)
  end
  if item.kind == "repository" or item.kind == "entry" then return M.browse(item.url) end
  require("gitexplorer.profile").open(item.label)
end

---Opens what was chosen in a search; the first of several is in the window at last.
---@param items gitexplorer.Item[]
---@param query string
function M.choose(items, query)
  for index = #items, 1, -1 do
    require("gitexplorer.events").tell("Chosen", { item = items[index], query = query })
    M.open(items[index])
  end
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
---@param logins string|string[]
---@param wanted boolean
---@param say? fun(words: string) where it is told what was done; a message otherwise
function M.follow(logins, wanted, say)
  local method = wanted and "user/follow" or "user/unfollow"
  logins = type(logins) == "table" and logins or { logins }
  local names, remaining, failure = {}, #logins, nil
  local function tell()
    local done = vim.tbl_filter(function(name) return name ~= "" end, names)
    if #done > 0 then
      (say or notify().show)((wanted and "you follow " or "you no longer follow ")
        .. table.concat(done, ", ") .. ".")
    end
    if failure then notify().failure(failure) end
  end
  for index, login in ipairs(logins) do
    login = require("gitexplorer.login")(login)
    require("gitexplorer.client").request(method, { login = login }, function(failed, result)
      remaining, failure = remaining - 1, failure or failed
      names[index] = result and "@" .. result.login or ""
      if result then require("gitexplorer.events").tell("Followed", result) end
      if remaining == 0 then tell() end
    end)
  end
end

---The texts that stand for items, and what stands between two of them.
---@type { [1]: string, [2]: string, [3]: fun(item: gitexplorer.Item, data: table): string? }[]
local kinds_of_text = {
  { "mention", " ", function(_, data) return data.mention end },
  { "co-author", "\n", function(_, data) return data.coAuthor end },
  { "name", ", ", function(item) return item.kind == "entry" and item.label or nil end },
  { "URL", "\n", function(item) return item.url end },
  { "Markdown link", ", ", function(_, data) return data.markdownLink end },
}

---@param items gitexplorer.Item[]
---@return { name: string, text: string, between: string }[]
function M.texts(items)
  local texts = {}
  for _, kind in ipairs(kinds_of_text) do
    local name, between, get = unpack(kind)
    local parts = {}
    for _, item in ipairs(items) do
      local text = get(item, item.data or {})
      if type(text) == "string" and text ~= "" then
        parts[#parts + 1] = require("gitexplorer.text").line(text)
      end
    end
    if #parts > 0 then
      texts[#texts + 1] = { name = name, text = table.concat(parts, between), between = between }
    end
  end
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
  if not can_insert(window) then return say("there is no place to insert it any more") end
  local buffer = vim.api.nvim_win_get_buf(window)
  local line, column = unpack(vim.api.nvim_win_get_cursor(window))
  local lines = vim.split(text, "\n", { plain = true })
  vim.api.nvim_buf_set_text(buffer, line - 1, column, line - 1, column, lines)
  local before = #lines == 1 and column or 0
  vim.api.nvim_win_set_cursor(window, { line + #lines - 1, before + #lines[#lines] })
  say("inserted " .. lines[1] .. (#lines > 1 and " …" or ""))
end

---A co-author line names the person, and a search may not know the name: it is asked for.
---@param items gitexplorer.Item[]
---@param choice { name: string, text: string, between: string }
---@param done fun(text: string)
local function with_names(items, choice, done)
  if choice.name ~= "co-author" then return done(choice.text) end
  local lines, remaining = {}, #items
  local function settle(index, line)
    lines[index], remaining = line or "", remaining - 1
    if remaining > 0 then return end
    done(table.concat(vim.tbl_filter(function(each) return each ~= "" end, lines), choice.between))
  end
  for index, item in ipairs(items) do
    local data = item.data or {}
    local line = data.coAuthor and require("gitexplorer.text").line(data.coAuthor)
    if not line or data.name or item.kind == "author" then
      settle(index, line)
    else
      require("gitexplorer.client").request("profile/get", { login = item.label, sections = {} },
        function(_, profile)
          local user = profile and profile.user and profile.user.data or {}
          settle(index, user.coAuthor and require("gitexplorer.text").line(user.coAuthor) or line)
        end)
    end
  end
end

---Lets the user choose a text and what to do with it: copy, or insert where `window`'s cursor is.
---@param items gitexplorer.Item[]
---@param window? integer
---@param say? fun(words: string) where it is told what was done; a message otherwise
function M.take(items, window, say)
  local choices = {}
  local function add(verb, act)
    for _, text in ipairs(M.texts(items)) do
      choices[#choices + 1] = vim.tbl_extend("force", text, { verb = verb, act = act })
    end
  end
  add("copy", copy)
  if can_insert(window) then add("insert", insert) end
  if #choices == 0 then return (say or notify().show)("there is no text for this") end
  vim.ui.select(choices, {
    prompt = "Take " .. (#items == 1 and items[1].label or #items .. " that are marked"),
    format_item = function(choice) return choice.verb .. "  " .. choice.text:gsub("\n", " ") end,
  }, require("gitexplorer.guard")(function(choice)
    if not choice then return end
    with_names(items, choice, function(text) choice.act(text, window, say or notify().show) end)
  end))
end

---Lists people in quickfix; an entry opens the profile.
---@param items gitexplorer.Item[]
---@param query string
function M.to_quickfix(items, query)
  local entries = {}
  for _, item in ipairs(items) do entries[#entries + 1] = M.place(item) end
  vim.fn.setqflist({}, " ", { title = "GitExplorer: " .. query, items = entries })
  vim.cmd("botright copen")
end

---Where an item is found by quickfix and pickers: the profile's buffer, else just its words.
---@param item gitexplorer.Item
---@return { filename?: string, lnum?: integer, text: string }
function M.place(item)
  local text = require("gitexplorer.text")
  local words = text.line(item.detail or item.url)
  if item.kind == "entry" or item.kind == "author" then
    return { text = text.line(item.label) .. "  " .. words }
  end
  return { filename = require("gitexplorer.profile").name(item.label), lnum = 1, text = words }
end

return M
