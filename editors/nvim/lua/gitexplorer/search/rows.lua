---What the list of a search shows: people, or what there is to say instead.
local M = {}

local kinds = { organization = "organization", bot = "bot" }

---Draws one person: the login with its matches, the name, the kind.
---@param canvas gitexplorer.Canvas
---@param item gitexplorer.Item
---@param width integer cells
---@param label_width integer cells that all logins take
local function add_item(canvas, item, width, label_width)
  local text = require("gitexplorer.text")
  local login = text.line(item.label)
  local label = text.cut(login, label_width)
  local kind = kinds[item.kind] or ""
  local room = width - 2 - label_width - 2 - (kind ~= "" and #kind + 1 or 0)
  local detail = room > 2 and text.cut(text.line(item.detail), room) or ""
  if room < 0 then kind = "" end
  local line = canvas:add({
    " ",
    { text.pad(label, label_width), "GitExplorerLogin" },
    "  ",
    text.pad(detail, math.max(0, room)),
    kind ~= "" and " " or "",
    { kind, "GitExplorerKind" },
  }, item)
  local kept = label == login and #label or #label - #"…"
  for _, match in ipairs(item.matches or {}) do
    canvas:mark(line, 1 + match.start, 1 + math.min(match["end"], kept), "GitExplorerMatch", 150)
  end
end

---@param canvas gitexplorer.Canvas
---@param items gitexplorer.Item[]
---@param width integer
local function add_items(canvas, items, width)
  local widest = 0
  for _, item in ipairs(items) do
    local cells = vim.fn.strdisplaywidth(require("gitexplorer.text").line(item.label))
    widest = math.max(widest, cells)
  end
  local label_width = math.max(4, math.min(widest, 39, width - 2))
  local group
  for _, item in ipairs(items) do
    if item.group and item.group ~= group then
      group = item.group
      local title = require("gitexplorer.text").line(group)
      canvas:add({ { require("gitexplorer.text").cut(title, width), "GitExplorerSection" } })
    end
    add_item(canvas, item, width, label_width)
  end
end

local function add_words(canvas, words, group, width)
  for _, line in ipairs(require("gitexplorer.text").wrap(words, width - 2)) do
    canvas:add({ " ", { line, group } })
  end
end

---@param session gitexplorer.Session
local function minimum()
  local settings = require("gitexplorer.config").get().settings
  return tonumber(settings.minimumQueryLength) or 2
end

local function seconds(milliseconds) return math.ceil(milliseconds / 1000) end

---What stands above the people, or in their place; each state has its words and its colour.
local function add_state(canvas, session, width)
  local phase, failure = session.phase, session.error
  if phase == "idle" then
    local words = "Type at least %d characters of a login or a name."
    add_words(canvas, words:format(minimum()), "GitExplorerHint", width)
  elseif phase == "empty" then
    add_words(canvas, ("Nobody is called “%s”."):format(session.query), "GitExplorerEmpty", width)
    local cut = session.incomplete and "GitHub gave up half-way; Enter asks again."
      or "Try fewer or other letters."
    add_words(canvas, cut, "GitExplorerHint", width)
  elseif phase == "failure" and failure then
    add_words(canvas, failure.message, "GitExplorerFailure", width)
    local data = failure.data or {}
    if data.hint then add_words(canvas, data.hint, "GitExplorerHint", width) end
    if data.retryable then add_words(canvas, "Enter asks again.", "GitExplorerHint", width) end
  elseif session:waits_for_limit() then
    local words = "GitHub's limit is reached; it asks again by itself in %d s."
    add_words(canvas, words:format(seconds(session:remaining())), "GitExplorerWaiting", width)
    add_words(canvas, "You may type on: the newest text is asked for.", "GitExplorerHint", width)
  elseif phase == "retrying" then
    add_words(canvas, ("Attempt %d failed; trying again."):format(session.attempt),
      "GitExplorerWaiting", width)
  elseif phase == "success" and session.origin == "stale" then
    add_words(canvas, "This is an older answer.", "GitExplorerWaiting", width)
  end
end

---@param session gitexplorer.Session
---@param width integer cells
---@return gitexplorer.Canvas canvas its targets are the items
function M.canvas(session, width)
  local canvas = require("gitexplorer.canvas").new()
  add_items(canvas, session.items, width)
  if not session:is_current() then canvas:cover("GitExplorerDim") end
  local state = require("gitexplorer.canvas").new()
  add_state(state, session, width)
  if session.phase == "success" and session.has_more then
    canvas:add({ { " … more", "GitExplorerHint" } })
  end
  return state:followed_by(canvas)
end

---The few words right of the prompt.
---@param session gitexplorer.Session
---@param frame? string of the spinner, where one is shown
---@return { [1]: string, [2]: string }
function M.badge(session, frame)
  if session:waits_for_limit() then
    return { ("limit, %d s "):format(seconds(session:remaining())), "GitExplorerWaiting" }
  elseif frame then
    return { frame .. " ", "GitExplorerSpinner" }
  elseif session.phase == "failure" then
    return { "failed ", "GitExplorerFailure" }
  elseif session.phase == "empty" then
    return { "nobody ", "GitExplorerEmpty" }
  elseif session.phase == "idle" or #session.items == 0 then
    return { "", "GitExplorerCount" }
  end
  local total = session.total or #session.items
  if total <= #session.items then return { total .. " ", "GitExplorerCount" } end
  return { ("%d of %d "):format(#session.items, total), "GitExplorerCount" }
end

return M
