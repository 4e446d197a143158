-- The command, the maps and the names of profiles; everything else is loaded by their first use.
if vim.g.loaded_gitexplorer then return end
vim.g.loaded_gitexplorer = true

vim.api.nvim_create_user_command("GitExplorer", function(command)
  require("gitexplorer.command").run(command)
end, {
  nargs = "*",
  desc = "Search people on GitHub, show one, follow and unfollow",
  complete = function(...) return require("gitexplorer.command").complete(...) end,
})

-- A session file makes an empty buffer of that name.
vim.api.nvim_create_autocmd({ "BufReadCmd", "SessionLoadPost" }, {
  group = vim.api.nvim_create_augroup("gitexplorer", {}),
  pattern = "gitexplorer://*",
  callback = function(event) require("gitexplorer.profile").read(event.buf, event.match) end,
})

vim.keymap.set("n", "<Plug>(gitexplorer-search)", function()
  require("gitexplorer").search()
end, { desc = "Search people on GitHub" })

vim.keymap.set("n", "<Plug>(gitexplorer-resume)", function()
  require("gitexplorer").resume()
end, { desc = "Open the last search of people again" })

vim.keymap.set("n", "<Plug>(gitexplorer-user)", function()
  require("gitexplorer").user_at_cursor()
end, { desc = "Show the GitHub profile of the login under the cursor" })

vim.keymap.set("x", "<Plug>(gitexplorer-search)", function()
  require("gitexplorer").search_selection()
end, { desc = "Search the selected text on GitHub" })
