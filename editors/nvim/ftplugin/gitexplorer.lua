-- A profile's buffer.
vim.cmd("setlocal nowrap nolist nospell nonumber norelativenumber foldcolumn=0 signcolumn=no")
vim.cmd("setlocal cursorline")
require("gitexplorer.profile.keys").map(vim.api.nvim_get_current_buf())
vim.b.undo_ftplugin = "setlocal wrap< list< spell< number< relativenumber< foldcolumn< "
  .. "signcolumn< cursorline<"
