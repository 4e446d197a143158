---What the list of a search shows: people, or what there is to say instead.
local M = {}

local kinds = { organization = "organization", bot = "bot", author = "no account" }

---@class gitexplorer.RowPlan
---@field width integer cells of a row
---@field label_width integer cells that all labels take
---@field marks table<string, gitexplorer.Item> those that are marked, by id

---Why a person stands here: the best of the reasons that the server gives.
---@param item gitexplorer.Item
---@return string
function M.relation(item)
  local reasons = type(item.data) == "table" and item.data.relation
  if type(reasons) ~= "table" then return "" end
  for _, reason in ipairs({ "recent", "author", "following", "mentionable" }) do
    if vim.tbl_contains(reasons, reason) then return reason end
  end
  return ""
end

---Draws one person: the login with its matches, the name, why it is here, the kind.
---@param canvas gitexplorer.Canvas
---@param item gitexplorer.Item
---@param plan gitexplorer.RowPlan
local function add_item(canvas, item, plan)
  local text = require("gitexplorer.text")
  local whole = text.line(item.label)
  local label = text.cut(whole, plan.label_width)
  local words = {}
  for _, word in ipairs({ M.relation(item), kinds[item.kind] or "" }) do
    if word ~= "" then words[#words + 1] = word end
  end
  local kind = table.concat(words, ", ")
  local room = plan.width - 2 - plan.label_width - 2 - (kind ~= "" and #kind + 1 or 0)
  local detail = room > 2 and text.cut(text.line(item.detail), room) or ""
  if room < 0 then kind = "" end
  local line = canvas:add({
    plan.marks[item.id] and { "*", "GitExplorerMark" } or " ",
    { text.pad(label, plan.label_width), "GitExplorerLogin" },
    "  ",
    text.pad(detail, math.max(0, room)),
    kind ~= "" and " " or "",
    { kind, "GitExplorerKind" },
  }, item)
  local kept = label == whole and #label or #label - #"…"
  for _, match in ipairs(item.matches or {}) do
    canvas:mark(line, 1 + match.start, 1 + math.min(match["end"], kept), "GitExplorerMatch", 150)
  end
end

---@param canvas gitexplorer.Canvas
---@param items gitexplorer.Item[]
---@param plan gitexplorer.RowPlan
local function add_items(canvas, items, plan)
  local widest = 0
  for _, item in ipairs(items) do
    local cells = vim.fn.strdisplaywidth(require("gitexplorer.text").line(item.label))
    widest = math.max(widest, cells)
  end
  plan.label_width = math.max(4, math.min(widest, 39, plan.width - 2))
  local group
  for _, item in ipairs(items) do
    if item.group and item.group ~= group then
      group = item.group
      local title = require("gitexplorer.text").line(group)
      canvas:add({ { require("gitexplorer.text").cut(title, plan.width), "GitExplorerSection" } })
    end
    add_item(canvas, item, plan)
  end
end

---@param session gitexplorer.Session
---@param width integer cells
---@param marks table<string, gitexplorer.Item>
---@return gitexplorer.Canvas canvas its targets are the items
function M.canvas(session, width, marks)
  local canvas = require("gitexplorer.canvas").new()
  if #session.items == 0 then
    for _, line in ipairs(require("gitexplorer.search.state").of(session).lines) do
      for _, part in ipairs(require("gitexplorer.text").wrap(line[1], width - 2)) do
        canvas:add({ " ", { part, line[2] } })
      end
    end
    return canvas
  end
  add_items(canvas, session.items, { width = width, label_width = 0, marks = marks })
  if not session:is_current() then canvas:cover("GitExplorerDim") end
  if session.phase == "success" and session.has_more then
    canvas:add({ { " … more", "GitExplorerHint" } })
  end
  return canvas
end

return M
