---The options: their defaults, what was set, and what is wrong with it.
local M = {}

---@class gitexplorer.Options
---@field cmd? string[] the server and its arguments
---@field settings? table the server's own settings, passed on as they are
---@field layout? "auto"|"float"|"split" where the search is drawn
---@field preview? boolean whether the search shows the person under the cursor
---@field border? string|string[] the border of floats, as in |nvim_open_win()|
---@field width? number share of the screen's width, 0.2 to 1
---@field height? number share of the screen's height, 0.2 to 1
---@field spinner? string[] the frames of the spinner
---@field picker? gitexplorer.Picker what `:GitExplorer search` opens
---@field omnifunc? boolean whether completion is set up in commit messages, Markdown, CODEOWNERS
---@field keys? gitexplorer.Keys

---@alias gitexplorer.Picker "builtin"|"select"|"telescope"|"snacks"|"fzf_lua"|"mini_pick"

---@class gitexplorer.Keys
---@field search? table<string, string|string[]|false> keys by action; false takes an action away
---@field profile? table<string, string|string[]|false>

---@type gitexplorer.Options
M.defaults = {
  cmd = { "gitexplorer" },
  settings = {},
  layout = "auto",
  preview = true,
  border = "rounded",
  width = 0.8,
  height = 0.8,
  spinner = { "⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏" },
  picker = "builtin",
  omnifunc = true,
  keys = {
    search = {
      next = { "<C-n>", "<Down>" },
      previous = { "<C-p>", "<Up>" },
      accept = "<CR>",
      mark = "<Tab>",
      mark_back = "<S-Tab>",
      take = "<C-y>",
      quickfix = "<C-q>",
      source = "<C-s>",
      preview = "<M-p>",
      older = "<C-Up>",
      newer = "<C-Down>",
      follow = "gf",
      unfollow = "gF",
      browse = "gX",
      close = "<C-c>",
      help = "g?",
    },
    profile = {
      refresh = "R",
      next_section = "]]",
      previous_section = "[[",
      follow = "f",
      unfollow = "F",
      open = "<CR>",
      repository = "o",
      more = "L",
      take = "<C-y>",
      browse = "gX",
      help = "g?",
      close = "q",
    },
  },
}

local choices = {
  layout = { "auto", "float", "split" },
  picker = { "builtin", "select", "telescope", "snacks", "fzf_lua", "mini_pick" },
}

local given

---@param options? gitexplorer.Options
function M.set(options) given = options or {} end

---What the user gave: by `setup`, else in `vim.g.gitexplorer`.
local function chosen()
  local options = given or vim.g.gitexplorer or {}
  return type(options) == "table" and options or {}
end

local function is_list(value)
  for key in pairs(value) do
    if type(key) ~= "number" then return false end
  end
  return true
end

---The default where a value is missing or unusable; lists are taken whole.
local function merged(default, value)
  if type(default) ~= "table" then
    if type(value) == type(default) then return value end
    return default
  end
  if type(value) ~= "table" then return default end
  if is_list(default) and next(default) then return next(value) and value or default end
  local result = {}
  for key, part in pairs(default) do result[key] = part end
  for key, part in pairs(value) do result[key] = part end
  return result
end

local function one_of(name, value)
  return vim.tbl_contains(choices[name], value) and value or M.defaults[name]
end

---The options as they hold now.
---@return gitexplorer.Options
function M.get()
  local options = {}
  local own = chosen()
  for name, default in pairs(M.defaults) do options[name] = merged(default, own[name]) end
  local keys = type(own.keys) == "table" and own.keys or {}
  options.keys = {
    search = merged(M.defaults.keys.search, keys.search),
    profile = merged(M.defaults.keys.profile, keys.profile),
  }
  if own.border ~= nil then options.border = own.border end
  if type(own.cmd) == "string" then options.cmd = { own.cmd } end
  for name in pairs(choices) do options[name] = one_of(name, options[name]) end
  options.width = math.max(0.2, math.min(1, options.width))
  options.height = math.max(0.2, math.min(1, options.height))
  return options
end

---Says what is wrong with the options that were given, one sentence each.
---@return string[]
function M.problems()
  local problems = {}
  local function check(defaults, values, prefix)
    for name, value in pairs(values) do
      local default = defaults[name]
      local path = prefix .. tostring(name)
      if default == nil then
        problems[#problems + 1] = ("unknown option `%s`"):format(path)
      elseif path == "border" or (path == "cmd" and type(value) == "string") then
        goto continue
      elseif prefix:find("^keys%.%w+") then
        if value ~= false and type(value) ~= "string" and type(value) ~= "table" then
          problems[#problems + 1] = ("`%s` must be keys or false"):format(path)
        end
      elseif type(value) ~= type(default) then
        problems[#problems + 1] = ("`%s` must be a %s"):format(path, type(default))
      elseif choices[path] and not vim.tbl_contains(choices[path], value) then
        local names = table.concat(choices[path], ", ")
        problems[#problems + 1] = ("`%s` must be one of: %s"):format(path, names)
      elseif path == "keys" or prefix == "keys." then
        check(default, value, path .. ".")
      end
      ::continue::
    end
  end
  local own = given or vim.g.gitexplorer or {}
  if type(own) ~= "table" then return { "`vim.g.gitexplorer` must be a table" } end
  check(M.defaults, own, "")
  table.sort(problems)
  return problems
end

return M
