---An entry of a catalogue, or an author without an account: everything that is known, as lines.
local M = {}

---@param canvas gitexplorer.Canvas
---@param item gitexplorer.Item
---@param width integer cells
function M.add(canvas, item, width)
  local text = require("gitexplorer.text")
  canvas:add({ { text.cut(text.line(item.label), width - 1), "GitExplorerTitle" } })
  for _, line in ipairs(text.wrap(text.line(item.detail), width - 1)) do canvas:add({ line }) end
  canvas:add({ "" })
  local names, widest = {}, 0
  for name, value in pairs(item.data or {}) do
    if type(value) == "string" or type(value) == "number" then
      names[#names + 1] = name
      widest = math.max(widest, vim.fn.strdisplaywidth(text.line(name)))
    end
  end
  table.sort(names)
  widest = math.min(widest, 16)
  for _, name in ipairs(names) do
    local value = text.line(tostring(item.data[name]))
    canvas:add({
      { text.pad(text.cut(text.line(name), widest), widest) .. "  ", "GitExplorerField" },
      text.cut(value, math.max(1, width - widest - 3)),
    })
  end
  local url = text.cut(text.line(item.url), width - 1)
  if url ~= "" then canvas:add({ { url, "GitExplorerDim" } }) end
end

---Shows it on a page of its own.
---@param item gitexplorer.Item
function M.open(item)
  local canvas = require("gitexplorer.canvas").new()
  M.add(canvas, item, vim.o.columns)
  require("gitexplorer.page").open("gitexplorer-entry", canvas.lines)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
end

return M
