-- Older Neovims do not know CODEOWNERS.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "CODEOWNERS",
  callback = function()
    if vim.bo.filetype == "" then vim.bo.filetype = "codeowners" end
  end,
})
