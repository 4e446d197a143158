---Messages to bytes and back, framed as in the Language Server Protocol. No I/O here.
local M = {}

local absent_null = { luanil = { object = true, array = true } }

---@param message table empty objects are `vim.empty_dict()`; `{}` is sent as `[]`
---@return string
function M.encode(message)
  local body = vim.json.encode(message)
  return ("Content-Length: %d\r\n\r\n%s"):format(#body, body)
end

---Makes a function that takes bytes, in any chunks, and returns the messages that they complete.
---`null` becomes absence, in every Neovim.
---@return fun(chunk: string): table[]
function M.decoder()
  local parts, held, wanted = {}, 0, 0

  ---Takes one message off the front; nil where it is not complete yet.
  local function take(bytes)
    local _, header_end = bytes:find("\r\n\r\n", 1, true)
    if not header_end then return nil, bytes, 0 end
    local length = tonumber(bytes:sub(1, header_end):match("[Cc]ontent%-[Ll]ength: *(%d+)"))
    if not length then return nil, bytes:sub(header_end + 1), 0 end
    local last = header_end + length
    if #bytes < last then return nil, bytes, last end
    return bytes:sub(header_end + 1, last), bytes:sub(last + 1), 0
  end

  return function(chunk)
    parts[#parts + 1] = chunk
    held = held + #chunk
    local messages = {}
    if held < wanted then return messages end
    local bytes = table.concat(parts)
    local body
    repeat
      body, bytes, wanted = take(bytes)
      local ok, message = pcall(vim.json.decode, body or "", absent_null)
      if ok and type(message) == "table" then messages[#messages + 1] = message end
    until not body
    parts, held = { bytes }, #bytes
    return messages
  end
end

return M
