-- What luacheck may take for granted in the plugin.
std = "luajit"
cache = false
read_globals = { "vim" }
globals = { "vim.b", "vim.bo", "vim.g", "vim.o", "vim.opt", "vim.w", "vim.wo" }
max_line_length = 100
