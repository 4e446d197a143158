---What people paste where a login is asked for.

---The login in a mention, in the address of a profile's page, or in an address of GitHub's that is
---no mailbox; any other text as it is.
---@param text string
---@return string
return function(text)
  text = vim.trim(text):gsub("^@", "")
  return text:match("^https?://[^/]+/([^/?#]+)/?$")
    or text:match("^[%w%-]+%.[%w%.%-]+/([^/?#]+)/?$")
    or text:match("^%d*%+?([%w_%-]+)@users%.noreply%.[%w%.%-]+$")
    or text
end
