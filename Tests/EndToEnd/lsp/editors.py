"""The editors that are typed into, each with no more configuration than editors/lsp/README.md has."""

import json
import os
import pty
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
import fcntl
import urllib.request

from editor import Editor, lua
from kit import server
from sandbox import Sandbox


class Bench:
    """One check's folder, sandbox and editor."""

    def __init__(self, program, make):
        self.program, self.make = program, make
        self.folder = tempfile.mkdtemp()
        self.sandbox = Sandbox(server())
        self.editor = None

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", newline="") as file:
            file.write(text)
        return path

    def start(self, name, text="", **more):
        """Opens a file of that name in the editor; returns the editor, attached."""
        path = self.file(name, text)
        settings = {"github": {"baseUrl": self.sandbox.url, "token": "made-up"}}
        self.editor = self.make(self.program, path, settings, **more)
        return self.editor

    def searches(self):
        """How often the made-up GitHub was searched."""
        with urllib.request.urlopen(self.sandbox.url + "/_sandbox/requests", timeout=10) as answer:
            requests = json.load(answer)
        return sum(is_search(request["target"]) for request in requests)

    def close(self):
        if self.editor:
            self.editor.close()
        self.sandbox.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def is_search(target):
    return target.startswith("/search/users") or target.startswith("/graphql")


class Neovim(Editor):
    """Neovim's own client; what is typed completes by `complete`."""

    def __init__(self, program, path, settings, encoding=None):
        super().__init__(program, before=["set hidden cmdheight=4 completeopt=menuone,noinsert shortmess+=c"],
                         is_installed=True)
        self.path = path
        self.call("nvim_command", "edit " + path)
        self.attach(settings, encoding)
        self.wait(lambda: self.lua(
            "for _, c in pairs(vim.lsp.get_active_clients and vim.lsp.get_active_clients() or {}) do"
            " if c.initialized then return true end end return false"), "the client is attached")

    def complete_after(self, text):
        self.type(text)

    def text(self):
        return "\n".join(self.call("nvim_buf_get_lines", 0, 0, -1, False))

    def until_text(self, words):
        self.wait(lambda: words in self.text(), f"“{words}” in the buffer:\n{self.text()}")

    def is_quiet(self):
        """Whether no message of the editor speaks of an error."""
        said = self.lua("return vim.fn.execute('messages')")
        return "rror" not in said and "E5" not in said

    def go(self, line, column):
        """Puts the cursor on a byte of a line, counted from 1 and from 0."""
        self.call("nvim_win_set_cursor", 0, [line, column])

    def accept(self):
        self.type("<C-y>")

    def until_menu(self, words):
        self.wait(lambda: self.call("nvim_call_function", "pumvisible", [])
                  and self.screen.find(words), f"{words} in the menu")

    def hover(self):
        self.type("<Esc>")
        self.lua("vim.lsp.buf.hover()")

    def act(self, title):
        """Chooses the action of that title."""
        self.lua("""
          local wanted = ...
          vim.ui.select = function(items, options, choose)
            for _, item in ipairs(items) do
              local title = options.format_item and options.format_item(item) or item[2].title
              if title:find(wanted, 1, true) then return choose(item) end
            end
            error('no action ' .. wanted)
          end
          vim.lsp.buf.code_action()""", title)

    def diagnostics(self):
        return self.lua("return vim.tbl_map(function(d) return d.message end, vim.diagnostic.get(0))")


class CurrentNeovim(Neovim):
    """`vim.lsp.completion` asks by itself behind its trigger characters, and while its menu is open."""

    def attach(self, settings, encoding):
        self.lua("""
          local program, settings, encoding = ...
          local capabilities = vim.lsp.protocol.make_client_capabilities()
          if encoding ~= vim.NIL then capabilities.general.positionEncodings = { encoding } end
          vim.lsp.start({
            name = 'gitexplorer', cmd = { program, 'lsp', '--stdio' },
            root_dir = vim.fn.expand('%:p:h'), init_options = settings, capabilities = capabilities,
            on_attach = function(client, buffer)
              vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
            end,
          })""", server(), settings, encoding)


class OldNeovim(Neovim):
    """Neovim 0.7 asks when `<C-x><C-o>` is typed."""

    def attach(self, settings, encoding):
        self.lua("""
          local program, settings = ...
          local id = vim.lsp.start_client({
            name = 'gitexplorer', cmd = { program, 'lsp', '--stdio' },
            root_dir = vim.fn.expand('%:p:h'), init_options = settings,
          })
          vim.lsp.buf_attach_client(0, id)
          vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'""", server(), settings)

    def complete_after(self, text):
        self.type(text + "<C-x><C-o>")


class Emacs:
    """Emacs in a terminal, with eglot; what is typed completes by `completion-at-point`."""

    SETUP = """
      (setq inhibit-startup-screen t make-backup-files nil auto-save-default nil
            server-socket-dir %(folder)s server-name "e" ring-bell-function 'ignore
            package-enable-at-startup nil)
      (setq load-path
            (append (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*-[0-9]*") load-path))
      (require 'server) (server-start)
      (require 'eglot)
      (define-derived-mode notes-mode text-mode "Notes")
      (define-derived-mode git-commit-elisp-text-mode text-mode "Commit")
      (add-to-list 'auto-mode-alist '("\\\\.md\\\\'" . notes-mode))
      (add-to-list 'auto-mode-alist '("COMMIT_EDITMSG\\\\'" . git-commit-elisp-text-mode))
      (put 'notes-mode 'eglot-language-id "markdown")
      (put 'git-commit-elisp-text-mode 'eglot-language-id "git-commit")
      (add-to-list 'eglot-server-programs
                   '((notes-mode git-commit-elisp-text-mode text-mode)
                     . (%(server)s "lsp" "--stdio" :initializationOptions %(settings)s)))
      (setq eglot-autoshutdown t eglot-send-changes-idle-time 0.05 completion-cycle-threshold nil)
      (global-set-key (kbd "C-c c") #'completion-at-point)
      (find-file %(path)s)
      (set-buffer-file-coding-system 'utf-8 t)
      (call-interactively #'eglot)
      (goto-char (point-max))
    """

    def __init__(self, program, path, settings):
        self.folder = tempfile.mkdtemp()
        self.path = path
        setup = self.SETUP % {
            "folder": json.dumps(self.folder), "server": json.dumps(server()),
            "settings": plist(settings), "path": json.dumps(path)}
        file = os.path.join(self.folder, "setup.el")
        with open(file, "w") as out:
            out.write(setup)
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        environment = {**os.environ, "TERM": "xterm", "HOME": self.folder, "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [program, "-nw", "-Q", "-l", file], stdin=slave, stdout=slave, stderr=slave,
            env=environment, cwd=os.path.dirname(path), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.seen = b""
        threading.Thread(target=self.drain, daemon=True).start()
        self.wait(lambda: self.value("(and (eglot-managed-p) t)") == "t", "eglot is attached", 30)

    def drain(self):
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.seen += data

    def value(self, expression):
        """What an expression gives in the buffer that is shown."""
        script = f"(with-current-buffer (window-buffer (selected-window)) {expression})"
        try:
            ran = subprocess.run(
                ["emacsclient", "-s", os.path.join(self.folder, "e"), "--eval", script],
                capture_output=True, text=True, timeout=5)
        except subprocess.TimeoutExpired:
            return "failed: Emacs is busy"
        return ran.stdout.strip() if ran.returncode == 0 else "failed: " + ran.stderr.strip()

    def wait(self, condition, what, seconds=15):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        tail = self.seen[-2000:].decode(errors="replace")
        raise AssertionError(f"{what}: not within {seconds} s\n{self.value('(buffer-string)')}\n{tail}")

    def type(self, keys):
        os.write(self.master, keys.replace("<CR>", "\r").replace("<Esc>", "\x07").encode())

    def complete_after(self, text):
        self.type(text)
        self.until_text(text.split("\r")[-1].split("<CR>")[-1])
        self.type("\x03c")

    def text(self):
        return json.loads(self.value(f"(with-current-buffer (get-file-buffer {json.dumps(self.path)})"
                                     " (buffer-substring-no-properties 1 (point-max)))") or '""')

    def until_text(self, words):
        self.wait(lambda: words in self.text(), f"“{words}” in the buffer")

    def until_menu(self, words):
        script = '(and (get-buffer "*Completions*") (with-current-buffer "*Completions*" (buffer-string)))'
        self.wait(lambda: words in self.value(script), f"{words} in the list")

    def hover_text(self):
        return self.value("(progn (eldoc t) (sit-for 0.3) (if eldoc--doc-buffer"
                          " (with-current-buffer eldoc--doc-buffer (buffer-string)) \"\"))")

    def act(self, title):
        self.type(f"\x1bxeglot-code-actions\r")
        time.sleep(0)
        self.wait(lambda: self.value("(and (active-minibuffer-window) t)") == "t"
                  or title in self.text(), "the actions are offered")
        self.type(f"{title}\t\r")

    def is_quiet(self):
        said = self.value('(with-current-buffer "*Messages*" (buffer-string))').lower()
        return "error" not in said

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)
        shutil.rmtree(self.folder, ignore_errors=True)


def plist(value):
    """A value as eglot takes settings."""
    if isinstance(value, dict):
        return "(" + " ".join(f":{name} {plist(member)}" for name, member in value.items()) + ")"
    return json.dumps(value)


NEOVIM = {"debian": OldNeovim, "current": CurrentNeovim}
EMACS = Emacs
