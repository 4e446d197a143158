---A live search for what has a prompt and a list of its own: it asks with a text and is answered
---once, with everybody whom the server found, in its order. A newer text takes the place of an
---older one, which is then never answered; the server waits until the typing rests.
local Feed = {}
Feed.__index = Feed

---@class gitexplorer.Feed
---@field session gitexplorer.Session
---@field done? fun(items: gitexplorer.Item[])

---@param options gitexplorer.SearchOptions
---@return gitexplorer.Feed? feed nil where there is no server
function Feed.new(options)
  local self = setmetatable({}, Feed)
  local settle = require("gitexplorer.guard")(function() self:settle() end)
  self.session = require("gitexplorer.search.session").open("", options, settle)
  return self.session and self
end

function Feed:settle()
  local done, session = self.done, self.session
  if not done or not session:is_settled() then return end
  self.done = nil
  if session.phase == "failure" then require("gitexplorer.notify").failure(session.error) end
  done(session.items)
end

---@param text string
---@param done fun(items: gitexplorer.Item[])
function Feed:ask(text, done)
  self.done = done
  text = text:gsub("%s+", " ")
  if text ~= self.session.text then return self.session:change(text) end
  self:settle()
end

function Feed:close()
  self.done = nil
  self.session:close()
end

---What the picker is called.
---@return string
function Feed:title()
  return require("gitexplorer.search.sources").title(self.session.source)
end

---One line for one person.
---@param item gitexplorer.Item
---@return string
function Feed.line(item)
  local text = require("gitexplorer.text")
  local line = text.line(item.label)
  if item.detail then line = line .. "  " .. text.line(item.detail) end
  local relation = require("gitexplorer.search.rows").relation(item)
  if relation ~= "" then line = line .. "  (" .. relation .. ")" end
  if item.kind ~= "user" and item.kind ~= "entry" then line = line .. "  (" .. item.kind .. ")" end
  return line
end

---Opens what was chosen in a picker, once that has gone.
---@param items gitexplorer.Item[]
function Feed:choose(items)
  local query = self.session.query
  vim.schedule(require("gitexplorer.guard")(function()
    require("gitexplorer.actions").choose(items, query)
  end))
end

return Feed
