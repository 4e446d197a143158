---The picture of a person in their profile, where snacks.nvim can draw one; else there is none.
local M = {}

local pixels = 128
local columns, rows = 12, 6

---snacks.image, where it is there and says that the terminal shows pictures between lines.
local function drawer()
  local is_there, snacks = pcall(require, "snacks")
  if not is_there then return end
  local is_able, image = pcall(function()
    local image = snacks.image
    return image.supports_terminal() and image.terminal.env().placeholders and image
  end)
  return is_able and image or nil
end

---@param profile gitexplorer.ProfileBuffer
---@param url string
---@param arrived fun()
local function ask(profile, url, arrived)
  local avatar = { url = url }
  profile.avatar = avatar
  require("gitexplorer.client").request("user/avatar", { url = url, size = pixels },
    function(failure, file)
      if failure or profile.avatar ~= avatar then return end
      avatar.path = file.path
      arrived()
    end)
end

---Draws what is here at an empty line, and asks for it where it is not.
---@param profile gitexplorer.ProfileBuffer
---@param line integer counted from 1
---@param arrived fun() called once there is something to draw
function M.draw(profile, line, arrived)
  local url = profile.session.user and profile.session.user.imageUrl
  local image = url and drawer()
  if not image then return end
  if not profile.avatar or profile.avatar.url ~= url then
    M.clear(profile)
    ask(profile, url, arrived)
  end
  local avatar = profile.avatar
  if not avatar.path or not image.supports_file(avatar.path) then return end
  -- The lines are new, and so its marks are gone.
  M.clear(profile)
  local is_drawn, placement = pcall(image.placement.new, profile.buffer, avatar.path, {
    pos = { line, 0 }, inline = true, max_width = columns, max_height = rows, auto_resize = true,
  })
  avatar.placement = is_drawn and placement or nil
end

---@param profile gitexplorer.ProfileBuffer
function M.clear(profile)
  local placement = profile.avatar and profile.avatar.placement
  if not placement then return end
  profile.avatar.placement = nil
  pcall(placement.close, placement)
end

return M
