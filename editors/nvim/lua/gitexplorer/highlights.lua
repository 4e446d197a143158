---The highlight groups. All are links that a colour scheme or a user may set otherwise.
local M = {}

---@type table<string, string>
M.links = {
  GitExplorerLogin = "Identifier",
  GitExplorerKind = "Type",
  GitExplorerMatch = "Search",
  GitExplorerDim = "Comment",
  GitExplorerSelection = "Visual",
  GitExplorerCount = "Comment",
  GitExplorerSpinner = "Special",
  GitExplorerHint = "Comment",
  GitExplorerEmpty = "Todo",
  GitExplorerFailure = "ErrorMsg",
  GitExplorerWaiting = "WarningMsg",
  GitExplorerTitle = "Title",
  GitExplorerSection = "Statement",
  GitExplorerField = "Comment",
  GitExplorerRepository = "Identifier",
  GitExplorerNumber = "Number",
  GitExplorerFollowing = "String",
}

---Links what nobody has set.
function M.ensure()
  for name, target in pairs(M.links) do
    vim.api.nvim_set_hl(0, name, { link = target, default = true })
  end
end

return M
