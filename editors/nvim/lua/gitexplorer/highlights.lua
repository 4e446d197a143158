---The highlight groups. All are links that a colour scheme or a user may set otherwise.
local M = {}

---@type table<string, string>
M.links = {
  GitExplorerLogin = "Identifier",
  GitExplorerKind = "Type",
  GitExplorerMark = "Special",
  GitExplorerNormal = "NormalFloat",
  GitExplorerBorder = "FloatBorder",
  GitExplorerHeading = "Title",
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

---Links what nobody has set, now and after each change of the colour scheme.
function M.ensure()
  vim.api.nvim_create_autocmd("ColorScheme", {
    group = vim.api.nvim_create_augroup("gitexplorer.highlights", {}),
    callback = function() M.ensure() end,
  })
  for name, target in pairs(M.links) do
    vim.api.nvim_set_hl(0, name, { link = target, default = true })
  end
end

return M
