---A live search for a picker: it asks with a text and is answered once, with the people in the
---server's order. A newer text takes the place of an older one, which is then never answered.
local Feed = {}
Feed.__index = Feed

---@class gitexplorer.Feed
---@field session gitexplorer.Session
---@field done? fun(items: gitexplorer.Item[])

---@return gitexplorer.Feed? feed nil where there is no server
function Feed.new()
  local self = setmetatable({}, Feed)
  self.session = require("gitexplorer.search.session").open("", function() self:settle() end)
  return self.session and self
end

---Whether nothing more will come for the text.
local function is_settled(session)
  if session.shown ~= session.version then return false end
  if session.phase == "loading" or session.phase == "retrying" then return false end
  return session.origin ~= "provisional" or session.phase ~= "success"
end

function Feed:settle()
  local done, session = self.done, self.session
  if not done or not is_settled(session) then return end
  self.done = nil
  if session.phase == "failure" then require("gitexplorer.notify").failure(session.error) end
  done(session.items)
end

---@param text string
---@param done fun(items: gitexplorer.Item[])
function Feed:ask(text, done)
  self.done = done
  if text ~= self.session.text then return self.session:change(text) end
  self:settle()
end

function Feed:close()
  self.done = nil
  self.session:close()
end

---One line for one person.
---@param item gitexplorer.Item
---@return string
function Feed.line(item)
  local text = require("gitexplorer.text")
  local line = text.line(item.label)
  if item.detail then line = line .. "  " .. text.line(item.detail) end
  if item.kind ~= "user" then line = line .. "  (" .. item.kind .. ")" end
  return line
end

return Feed
