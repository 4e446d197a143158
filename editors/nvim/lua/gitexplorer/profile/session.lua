---One profile at the server: what has come of it so far. Draws nothing.
local Session = {}
Session.__index = Session

---@class gitexplorer.ProfileSession
---@field id string
---@field login? string
---@field source? string
---@field sections? string[] nil: all
---@field phase "loading"|"retrying"|"success"|"partial"|"failure"
---@field user? gitexplorer.Item
---@field parts table<string, gitexplorer.Section>
---@field error? gitexplorer.Error
---@field origin? string
---@field following? boolean nil: not known
---@field follow_state? "pending"|"confirmed"|"reverted"
---@field is_open boolean
---@field is_awaiting? boolean for the server to say what it can do
---@field on_change fun()

---@class gitexplorer.Section
---@field items gitexplorer.Item[]
---@field totalCount? integer
---@field hasMore boolean
---@field error? gitexplorer.Error
---@field is_loading? boolean while more is on its way

local function client() return require("gitexplorer.client") end

---@param sections? string[] nil: all
---@param on_change fun()
---@return gitexplorer.ProfileSession
function Session.new(sections, on_change)
  local self = setmetatable({
    sections = sections, parts = {}, phase = "loading", is_open = false, on_change = on_change,
  }, Session)
  self.id = client().attach("profile", {
    replay = function()
      if self.login and self.is_open and not self.is_awaiting then self:ask() end
    end,
    receive = function(method, params) self:receive(method, params) end,
    lost = function(failure) self:lost(failure) end,
  })
  return self
end

function Session:ask()
  self.phase, self.is_open, self.is_lost = "loading", true, false
  client().notify("profile/didOpen", {
    profileId = self.id, login = self.login, source = self.source, sections = self.sections,
    progressive = true,
  })
end

---Shows a login that will be opened when the server is ready.
---@param login string
function Session:await(login)
  self.login, self.is_open, self.is_awaiting = login, true, true
end

---Shows a login, in the place of the one before.
---@param login string
---@param source? string
function Session:open(login, source)
  self.login, self.source, self.is_awaiting = login, source, false
  self.user, self.parts, self.error, self.following = nil, {}, nil, nil
  self:ask()
end

---Asks past the cache.
function Session:refresh()
  if self.is_lost then
    client().ensure()
  else
    self.phase = "loading"
    client().notify("profile/refresh", { profileId = self.id })
  end
  self.on_change()
end

---@param section string
function Session:load_more(section)
  local part = self.parts[section]
  if not part or not part.hasMore or part.is_loading then return end
  part.is_loading = true
  client().notify("profile/loadMore", { profileId = self.id, section = section })
  self.on_change()
end

---Shows nobody: what is under way is given up.
function Session:forget()
  if self.is_open then client().notify("profile/didClose", { profileId = self.id }) end
  self.is_open, self.login, self.user = false, nil, nil
end

function Session:close()
  self:forget()
  client().detach(self.id)
  self.on_change = function() end
end

function Session:lost(failure)
  if not self.is_open then return end
  self.is_lost, self.phase, self.error = true, "failure", failure
  self.is_awaiting = false
  self.on_change()
end

function Session:receive_section(params)
  if params.section == "user" then
    self.user = params.items[1] or self.user
    return
  end
  local part = self.parts[params.section]
  if params.append and part then
    vim.list_extend(part.items, params.items)
    part.hasMore, part.error, part.is_loading = params.hasMore, params.error, false
  else
    self.parts[params.section] = {
      items = params.items, hasMore = params.hasMore, error = params.error,
    }
  end
end

function Session:receive_loaded(params)
  self.phase, self.error, self.origin = params.status, params.error, params.origin
  local profile = params.profile
  if not profile then return end
  self.user = profile.user
  self.parts = {
    repos = profile.repos, followers = profile.followers, following = profile.following,
  }
end

function Session:receive(method, params)
  if method == "user/followChanged" then
    if not self.login or params.login:lower() ~= self.login:lower() then return end
    self.following, self.follow_state = params.following, params.state
  elseif not self.login or params.login and params.login:lower() ~= self.login:lower() then
    return
  elseif method == "profile/status" then
    self.phase = params.status
    self.attempt = params.attempt
  elseif method == "profile/sectionLoaded" then
    self:receive_section(params)
  elseif method == "profile/loaded" then
    self:receive_loaded(params)
  end
  self.on_change()
end

return Session
