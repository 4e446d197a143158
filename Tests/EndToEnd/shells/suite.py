"""Asks bash, zsh and fish what they complete; the last line is the tally."""
import json
import os
import pty
import select
import shlex
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1])
passed = failed = 0


def check(holds, what, found):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print(f"  FAILED: {what}; found {str(found)[:400]}")


def run(*command, input=b""):
    return subprocess.run(command, input=input, capture_output=True, timeout=60)


def in_bash(line):
    words = line.split(" ")
    script = (f"source <(gitexplorer completions bash); COMP_WORDS=({' '.join(map(shlex.quote, words))}); "
              f"COMP_CWORD={len(words) - 1}; _gitexplorer; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    return set(run("bash", "-c", script).stdout.decode().split())


def in_fish(line):
    done = run("fish", "-c", "gitexplorer completions fish | source; complete -C " + shlex.quote(line))
    return {row.split("\t")[0] for row in done.stdout.decode().splitlines()}


class Zsh:
    """An interactive zsh, whose completion lists are read as it draws them."""

    def __init__(self):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="dumb", PS1="", LC_ALL="C.UTF-8")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.told("autoload -Uz compinit; compinit -u; source <(gitexplorer completions zsh); "
                  "zstyle ':completion:*' insert-unambiguous false; setopt no_beep no_auto_menu; "
                  "zle -C offered list-choices _main_complete; bindkey '^X' offered")

    def read_until(self, mark, seconds=20):
        text = b""
        deadline = time.monotonic() + seconds
        while mark not in text and time.monotonic() < deadline:
            if select.select([self.terminal], [], [], 0.2)[0]:
                text += os.read(self.terminal, 1 << 16)
        return text.decode()

    def told(self, line):
        # The mark is put together by the shell, so that its echo is not taken for it.
        os.write(self.terminal, line.encode() + b"; echo DO''NE\n")
        return self.read_until(b"DONE\r\n")

    def offers(self, line, expected):
        """What is drawn behind the line, until all that is expected has been."""
        os.write(self.terminal, line.encode() + b"\x18")
        text = ""
        deadline = time.monotonic() + 20
        while not all(word in text for word in expected) and time.monotonic() < deadline:
            if select.select([self.terminal], [], [], 0.2)[0]:
                text += os.read(self.terminal, 1 << 16).decode()
        os.write(self.terminal, b"\x15\n")
        self.told("")
        return text.split("\n", 1)[-1]

    def end(self):
        os.write(self.terminal, b"\x15exit\n")
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def completions(folder):
    config = os.path.join(folder, "config.json")
    with open(config, "w") as file:
        json.dump({"sources": [{"id": "fruits", "type": "catalog", "path": "fruits.json", "label": "name"}]}, file)
    rows = [
        ("gitexplorer pro", {"profile"}), ("gitexplorer search --s", {"--sort", "--source", "--sandbox"}),
        ("gitexplorer search --sort ", {"followers", "repositories", "joined"}),
        ("gitexplorer completions ", {"bash", "zsh", "fish"}),
        ("gitexplorer --framing ", {"auto", "headers", "lines"}), ("gitexplorer lsp --std", {"--stdio"}),
        (f"gitexplorer search --config {config} --source ", {"github", "fruits"}),
    ]
    zsh = Zsh()
    for line, expected in rows:
        for name, found in (("bash", in_bash(line)), ("fish", in_fish(line))):
            check(found == expected, f"{name} completes {line!r} to {expected}", found)
        found = zsh.offers(line, expected)
        check(all(word in found for word in expected), f"zsh offers {expected} for {line!r}", repr(found))
    zsh.end()
    # bash takes an equals sign for a word of its own.
    for line, expected in (
            ("gitexplorer search --sort = jo", {"joined"}), ("gitexplorer search --limit ", set()),
            (f"gitexplorer search --config = {config} --source = fr", {"fruits"}),
            (f"gitexplorer replay {folder}/conf", {config})):
        check(in_bash(line) == expected, f"bash completes {line!r} to {expected}", in_bash(line))
    print("shells: completions of bash, fish, zsh")


def manual():
    page = run(BINARY, "man").stdout
    done = run("mandoc", "-Tlint", input=page)
    check(done.returncode == 0 and not done.stdout, "mandoc has nothing to say", done.stdout)
    done = run("groff", "-man", "-Tutf8", "-P-cbou", "-ww", input=page)
    check(done.returncode == 0 and not done.stderr, "groff has nothing to say", done.stderr)
    check(b"unfollow" in done.stdout and b"NO_COLOR" in done.stdout, "its text", done.stdout[:300])
    print("shells: the manual page")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(BINARY, os.path.join(folder, "gitexplorer"))
        os.environ["PATH"] = folder + ":" + os.environ["PATH"]
        os.environ["HOME"] = folder
        completions(folder)
        manual()
    print(f"shells: {passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
