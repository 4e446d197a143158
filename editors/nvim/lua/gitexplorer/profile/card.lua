---The head of a profile: who it is, and the fields that are known.
local M = {}

---@type { [1]: string, [2]: string }[]
local fields = {
  { "company", "Company" }, { "location", "Location" }, { "blog", "Website" },
  { "email", "E-mail" },
  { "publicRepos", "Repositories" }, { "followers", "Followers" }, { "following", "Following" },
}

local kinds = { organization = "organization", bot = "bot" }

local function add_wrapped(canvas, words, group, width)
  for _, line in ipairs(require("gitexplorer.text").wrap(words, width - 1)) do
    canvas:add({ { line, group } })
  end
end

---@param canvas gitexplorer.Canvas
---@param session gitexplorer.ProfileSession
local function add_follow(canvas, session)
  if session.following == nil then return end
  local words = session.following and "You follow." or "You do not follow."
  local group = session.following and "GitExplorerFollowing" or "GitExplorerDim"
  if session.follow_state == "pending" then words = words .. " …" end
  canvas:add({ { words, group } })
end

---@param canvas gitexplorer.Canvas
---@param data table
---@param width integer
local function add_fields(canvas, data, width)
  local text = require("gitexplorer.text")
  for _, field in ipairs(fields) do
    local value = data[field[1]]
    if type(value) == "number" then value = ("%d"):format(value) end
    if type(value) == "string" and value ~= "" then
      local shown = text.cut(text.line(value), width - 14)
      canvas:add({ { ("%-12s "):format(field[2]), "GitExplorerField" }, shown })
    end
  end
  local since = type(data.createdAt) == "string" and data.createdAt:match("^%d+%-%d+%-%d+")
  if since then canvas:add({ { ("%-12s "):format("Since"), "GitExplorerField" }, since }) end
end

---What there is to say of the state, in place of what is not there yet.
---@param canvas gitexplorer.Canvas
---@param session gitexplorer.ProfileSession
---@param width integer
function M.add_state(canvas, session, width)
  local failure = session.error
  if session.phase == "loading" then
    canvas:add({ { "Loading…", "GitExplorerSpinner" } })
  elseif session.phase == "retrying" then
    canvas:add({ { "Trying again…", "GitExplorerWaiting" } })
  elseif failure then
    local group = session.phase == "partial" and "GitExplorerWaiting" or "GitExplorerFailure"
    add_wrapped(canvas, failure.message, group, width)
    local hint = failure.data and failure.data.hint
    if hint then add_wrapped(canvas, hint, "GitExplorerHint", width) end
  end
end

---@param canvas gitexplorer.Canvas
---@param session gitexplorer.ProfileSession
---@param item? gitexplorer.Item what a row of a list knew
---@param width integer cells
function M.add(canvas, session, item, width)
  local text = require("gitexplorer.text")
  local user = session.user or item or { label = session.login }
  local login = "@" .. text.line(user.label)
  local pieces = { { text.cut(login, width - 1), "GitExplorerLogin" } }
  if user.detail then
    local name = text.cut(text.line(user.detail), math.max(1, width - 3 - #login))
    pieces = { { name, "GitExplorerTitle" }, "  ", pieces[1] }
  end
  local kind = kinds[user.kind]
  if kind then vim.list_extend(pieces, { "  ", { kind, "GitExplorerKind" } }) end
  canvas:add(pieces)
  add_follow(canvas, session)
  local data = user.data or {}
  if data.bio then add_wrapped(canvas, data.bio, nil, width) end
  canvas.gap = canvas:add({ "" })
  add_fields(canvas, data, width)
  local url = text.cut(text.line(user.url), width - 1)
  if url ~= "" then canvas:add({ { url, "GitExplorerDim" } }) end
  canvas:add({ "" })
  M.add_state(canvas, session, width)
end

return M
