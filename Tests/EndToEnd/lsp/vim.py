"""Vim with ALE, Debian's only LSP client for it; completion is `ale#completion#OmniFunc`."""

import json
import os
import socket

from program import Program

SETUP = """
set nocompatible noswapfile hidden shortmess+=I completeopt=menuone,noinsert encoding=utf-8
set t_RV= t_u7= t_RF= t_RB=
let g:ale_linters_explicit = 1
let g:ale_lsp_show_message_severity = 'information'
let g:ale_virtualtext_cursor = 'disabled'
packadd! ale
filetype on
autocmd BufRead,BufNewFile CODEOWNERS setfiletype codeowners
let g:ale_linters = {}
for kind in ['markdown', 'gitcommit', 'text', 'codeowners', 'java']
  call ale#linter#Define(kind, #{
    \\ name: 'gitexplorer', lsp: 'stdio', executable: %(program)s,
    \\ command: %(command)s, initialization_options: json_decode(%(settings)s),
    \\ project_root: {buffer -> fnamemodify(bufname(buffer), ':p:h')}})
  let g:ale_linters[kind] = ['gitexplorer']
endfor
set omnifunc=ale#completion#OmniFunc
autocmd FileType * setlocal omnifunc=ale#completion#OmniFunc
let g:out = ch_open('127.0.0.1:%(port)d', #{mode: 'json'})
"""


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


class Vim(Program):
    ASKS_BY_ITSELF = False

    def __init__(self, program, path, bench, encoding=None):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(15)
            setup = os.path.join(bench.folder, "vimrc")
            with open(setup, "w", encoding="utf-8") as out:
                out.write(SETUP % {
                    "program": quoted(bench.command[0]),
                    "command": quoted("%e " + " ".join(bench.command[1:])),
                    "settings": quoted(json.dumps(bench.settings)),
                    "port": listener.getsockname()[1]})
            super().__init__([program, "-u", setup, "-i", "NONE", path], bench.work,
                             {"TERM": "xterm-256color"})
            self.channel = listener.accept()[0]
        self.channel.settimeout(15)
        self.answers = self.channel.makefile("r", encoding="utf-8")
        self.number = 0
        self.wait(self.is_attached, "ALE is attached")

    def value(self, expression):
        """What an expression gives, in whatever mode."""
        self.number -= 1
        self.channel.sendall(json.dumps(["expr", expression, self.number]).encode())
        decoder, text = json.JSONDecoder(), ""
        while True:
            text += self.channel.recv(65536).decode()
            try:
                number, value = decoder.raw_decode(text)[0]
            except ValueError:
                continue
            if number == self.number:
                return value

    def is_attached(self):
        return self.value("len(filter(values(ale#lsp#GetConnections()),"
                          " {_, c -> c.initialized && !empty(c.open_documents)}))")

    def go(self, words):
        self.value(f"[cursor(1, 1), search({json.dumps(chr(92) + 'V' + words, ensure_ascii=False)}, 'cW')]")

    def insert(self, words=None):
        if words:
            self.go(words)
        ends = self.value("line('$') > 1 && &eol && getline(1) !=# ''")
        self.type("i" if words else "Go" if ends else "GA")

    def complete(self, text):
        self.type(text + "<C-x><C-o>")

    def tail(self):
        return "\n".join(self.value("getline(max([1, line('$') - 19]), '$')"))

    def until_answered(self):
        self.until("Pattern not found")

    def choose(self, row):
        self.wait(lambda: self.value("pumvisible()") and self.screen.find(row), f"{row} in the menu")
        self.type("<C-y>")

    def hover(self):
        self.type(":ALEHover<CR>")

    def act(self, title):
        self.type(":ALECodeAction<CR>")
        self.until("Type number")
        row, _ = self.until(title)
        self.type(self.screen.row(row).split(")")[0].strip() + "<CR>")

    def save(self):
        self.type("<Esc>:w<CR>")

    def check(self):
        self.wait(lambda: self.value("ale#statusline#Count(bufnr('')).total"), "something is found")
        self.type(":ALEDetail<CR>")

    def trouble(self):
        said = self.value("execute('messages')").splitlines()
        return [line for line in said if "rror" in line or line.startswith("E")]

    def close(self):
        self.channel.close()
        super().close()
