---Messages to bytes and back, framed as in the Language Server Protocol. No I/O here.
local M = {}

local absent_null = { luanil = { object = true, array = true } }

---A block of headers is never longer.
local longest_header = 8192

---@param message table empty objects are `vim.empty_dict()`; `{}` is sent as `[]`
---@return string
function M.encode(message)
  local body = vim.json.encode(message)
  return ("Content-Length: %d\r\n\r\n%s"):format(#body, body)
end

---How every message begins: one of its two headers.
local beginning = "content-"

---Whether the bytes can be the start of a message.
local function may_begin(bytes)
  local head = bytes:sub(1, #beginning):lower()
  return head == beginning:sub(1, #head)
end

---Makes a function that takes bytes, in any chunks, and returns the messages that they complete,
---and the bytes that are no message, where such came: nothing can be read behind them.
---`null` becomes absence, in every Neovim.
---@return fun(chunk: string): table[], string?
function M.decoder()
  local parts, held, wanted, junk = {}, 0, 0, nil

  ---Takes one message off the front; nil where it is not complete yet, or where it is none.
  local function take(bytes)
    if not may_begin(bytes) then junk = bytes end
    local _, header_end = bytes:find("\r\n\r\n", 1, true)
    if not header_end then
      if #bytes > longest_header then junk = bytes end
      return nil, bytes, 0
    end
    local length = tonumber(bytes:sub(1, header_end):match("[Cc]ontent%-[Ll]ength: *(%d+)"))
    if not length then junk = bytes end
    if junk then return nil, bytes, 0 end
    local last = header_end + length
    if #bytes < last then return nil, bytes, last end
    local ok, message = pcall(vim.json.decode, bytes:sub(header_end + 1, last), absent_null)
    if not ok or type(message) ~= "table" then
      junk = bytes
      return nil, bytes, 0
    end
    return message, bytes:sub(last + 1), 0
  end

  return function(chunk)
    if junk then return {}, junk end
    parts[#parts + 1] = chunk
    held = held + #chunk
    local messages = {}
    if held < wanted then return messages end
    local bytes = table.concat(parts)
    local message
    while bytes ~= "" do
      message, bytes, wanted = take(bytes)
      if not message then break end
      messages[#messages + 1] = message
    end
    parts, held = { bytes }, #bytes
    return messages, junk
  end
end

return M
