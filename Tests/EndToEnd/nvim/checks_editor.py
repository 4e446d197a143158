"""The plugin as a guest in the editor: start-up, command, options, health, help."""

import os
import re
import tempfile

from editor import PLUGIN
from kit import check, equal, true


@check
def startup_costs_nothing(bench):
    """sourcing plugin/ takes under 1 ms, requires nothing, starts no process"""
    best = 1000.0
    for _ in range(5):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "times")
            bench.output("--headless", "--clean", "--cmd", f"set rtp^={PLUGIN}",
                         "--startuptime", path, "-c", "qa!")
            with open(path, encoding="utf-8", errors="replace") as file:
                for line in file:
                    found = re.search(r"([\d.]+)\s+[\d.]+: sourcing .*plugin/gitexplorer\.lua", line)
                    if found:
                        best = min(best, float(found.group(1)))
    true(best < 1, f"it took {best} ms")
    _, editor = bench.start()
    loaded = editor.lua("""
        return vim.tbl_filter(function(name) return name:find('^gitexplorer') end,
          vim.tbl_keys(package.loaded))""")
    equal(loaded, [], "modules")
    editor.command("GitExplorer search")
    editor.until("login or name")
    true(editor.server(), "the first command starts the server")


@check
def command_completes(bench):
    """the command completes its words, and logins of open profiles"""
    _, editor = bench.start(lines=60)

    def completed(line):
        return editor.call("nvim_call_function", "getcompletion", [line, "cmdline"])

    equal(completed("GitExplorer "),
          ["follow", "limits", "log", "restart", "resume", "search", "unfollow", "user"], "words")
    equal(completed("GitExplorer un"), ["unfollow"], "words that begin so")
    editor.command("GitExplorer user octocat")
    editor.until("second-kettle")
    equal(completed("GitExplorer follow o"), ["octocat"], "logins of open profiles")
    found = completed("GitExplorer follow oct")
    equal((found[0], len(found), len(set(found))), ("octocat", 9, 9), "then those that are found")
    equal(completed("GitExplorer search oct"), [], "nothing")
    editor.command("GitExplorer nonsense")
    editor.until("there is no `nonsense`; there is follow, limits, log")


@check
def maps_take_the_text(bench):
    """the maps: the login under the cursor, the selected text; registers are left alone"""
    _, editor = bench.start(before=["nmap gu <Plug>(gitexplorer-user)",
                                    "xmap gs <Plug>(gitexplorer-search)"])
    editor.type("iask @octo-labs, or octopine<Esc>")
    editor.type(":let @\" = 'mine'<CR>viwgs")
    editor.until("│octopine ")
    editor.until("Octavia Pinewhistle")
    equal(editor.lua("return vim.fn.getreg('\"')"), "mine", "register")
    editor.type("<Esc><Esc>")
    editor.until_gone("│octopine ")
    for place in ("0f@", "0fb", "0fo"):
        editor.type(place + "gu")
        editor.wait(lambda: editor.call("nvim_buf_get_name", 0).endswith("/octo-labs"), place)
        editor.type("<C-^>")
        editor.until("ask @octo-labs")


@check
def modified_buffers_stay(bench):
    """with 'nohidden' a modified buffer is not left, and one line says why"""
    _, editor = bench.start(before=["set nohidden"])
    editor.type("ichanged<Esc>")
    editor.command("GitExplorer user octocat")
    editor.until_group("GitExplorer: E37: No write since last change", "ErrorMsg")
    true(editor.screen.find("changed"), "the buffer")


@check
def limits_and_log_are_pages(bench):
    """limits shows the budgets, log what was said; q closes them"""
    _, editor = bench.start()
    editor.command("GitExplorer limits")
    editor.until("resets in")
    editor.until("search ")
    editor.type("q")
    editor.until_gone("resets in")
    editor.command("GitExplorer search octo")
    editor.until("octopine")
    editor.type("<Esc><Esc>")
    editor.command("GitExplorer log")
    editor.until("Started ")


@check
def options_and_setup(bench):
    """setup and vim.g.gitexplorer; keys can be others, or none"""
    _, editor = bench.start(options={"layout": "split",
                                     "keys": {"search": {"next": "<C-j>", "quickfix": False}}})
    editor.command("GitExplorer search octo")
    editor.until("octopine")
    true("╭" not in editor.screen.text(), "splits")
    editor.type("<C-j><CR>")
    editor.until("@octokit")
    editor.lua("require('gitexplorer').setup({ layout = 'float', border = 'single' })")
    equal(editor.lua("return require('gitexplorer.config').get().layout"), "float", "layout")
    equal(editor.lua("return require('gitexplorer.config').get().keys.search.next"),
          ["<C-n>", "<Down>"], "keys")


@check
def health(bench):
    """:checkhealth: versions, binary, token source, host, budgets, unknown options"""
    sandbox, editor = bench.start(options={"colour": "red", "layout": "round",
                                           "keys": {"search": {"jump": "x"}}}, lines=120)
    editor.command("checkhealth gitexplorer")
    for words in ("Neovim ", "The server is ", "unknown option `colour`",
                  "`layout` must be one of: auto, float, split", "unknown option `keys.search.jump`",
                  sandbox.host, "from the setting github.token", "core ",
                  "Picker telescope: not there"):
        editor.until(words, 20)
    true("made-up" not in editor.screen.text(), "the token itself is not there")


@check
def health_without_server(bench):
    """:checkhealth without a server says what to install"""
    editor = bench.editor(options={"cmd": ["gitexplorer-that-is-not-there"]}, lines=60)
    editor.command("checkhealth gitexplorer")
    editor.until("is not installed.")
    editor.until("swift build -c release")


@check
def help_tags(bench):
    """every command, map, option, function and group has its help tag"""
    _, editor = bench.start(lines=40)
    tags = editor.lua("""
        local tags = {}
        for _, file in ipairs(vim.api.nvim_get_runtime_file('doc/gitexplorer.txt', false)) do
          for line in io.lines(file) do
            for tag in line:gmatch('%*([^%s*]+)%*') do tags[tag] = true end
          end
        end
        local missing = {}
        local function want(tag) if not tags[tag] then table.insert(missing, tag) end end
        local config = require('gitexplorer.config')
        for name in pairs(config.defaults) do want('gitexplorer-option-' .. name) end
        for _, part in ipairs({ 'search', 'profile' }) do
          for name in pairs(config.defaults.keys[part]) do
            want(('gitexplorer-%s-%s'):format(part, name))
          end
        end
        for name in pairs(require('gitexplorer')) do want('gitexplorer.' .. name .. '()') end
        for name in pairs(require('gitexplorer.highlights').links) do want('hl-' .. name) end
        for _, name in ipairs(vim.fn.getcompletion('GitExplorer ', 'cmdline')) do
          want(':GitExplorer-' .. name)
        end
        want('<Plug>(gitexplorer-search)') want('<Plug>(gitexplorer-user)')
        table.sort(missing)
        return missing""")
    equal(tags, [], "missing tags")
    for subject in ("gitexplorer", "GitExplorer", "gitexplorer-install", "hl-GitExplorerDim"):
        editor.command(f"help {subject}")
        editor.wait(lambda: editor.lua("return vim.bo.filetype") == "help", subject)


@check
def highlights_are_default_links(bench):
    """all highlight groups are links that a colour scheme may set otherwise"""
    _, editor = bench.start(before=["highlight GitExplorerLogin guifg=#123456"])
    editor.command("GitExplorer search octo")
    editor.until_group("octopine", "GitExplorerLogin")
    text = editor.call("nvim_call_function", "execute", ["highlight GitExplorerLogin"])
    true("#123456" in text and "links to" not in text, text)


@check
def framing_takes_any_chunks(bench):
    """messages are read from chunks of any size, with more header lines"""
    _, editor = bench.start()
    found = editor.lua("""
        local framing = require('gitexplorer.framing')
        local stream = framing.encode({ a = '가🐙' }) .. 'content-length: 12\\r\\nContent-Type: x\\r\\n'
          .. '\\r\\n{"a": null }' .. framing.encode({ a = ('x'):rep(70000) })
        local counts = {}
        for _, size in ipairs({ 1, 7, 65536, #stream }) do
          local decode, count, length = framing.decoder(), 0, 0
          for at = 1, #stream, size do
            for _, message in ipairs(decode(stream:sub(at, at + size - 1))) do
              count = count + 1
              length = length + #(message.a or '')
            end
          end
          table.insert(counts, { count, length })
        end
        return counts""")
    equal(found, [[3, 70007]] * 4, "messages and the bytes in them")


@check
def diff_is_right(bench):
    """the range that is sent makes the new text of the old one, and never splits a character"""
    _, editor = bench.start()
    wrong = editor.lua("""
        local change = require('gitexplorer.text').change
        local parts = { '', 'a', 'b', 'é', 'ê', '가', '각', '🐙', '🐚', 'e\\204\\129', 'ab', ' ' }
        local wrong = {}
        local function is_inside(text, at)
          local byte = text:byte(at + 1)
          return byte ~= nil and byte >= 128 and byte < 192
        end
        for _, a in ipairs(parts) do for _, b in ipairs(parts) do for _, c in ipairs(parts) do
          for _, d in ipairs(parts) do
            local old, new = a .. b .. c, c .. b .. d
            local edit = change(old, new)
            local first, last = edit.range.start, edit.range['end']
            local made = old:sub(1, first) .. edit.text .. old:sub(last + 1)
            if made ~= new or first > last or is_inside(old, first) or is_inside(old, last) then
              table.insert(wrong, { old, new, edit })
            end
          end
        end end end
        return #wrong""")
    equal(wrong, 0, "wrong changes")
    for text, valid in (("a\udcff", "a\ufffd"), ("\udced\udca0\udc80", "\ufffd" * 3), ("é", "é")):
        equal(editor.lua("return require('gitexplorer.text').valid(...)", text), valid, "valid")
