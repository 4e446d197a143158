"""The command line: help, wrong usage, one shot."""
import json
import os
import socket
import subprocess
import tempfile

from client import BINARY, TOKEN, clean_environment, command

COMMANDS = ["serve", "search", "profile", "follow", "unfollow", "sandbox", "doctor", "replay",
            "completions", "man", "help"]


def help_texts(t):
    status, out, _ = command("--help")
    t.equal(status, 0, "the status of --help")
    for name in COMMANDS:
        t.check(f"  {name} " in out, f"--help lists {name}")
        status, text, errors = command(name, "--help")
        t.equal((status, errors), (0, ""), f"{name} --help")
        t.check(f"usage: gitexplorer {name}" in text and "--help" in text, f"the help of {name}")
        t.check(all(len(line) <= 120 for line in text.splitlines()), f"lines of {name} --help")
    status, out, _ = command("--version")
    t.check(status == 0 and out.startswith("gitexplorer "), "--version", out)


def wrong_usage_is_one_line(t):
    rows = [
        (["--nope"], "--nope"), (["serve", "--nope=1"], "--nope"), (["nope"], "nope"),
        (["--framing", "x"], "--framing"), (["--framing"], "--framing"),
        (["--max-message-bytes", "0"], "--max-message-bytes"),
        (["--max-message-bytes", "many"], "--max-message-bytes"), (["--log-level", "loud"], "--log-level"),
        (["--sandbox=1"], "--sandbox"), (["--faults", "drop"], "--faults"),
        (["--sandbox", "--faults", "nonsense"], "--faults"), (["serve", "extra"], "extra"),
        (["search"], "QUERY"), (["search", "a", "b"], "b"), (["search", "x", "--limit", "0"], "--limit"),
        (["search", "x", "--sandbox", "--source", "nowhere"], "nowhere"), (["profile"], "LOGIN"),
        (["sandbox", "--port", "99999"], "--port"), (["replay", "/no/such/file"], "/no/such/file"),
        (["--log-file", "/no/such/folder/log"], "/no/such/folder/log"),
        (["--record", "/no/such/folder/record"], "/no/such/folder/record"),
    ]
    for arguments, named in rows:
        status, out, errors = command(*arguments)
        t.equal((status, out), (2, ""), f"status and output of {arguments}")
        t.check(errors.count("\n") == 1 and errors.startswith("gitexplorer: ") and named in errors,
                f"one line that names {named}", errors)


def what_is_misspelt_names_the_nearest(t):
    rows = [
        (["follw"], "follow"), (["serach", "x"], "search"), (["search", "x", "--jsno"], "--json"),
        (["--frmaing", "lines"], "--framing"), (["completions", "bsah"], "bash"), (["help", "doctr"], "doctor"),
        (["search", "x", "--sandbox", "--source", "githbu"], "github"),
    ]
    for arguments, meant in rows:
        status, out, errors = command(*arguments)
        t.check((status, out) == (2, "") and f"did you mean `{meant}`?" in errors and errors.count("\n") == 1,
                f"{arguments} means {meant}", (status, errors))


def exit_statuses(t):
    """One status for one meaning: every fault, every command that asks."""
    asking = {"search": ["search", "octo"], "profile": ["profile", "octocat"], "follow": ["follow", "octocat"],
              "unfollow": ["unfollow", "octocat"], "doctor": ["doctor"]}
    quick = json.dumps({"maximumRetries": 0, "requestTimeoutMilliseconds": 900})
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "config.json")
        with open(config, "w") as file:
            file.write(quick)
        for fault in ("error=400", "error=401", "error=403", "error=422", "error=500", "error=503", "drop",
                      "cut", "half", "html", "html200", "empty", "hang", "primary=90s", "secondary=90s"):
            for name, arguments in asking.items():
                if name in ("follow", "unfollow") and fault in ("cut", "half", "html200", "empty"):
                    continue  # Nothing is read of their answers but the status.
                if name == "doctor" and fault in ("primary=90s", "secondary=90s"):
                    continue  # What it asks for costs nothing.
                status, _, errors = command(*arguments, "--sandbox", "--config", config, "--faults", fault)
                t.equal(status, 3, f"{name} with {fault}: {errors}")
        for name, expected in (("search", 3), ("profile", 1), ("follow", 1), ("unfollow", 1)):
            status, _, errors = command(*asking[name], "--sandbox", "--faults", "error=404")
            t.equal(status, expected, f"{name} where nothing is found: {errors}")
        with open(config, "w") as file:
            file.write(json.dumps({"sources": [
                {"id": "gone", "type": "catalog", "path": "gone.json", "label": "name"},
                {"id": "api", "type": "http", "url": "{sandbox}/nowhere?q={query}", "label": "name"}]}))
        for source in ("gone", "api"):
            status, out, errors = command("search", "x", "--sandbox", "--config", config, "--source", source)
            t.check((status, out) == (3, "") and errors.count("\n") == 1, f"the source {source}", (status, errors))
    status, _, errors = command("search", " ", "--sandbox")
    t.check(status == 2 and "empty" in errors, "an empty query", (status, errors))


def output_that_cannot_be_written(t):
    rows = [["--version"], ["--help"], ["search", "--help"], ["help"], ["man"], ["completions", "bash"],
            ["completions", "zsh"], ["completions", "fish"], ["list-sources"], ["doctor", "--sandbox"],
            ["doctor", "--sandbox", "--json"], ["search", "octo", "--sandbox"], ["sandbox"],
            ["search", "octo", "--sandbox", "--json"], ["profile", "octocat", "--sandbox"],
            ["profile", "octocat", "--sandbox", "--json"], ["follow", "octocat", "--sandbox"]]
    for arguments in rows:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=full,
                                  stderr=subprocess.PIPE, timeout=60, env=clean_environment())
        t.check(done.returncode == 3 and b"cannot be written" in done.stderr and done.stderr.count(b"\n") == 1,
                f"{arguments} to a full device", (done.returncode, done.stderr))
        if arguments == ["sandbox"]:
            continue
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=writing,
                              stderr=subprocess.PIPE, timeout=60, env=clean_environment())
        os.close(writing)
        t.equal(done.stderr, b"", f"{arguments} to a closed pipe is silent")


def bash_completes(t):
    """The script for bash, in bash itself."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(BINARY), os.path.join(folder, "gitexplorer"))
        config = os.path.join(folder, "config.json")
        with open(config, "w") as file:
            file.write(json.dumps({"sources": [
                {"id": "fruits", "type": "catalog", "path": "fruits.json", "label": "name"}]}))
        rows = [
            ("gitexplorer pro", {"profile"}), ("gitexplorer search --s", {"--sort", "--source", "--sandbox"}),
            ("gitexplorer search --sort = jo", {"joined"}), ("gitexplorer completions z", {"zsh"}),
            ("gitexplorer --fram", {"--framing"}), ("gitexplorer lsp --st", {"--stdio"}),
            (f"gitexplorer search --config {config} --source ", {"github", "fruits"}),
            (f"gitexplorer search --config = {config} --source = fr", {"fruits"}),
            (f"gitexplorer replay {folder}/conf", {config}), ("gitexplorer search --limit ", set()),
        ]
        for line, expected in rows:
            script = ("source <(gitexplorer completions bash); COMP_WORDS=(%s); COMP_CWORD=$((%d)); "
                      "_gitexplorer; printf '%%s\\n' \"${COMPREPLY[@]}\"")
            words = [f"'{word}'" for word in line.split(" ")]
            done = subprocess.run(["bash", "-c", script % (" ".join(words), len(words) - 1)],
                                  capture_output=True, timeout=60,
                                  env=clean_environment({"PATH": folder + ":" + os.environ["PATH"]}))
            t.equal((set(done.stdout.decode().split()), done.stderr), (expected, b""), line)


def doctor_makes_every_check(t):
    """Whatever is wrong, the checks behind it are made, and no secret is told."""
    names = ["version", "libcurl", "proxy", "certificates", "settings", "token", "GitHub", "Neovim", "Emacs",
             "state", "cache"]
    with tempfile.TemporaryDirectory() as home:
        plugin = os.path.join(home, ".local/share/nvim/lazy/gitexplorer/lua/gitexplorer")
        os.makedirs(plugin)
        open(os.path.join(plugin, "init.lua"), "w").close()
        package = os.path.join(home, ".emacs.d/elpa/gitexplorer-0.1.0")
        os.makedirs(package)
        open(os.path.join(package, "gitexplorer.el"), "w").close()
        config = os.path.join(home, "config.json")
        with open(config, "w") as file:
            file.write('{"perPage": 0}')
        base = {"HOME": home, "GITHUB_TOKEN": TOKEN, "https_proxy": f"http://me:{TOKEN}@127.0.0.1:9",
                "SSL_CERT_FILE": "", "SSL_CERT_DIR": "", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
        rows = [
            (["--sandbox"], {}, 0, None), ([], {}, 3, "GitHub"),
            (["--sandbox"], {"SSL_CERT_FILE": "/no/such/file"}, 3, "certificates"),
            (["--config", config], {}, 3, "settings"), (["--config", "/no/such/file"], {}, 3, "settings"),
            (["--sandbox", "--faults", "error=401"], {}, 3, "GitHub"),
            (["--sandbox"], {"XDG_CACHE_HOME": "/dev/null"}, 3, "cache"),
        ]
        for arguments, variables, expected, wrong in rows:
            environment = {**base, **variables}
            status, out, errors = command("doctor", "--json", *arguments, environment=environment)
            report = json.loads(out)
            checks = {check["name"]: check for check in report["checks"]}
            problems = [name for name, check in checks.items() if check["state"] == "problem"]
            t.equal((status, problems), (expected, [wrong] if wrong else []), f"{arguments} {variables}")
            t.equal([name for name in names if name not in checks], [], f"all checks of {arguments}")
            t.check(all(checks[name].get("advice") for name in problems), "what to do", problems)
            t.equal(report["ok"], expected == 0, "whether all is well")
            t.check("lazy/gitexplorer" in checks["Neovim"]["found"] and "elpa" in checks["Emacs"]["found"],
                    "the plugins", checks)
            status, text, _ = command("doctor", *arguments, environment=environment)
            t.check(status == expected and all(f" {name} " in text for name in names), "the same in words", text)
            t.check("***@127.0.0.1" in text and TOKEN not in text + out + errors, "no secret", text)


def a_bad_config_file_is_one_line(t):
    rows = [
        (b"{nope", "not JSON"), (b"", "not JSON"), (b"[1]", "object"), (b"\xff", "not JSON"),
        (b'{"perPage": "30"}', "perPage"), (b'{"perPage": 0}', "perPage"),
        (b'{"debounceMilliseconds": -1}', "debounceMilliseconds"),
        (b'{"github": {"baseUrl": "ftp://x"}}', "github.baseUrl"),
        (b'{"github": {"token": "%s\\nx"}}' % TOKEN.encode(), "github.token"), (b'{"github": 5}', "github"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.json")
        for content, named in rows:
            with open(path, "wb") as file:
                file.write(content)
            for arguments in (["--config", path], ["search", "octo", "--sandbox", "--config", path]):
                status, out, errors = command(*arguments)
                t.equal((status, out), (2, ""), f"status and output with {content!r}")
                t.check(errors.count("\n") == 1 and path in errors and named in errors,
                        f"one line that names {named}", errors)
        status, out, errors = command("--config", os.path.join(folder, "none"))
        t.check(status == 2 and out == "" and errors.count("\n") == 1, "a file that is missing", errors)
        status, _, errors = command("--config", folder)
        t.check(status == 2 and errors.count("\n") == 1, "a folder", errors)
        with open(path, "wb") as file:
            file.write(b'\xef\xbb\xbf{"perPage": 2, "unknown": 1}')
        status, out, _ = command("search", "octo", "--sandbox", "--config", path)
        t.equal(status, 0, "a right file, with a byte order mark")


def a_port_that_is_taken(t):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, out, errors = command("sandbox", "--port", port)
        t.check(status == 2 and out == "" and errors.count("\n") == 1 and port in errors,
                "one line that names the port", (status, errors))


def one_shot_search(t):
    status, out, errors = command("search", "octo", "--sandbox", "--limit", "3")
    t.equal((status, errors), (0, ""), "a search that finds")
    t.check(out.count("\n") == 4 and "octocat" in out and "\x1b" not in out, "its table", out)
    status, out, errors = command("search", "octo", "--sandbox", "--limit", "5", "--json")
    items = [json.loads(line) for line in out.splitlines()]
    t.equal((status, len(items), items[0]["label"]), (0, 5, "octocat"), "one object a line")
    status, out, errors = command("search", "zzzzqqqq", "--sandbox")
    t.check(status == 1 and out == "" and errors.count("\n") == 1, "nothing found", (status, errors))
    status, out, errors = command("search", "octo", "--sandbox", "--faults", "search:error=401")
    t.check(status == 3 and out == "" and errors.count("\n") == 1, "a failure", (status, errors))


def one_shot_profile_and_follow(t):
    status, out, _ = command("profile", "octocat", "--sandbox")
    t.check(status == 0 and "octocat" in out and "REPOS" in out, "the card", out[:200])
    status, out, _ = command("profile", "octocat", "--sandbox", "--json")
    t.equal((status, json.loads(out)["user"]["label"]), (0, "octocat"), "one object")
    status, out, errors = command("profile", "no-such-login-here", "--sandbox")
    t.check(status == 1 and errors.count("\n") == 1, "nobody of that name", (status, errors))
    for name in ("follow", "unfollow"):
        t.equal(command(name, "octocat", "--sandbox")[0], 0, name)
    status, out, _ = command("doctor", "--sandbox", environment={"GITHUB_TOKEN": TOKEN})
    t.check(status == 0 and "libcurl" in out and "reachable" in out, "doctor", out)


def profiles_page_on(t):
    """How many of how many are shown, and as many as one wants."""
    def lists(*arguments, expected=0):
        status, out, errors = command("profile", "octocat", "--sandbox", "--json", *arguments)
        t.equal((status, errors), (expected, ""), f"profile {arguments}")
        return {name: part for name, part in json.loads(out).items() if name != "user"}

    def shown(part):
        return len({item["id"] for item in part["items"]}), len(part["items"]), part["hasMore"]

    total = 1430
    t.equal(shown(lists()["followers"]), (30, 30, True), "the first page")
    t.equal(shown(lists("--all")["followers"]), (total, total, False), "all of them")
    t.equal(shown(lists("--limit", "45")["followers"]), (45, 45, True), "so many")
    t.equal(shown(lists("--limit", "3")["repos"]), (3, 3, True), "fewer than there are")
    t.equal(list(lists("--section", "repos")), ["repos"], "one list alone")
    part = lists("--all", "--section", "followers", "--faults", "followers:error=500", expected=3)
    t.check("error" in part["followers"], "a list that failed", part)
    _, out, _ = command("profile", "octocat", "--sandbox", "--limit", "45")
    t.check(f"FOLLOWERS (45 of {total})" in out and "--all shows the rest" in out, "how many of how many", out)
    _, out, _ = command("profile", "octocat", "--sandbox", "--all", "--section", "following")
    t.check("FOLLOWING (8 of 8)" in out and "--all" not in out and "REPOS" not in out, "all of one list", out)
    for arguments, named in ((["--section", "stars"], "repos|followers|following"), (["--limit", "0"], "--limit")):
        status, _, errors = command("profile", "octocat", "--sandbox", *arguments)
        t.check(status == 2 and named in errors, f"profile {arguments}", errors)


def a_record_can_be_played_again(t):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "record")
        script = json.dumps({"jsonrpc": "2.0", "method": "search/didOpen",
                             "params": {"searchId": "s", "text": "octo"}}).encode()
        status, _, _ = command("--sandbox", "--record", path, stdin=script + b"\n")
        t.equal(status, 0, "the recorded session")
        status, out, _ = command("replay", path)
        messages = [json.loads(line) for line in out.splitlines()]
        t.equal((status, messages[-1]["params"]["status"]), (0, "success"), "the replay")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, "replay", path], stdout=full, stderr=subprocess.PIPE, timeout=60,
                                  stdin=subprocess.DEVNULL, env=clean_environment())
        t.check(done.returncode == 3 and b"cannot be written" in done.stderr, "a replay to a full device", done)
        status, out, errors = command("--sandbox", "--record", "/dev/full", stdin=script + b"\n")
        t.check(status == 3 and errors.count("\n") == 1 and "recording" in errors and "octocat" in out,
                "a record on a full device", (status, errors))


CHECKS = [help_texts, wrong_usage_is_one_line, what_is_misspelt_names_the_nearest, exit_statuses,
          output_that_cannot_be_written, bash_completes, doctor_makes_every_check, a_bad_config_file_is_one_line, a_port_that_is_taken,
          one_shot_search, one_shot_profile_and_follow, profiles_page_on, a_record_can_be_played_again]
