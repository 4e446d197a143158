"""The command line: help, wrong usage, one shot."""
import json
import os
import socket
import subprocess
import tempfile

from client import BINARY, TOKEN, Server, clean_environment, command

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


def a_bad_config_file_is_one_line(t):
    rows = [
        (b"{nope", "not JSON"), (b"", "not JSON"), (b"[1]", "object"), (b"\xff", "not JSON"),
    ]
    wrong_settings = [
        (b'{"perPage": "30"}', "perPage"), (b'{"perPage": 0}', "perPage"),
        (b'{"debounceMilliseconds": -1}', "debounceMilliseconds"),
        (b'{"github": {"baseUrl": "ftp://x"}}', "github.baseUrl"),
        (b'{"github": {"token": "%s\\nx"}}' % TOKEN.encode(), "github.token"), (b'{"github": 5}', "github"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.json")
        for content, named in rows + wrong_settings:
            with open(path, "wb") as file:
                file.write(content)
            serve = [["--config", path]] if (content, named) in rows else []
            for arguments in serve + [["search", "octo", "--sandbox", "--config", path]]:
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


def a_wrong_setting_does_not_end_serve(t):
    rows = [
        ({"perPage": "30"}, "perPage"), ({"github": {"baseUrl": "ftp://x"}}, "github.baseUrl"),
        ({"github": 5}, "github"), ({"sources": [{"id": "c"}]}, "sources.c"), ({"sources": 1}, "sources"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.json")
        for settings, named in rows:
            with open(path, "w") as file:
                json.dump(dict(settings, debounceMilliseconds=1), file)
            for lines in (False, True):
                with Server("--sandbox", "--config", path, lines=lines, initialize=not lines) as server:
                    answer = server.call("search/query", {"query": "octo"})
                    t.check("result" in answer, f"a search with {settings}", answer)
                    told = [p["message"] for p in server.all("window/showMessage")]
                    t.check(len(told) == 1 and f"`{named}" in told[0], f"one message that names {named}", told)


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


CHECKS = [help_texts, wrong_usage_is_one_line, what_is_misspelt_names_the_nearest,
          a_bad_config_file_is_one_line, a_port_that_is_taken,
          one_shot_search, one_shot_profile_and_follow, profiles_page_on, a_record_can_be_played_again]
