---A whole profile as lines: the card, then a section each for repositories, followers, following.
local M = {}

---@type { [1]: string, [2]: string, [3]: string }[] section, title, the member that counts it
M.sections = {
  { "repos", "Repositories", "publicRepos" },
  { "followers", "Followers", "followers" },
  { "following", "Following", "following" },
}

---@class gitexplorer.ProfileTarget
---@field section string
---@field item? gitexplorer.Item
---@field is_title? boolean

---@param item gitexplorer.Item
local function repository(item, width)
  local text = require("gitexplorer.text")
  local data = item.data or {}
  local name = text.cut(text.line(data.name or item.label), 40)
  local facts = {}
  if data.language then facts[#facts + 1] = text.line(data.language) end
  if data.stargazersCount and data.stargazersCount > 0 then
    facts[#facts + 1] = ("★ %d"):format(data.stargazersCount)
  end
  if data.fork then facts[#facts + 1] = "fork" end
  if data.archived then facts[#facts + 1] = "archived" end
  local middle = table.concat(facts, " · ")
  local room = width - vim.fn.strdisplaywidth(name .. middle) - 7
  local detail = room > 2 and text.cut(text.line(item.detail), room) or ""
  return {
    "  ", { name, "GitExplorerRepository" }, middle ~= "" and "  " or "",
    { middle, "GitExplorerNumber" }, detail ~= "" and "  " or "", detail,
  }
end

---@param item gitexplorer.Item
local function person(item, width)
  local text = require("gitexplorer.text")
  local login = text.cut(text.line(item.label), width - 3)
  local room = width - 6 - vim.fn.strdisplaywidth(login)
  local detail = room > 2 and text.cut(text.line(item.detail), room) or ""
  return {
    "  ", { login, "GitExplorerLogin" }, detail ~= "" and "  " or "", detail,
  }
end

---@param canvas gitexplorer.Canvas
---@param session gitexplorer.ProfileSession
---@param section { [1]: string, [2]: string, [3]: string }
local function add_section(canvas, session, section, width)
  local name, title, counted = unpack(section)
  local part = session.parts[name]
  local total = part and part.totalCount or session.user and session.user.data[counted]
  canvas:add({
    { title, "GitExplorerSection" }, total and "  " or "",
    { total and ("%d"):format(total) or "", "GitExplorerNumber" },
  }, { section = name, is_title = true })
  local function add_words(words, group)
    for _, line in ipairs(require("gitexplorer.text").wrap(words, width - 3)) do
      canvas:add({ "  ", { line, group } }, { section = name })
    end
  end
  if not part then
    local is_waiting = session.phase == "loading" or session.phase == "retrying"
    if is_waiting then add_words("Loading…", "GitExplorerSpinner") end
    canvas:add({ "" })
    return
  end
  for _, item in ipairs(part.items) do
    local row = name == "repos" and repository or person
    canvas:add(row(item, width), { section = name, item = item })
  end
  if part.error then
    add_words(part.error.message, "GitExplorerFailure")
  elseif #part.items == 0 then
    add_words("None.", "GitExplorerHint")
  end
  if part.is_loading then
    add_words("Loading more…", "GitExplorerSpinner")
  elseif part.hasMore then
    add_words("… more", "GitExplorerHint")
  end
  canvas:add({ "" })
end

---@param session gitexplorer.ProfileSession
---@param width integer cells
---@return gitexplorer.Canvas canvas its targets are gitexplorer.ProfileTarget
function M.canvas(session, width)
  local canvas = require("gitexplorer.canvas").new()
  require("gitexplorer.profile.card").add(canvas, session, nil, width)
  if session.phase == "failure" and not session.user then return canvas end
  if canvas.lines[#canvas.lines] ~= "" then canvas:add({ "" }) end
  for _, section in ipairs(M.sections) do add_section(canvas, session, section, width) end
  return canvas
end

return M
