---`:checkhealth gitexplorer`.
local M = {}

---The reporters, whose names differ between versions.
local function reporter()
  local health = vim.health or require("health")
  return {
    start = health.start or health.report_start,
    ok = health.ok or health.report_ok,
    info = health.info or health.report_info,
    warn = health.warn or health.report_warn,
    error = health.error or health.report_error,
  }
end

local function check_options(report)
  local problems = require("gitexplorer.config").problems()
  local advice = { "See :help gitexplorer-options." }
  for _, problem in ipairs(problems) do report.warn(problem, advice) end
  if #problems == 0 then report.ok("The options are fine.") end
end

---What the server's doctor says, line by line.
local function check_doctor(report)
  local lines
  local job = require("gitexplorer.doctor").run(function(_, printed) lines = printed end)
  if not job then return end
  if job <= 0 or vim.fn.jobwait({ job }, 15000)[1] == -1 then
    if job > 0 then vim.fn.jobstop(job) end
    return report.error("The server did not answer within 15 s.")
  end
  vim.wait(1000, function() return lines ~= nil end, 10)
  for _, line in ipairs(lines or {}) do
    local is_bad = line:find("^reachable%s+no") or line:find("^gitexplorer: ")
    report[is_bad and "warn" or "info"](line)
  end
end

local function check_server(report)
  local command = require("gitexplorer.config").get().cmd[1]
  local path = vim.fn.exepath(command)
  if path == "" then
    return report.error(("The server `%s` is not installed."):format(command), {
      "Build it with `swift build -c release` and put `.build/release/gitexplorer` on the PATH,",
      "or set the option `cmd`. See :help gitexplorer-install.",
    })
  end
  report.ok("The server is " .. path)
  local info = require("gitexplorer.client").info()
  report.info(info and ("It runs: process %d, version %s."):format(info.pid, info.version or "?")
    or "It does not run; the first search starts it.")
  check_doctor(report)
end

local function check_pickers(report)
  for _, name in ipairs({ "telescope", "snacks", "fzf_lua", "mini_pick" }) do
    local there = require("gitexplorer.pickers").is_there(name)
    report.info(("Picker %s: %s"):format(name, there and "there" or "not there (it need not be)"))
  end
end

function M.check()
  local report = reporter()
  report.start("GitExplorer")
  local version = require("gitexplorer.version").editor()
  if vim.fn.has("nvim-0.7") == 1 then
    report.ok("Neovim " .. version)
  else
    report.error(("Neovim %s is too old; it takes 0.7."):format(version))
  end
  check_options(report)
  check_server(report)
  check_pickers(report)
end

return M
