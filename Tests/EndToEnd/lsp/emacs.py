"""Emacs with eglot; what is typed completes by `completion-at-point`."""

import base64
import json
import os
import socket

from program import Program

SETUP = """
;; Nothing of the packages is to be compiled beside the cases.
(setq native-comp-deferred-compilation nil comp-deferred-compilation nil)
(setq inhibit-startup-screen t make-backup-files nil auto-save-default nil create-lockfiles nil
      server-socket-dir %(folder)s server-name "e" ring-bell-function 'ignore vc-handled-backends nil
      large-file-warning-threshold nil)
(setq load-path (append (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*-[0-9]*") load-path))
(require 'server) (server-start)
(require 'eglot)
(define-derived-mode notes-mode text-mode "Notes")
(define-derived-mode git-commit-elisp-text-mode text-mode "Commit")
(define-derived-mode box-mode prog-mode "Box")
(add-to-list 'auto-mode-alist '("\\\\.md\\\\'" . notes-mode))
(add-to-list 'auto-mode-alist '("\\\\.java\\\\'" . box-mode))
(add-to-list 'auto-mode-alist '("COMMIT_EDITMSG\\\\'" . git-commit-elisp-text-mode))
(add-to-list 'auto-mode-alist '("CODEOWNERS\\\\'" . text-mode))
(put 'notes-mode 'eglot-language-id "markdown")
(put 'box-mode 'eglot-language-id "java")
(put 'git-commit-elisp-text-mode 'eglot-language-id "git-commit")
(add-to-list 'eglot-server-programs
             '((notes-mode git-commit-elisp-text-mode box-mode text-mode)
               . (%(command)s :initializationOptions %(settings)s)))
(setq eglot-autoshutdown t eglot-send-changes-idle-time 0.05 completion-cycle-threshold nil)
(defvar times 0 "How often a completion has ended.")
(add-hook 'post-command-hook
          (lambda () (when (eq this-command 'completion-at-point) (setq times (1+ times)))))
(global-set-key (kbd "C-c c") #'completion-at-point)
(find-file %(path)s)
(call-interactively #'eglot)
"""


class Emacs(Program):
    ASKS_BY_ITSELF = False

    def __init__(self, program, path, bench, encoding=None):
        setup = os.path.join(bench.folder, "setup.el")
        with open(setup, "w", encoding="utf-8") as out:
            out.write(SETUP % {
                "folder": json.dumps(bench.folder), "path": json.dumps(path),
                "command": " ".join(map(json.dumps, bench.command)),
                "settings": plist(bench.settings)})
        self.socket = os.path.join(bench.folder, "e")
        super().__init__([program, "-nw", "-Q", "-l", setup], bench.work, {"TERM": "vt100"})
        self.wait(lambda: os.path.exists(self.socket), "Emacs listens")
        self.wait(lambda: self.value("(and (fboundp 'eglot-managed-p) (eglot-managed-p) t)") == "t",
                  "eglot is attached")

    def value(self, expression):
        """What an expression prints in the buffer that is shown, by the protocol of emacsclient."""
        script = f"(with-current-buffer (window-buffer (selected-window)) {expression})"
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(15)
            connection.connect(self.socket)
            connection.sendall(f"-eval {quoted(script)} \n".encode())
            answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        parts = [line.split(" ", 1) for line in answer.splitlines() if " " in line]
        words = [text for kind, text in parts if kind in ("-print", "-print-nonl", "-error")]
        return "".join(map(unquoted, words))

    def go(self, words):
        self.value(f"(progn (goto-char (point-min)) (search-forward {json.dumps(words, ensure_ascii=False)})"
                   " (goto-char (match-beginning 0)) (redisplay))")

    def insert(self, words=None):
        if words:
            self.go(words)
        else:
            self.type("\x1b>")

    def complete(self, text):
        self.type(text)
        line = "(buffer-substring-no-properties (line-beginning-position) (line-end-position))"
        self.wait(lambda: text in self.text(line), f"{text} is typed")
        self.ask()

    def ask(self):
        times = self.value("times")
        self.type("<C-c>c")
        self.wait(lambda: self.value("times") not in (times, ""), "it is completed")

    def text(self, expression):
        """The text that an expression gives."""
        coded = self.value(f"(base64-encode-string (encode-coding-string {expression} 'utf-8) t)")
        return base64.b64decode(coded.strip('"')).decode()

    def tail(self):
        return self.text("(save-excursion (goto-char (point-max)) (forward-line -19)"
                         " (buffer-substring-no-properties (point) (point-max)))")

    def until_answered(self):
        """It is, when the command has ended."""

    def choose(self, row):
        """Chooses from the list of completions, which comes when there is nothing more to insert."""
        if row not in self.tail() and not self.screen.find("Possible completions"):
            self.ask()
        if row not in self.tail():
            self.until("Possible completions")
            self.until(row)
            self.type("<M-x>switch-to-completions<CR><C-s>" + row + "<CR><CR>")

    def hover(self):
        self.type("<M-x>eldoc<CR>")

    def act(self, title):
        self.type("<M-x>eglot-code-actions<CR>")
        self.wait(lambda: self.value("(and (active-minibuffer-window) t)") == "t", "actions are offered")
        self.type(title + "<Tab><CR>")

    def save(self):
        self.type("<C-x><C-s>")

    def check(self):
        self.wait(lambda: self.value("(length (flymake-diagnostics))") not in ("0", ""),
                  "something is found")
        self.type("<M-x>flymake-show-buffer-diagnostics<CR>")

    def trouble(self):
        said = self.text('(with-current-buffer "*Messages*" (buffer-string))').splitlines()
        return [line for line in said if "rror" in line]


def quoted(text):
    """A word of emacsclient's protocol."""
    for mark, name in (("&", "&&"), (" ", "&_"), ("\n", "&n")):
        text = text.replace(mark, name)
    return "&" + text if text.startswith("-") else text


def unquoted(text):
    names = {"&&": "&", "&_": " ", "&n": "\n", "&-": "-"}
    out, at = "", 0
    while at < len(text):
        word = text[at:at + 2]
        out += names.get(word, text[at])
        at += 2 if word in names else 1
    return out


def plist(value):
    """A value as eglot takes settings."""
    if isinstance(value, dict):
        return "(" + " ".join(f":{name} {plist(member)}" for name, member in value.items()) + ")"
    return json.dumps(value)
