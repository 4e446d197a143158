---Callbacks that no error gets out of: it would end what called, or cover the screen.

---Makes the same function without errors: one is logged whole, and told in one line.
---@generic F: function
---@param act F
---@return F
return function(act)
  return function(...)
    local results = { pcall(act, ...) }
    if results[1] then return unpack(results, 2, table.maxn(results)) end
    local reason = tostring(results[2])
    require("gitexplorer.log").add(reason)
    local line = reason:match("^[^\n]*")
    require("gitexplorer.notify").error("this went wrong (see :GitExplorer log): " .. line)
  end
end
