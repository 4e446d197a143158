---What there is to say of a search, in words: for whom to wait, what failed and why, what is
---missing. Never of an older text than the one in the prompt.
local M = {}

---@class gitexplorer.SearchState
---@field brief { [1]: string, [2]: string } a few words and their group, for right of the prompt
---@field lines { [1]: string, [2]: string }[] sentences, each with its group

local function seconds(milliseconds) return math.ceil(milliseconds / 1000) end

---The fewest characters that GitHub is asked for.
local function minimum()
  local settings = require("gitexplorer.config").get().settings
  return tonumber(settings.minimumQueryLength) or 2
end

---Who is asked.
---@param session gitexplorer.Session
local function who(session)
  return require("gitexplorer.search.sources").answerer(session.source)
end

---Whether the text is too short, as far as that is known here: the server counts as people do.
---@param session gitexplorer.Session
local function is_short(session)
  return vim.fn.strchars(vim.trim(session.text), 1) < minimum()
end

---@param session gitexplorer.Session
local function count(session)
  local total = session.total or #session.items
  if total <= #session.items then return tostring(#session.items) end
  return ("%d of %d"):format(#session.items, total)
end

---@type table<string, fun(session: gitexplorer.Session): gitexplorer.SearchState>
local phases = {}

function phases.idle(session)
  local words = "Type at least %d characters of a login or a name."
  if who(session) ~= "GitHub" then words = "Type more, to search " .. who(session) .. "." end
  return {
    brief = { session.text ~= "" and "too short" or "", "GitExplorerHint" },
    lines = { { words:format(minimum()), "GitExplorerHint" } },
  }
end

function phases.loading() return { brief = { "waiting", "GitExplorerHint" }, lines = {} } end

function phases.retrying(session)
  local words = ("Attempt %d failed; trying again."):format(session.attempt or 1)
  return { brief = { "again", "GitExplorerWaiting" }, lines = { { words, "GitExplorerWaiting" } } }
end

function phases.empty(session)
  local name = who(session)
  local hint = session.incomplete and name .. " gave up half-way; Enter asks again."
    or "Try fewer or other letters."
  local words = name == "GitHub" and "Nobody is called “%s”."
    or "Nothing in " .. name:gsub("%%", "%%%%") .. " is called “%s”."
  return {
    brief = { name == "GitHub" and "nobody" or "nothing", "GitExplorerEmpty" },
    lines = {
      { words:format(session.query), "GitExplorerEmpty" },
      { hint, "GitExplorerHint" },
    },
  }
end

function phases.failure(session)
  local failure = session.error or { message = "It failed." }
  local data = failure.data or {}
  local lines = { { failure.message, "GitExplorerFailure" } }
  if data.hint then lines[#lines + 1] = { data.hint, "GitExplorerHint" } end
  if data.retryable then lines[#lines + 1] = { "Enter asks again.", "GitExplorerHint" } end
  return { brief = { "failed", "GitExplorerFailure" }, lines = lines }
end

function phases.success(session)
  local brief = { count(session), "GitExplorerCount" }
  if session.origin == "stale" then
    local failure = session.error and " " .. session.error.message or ""
    return { brief = { brief[1] .. ", old", "GitExplorerWaiting" },
      lines = { { "This is an older answer." .. failure, "GitExplorerWaiting" } } }
  elseif session.error then
    return { brief = brief, lines = { { session.error.message, "GitExplorerWaiting" } } }
  elseif session.incomplete then
    return { brief = { brief[1] .. ", in part", "GitExplorerWaiting" },
      lines = { { who(session) .. " gave up half-way; Enter asks again.", "GitExplorerWaiting" } } }
  end
  return { brief = brief, lines = {} }
end

---@param session gitexplorer.Session
local function limit(session)
  local left = seconds(session:remaining())
  return {
    brief = { ("limit, %d s"):format(left), "GitExplorerWaiting" },
    lines = {
      { ("%s's limit is reached; it asks again by itself in %d s."):format(who(session), left),
        "GitExplorerWaiting" },
      { "You may type on: the newest text is asked for.", "GitExplorerHint" },
    },
  }
end

---@param session gitexplorer.Session
---@return gitexplorer.SearchState
function M.of(session)
  if session:waits_for_limit() then return limit(session) end
  if session:is_ahead() and not (session.phase == "idle" and is_short(session)) then
    return phases.loading(session)
  end
  return phases[session.phase](session)
end

return M
