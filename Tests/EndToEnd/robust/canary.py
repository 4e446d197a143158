"""A secret in every place where one can be given, through every feature: it is sent and never seen."""
import base64
import contextlib
import json
import os
import stat
import subprocess
import tempfile
import urllib.parse

from client import Server, clean_environment, command
from double import Double, answer, person
from scarce import run

# Without a prefix that the redactor knows by its form.
CANARY = "cAnArY-0123456789-neverToBeSeen"
STATUSES = (200, 301, 400, 401, 403, 404, 422, 500, 502)


def forms(secret):
    """The secret as it would look in any text."""
    encoded = base64.b64encode(secret.encode()).decode().rstrip("=")
    return {secret.encode(), urllib.parse.quote(secret, safe="").encode(), encoded.encode(),
            secret[:16].encode(), secret[-16:].encode()}


def quoting(head):
    """Answers with all that was sent in the body and in headers, with the status of the path."""
    lines = head.decode(errors="replace").split("\r\n")
    secret = next((line.split(":", 1)[1].strip() for line in lines
                   if line.lower().startswith(("authorization:", "x-key:"))), "nobody")
    target = lines[0].split(" ")[1]
    if target == "/graphql":
        return answer({"data": {"search": None, "repositoryOwner": None}, "errors": [
            {"type": secret, "path": ["search", secret], "message": f"Not with {secret}",
             "extensions": {"code": secret}}]}, X_GitHub_Request_Id=secret)
    status = next((s for s in STATUSES if f"s{s}" in target), 200)
    more = {"Location": f"/users/{secret.split()[-1]}"} if status == 301 else {}
    items = [person("octocat", name=secret, bio=secret, company=secret)]
    body = {"message": f"Not with {secret}: Authorization: {secret}", "total_count": 1,
            "items": items, secret: secret, "documentation_url": f"https://x/?token={secret}",
            **(items[0] if "/users/octocat" in target and target.count("/") == 2 else {})}
    if status == 200 and target.rstrip("/").endswith(("repos", "followers", "following")):
        body = items
    return answer(body, status, X_GitHub_Request_Id=secret, X_Accepted_OAuth_Scopes=secret,
                  X_OAuth_Scopes=secret, Link=f'<http://127.0.0.1/?token={secret}>; rel="next"',
                  **more)


@contextlib.contextmanager
def places(url):
    """Each place of a token: its name, the settings, the words, the variables of it."""
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "config.json")
        with open(config, "w") as file:
            json.dump({"github": {"baseUrl": url, "token": CANARY}}, file)
        at = {"github": {"baseUrl": url}}
        yield folder, [
            ("initializationOptions", {"github": {"baseUrl": url, "token": CANARY}}, [], {}),
            ("config", {}, ["--config", config], {}),
            ("tokenCommand", {"github": {"baseUrl": url, "tokenCommand": ["echo", CANARY]}}, [], {}),
            ("GH_ENTERPRISE_TOKEN", at, [], {"GH_ENTERPRISE_TOKEN": CANARY}),
            ("GITHUB_ENTERPRISE_TOKEN", at, [], {"GITHUB_ENTERPRISE_TOKEN": CANARY}),
            ("headers of a source", {"github": {"baseUrl": url}, "sources": [{
                "id": "further", "name": "Further", "type": "http", "label": "login",
                "url": url + "/items/{query}?token={env:CANARY}&page={page}", "items": "items",
                "headers": {"X-Key": "{env:CANARY}"}}]}, [], {"CANARY": CANARY}),
        ]


def drive(server):
    """Every feature, with every status."""
    server.notify("$/setTrace", {"value": "verbose"})
    names = [s["id"] for s in server.answer["result"]["capabilities"]["sources"]]
    for status in STATUSES:
        for source in names:
            server.call("search/query", {"query": f"octo s{status}", "source": source})
        server.call("profile/get", {"login": f"octo-s{status}"})
        for method in ("user/isFollowing", "user/follow", "user/unfollow"):
            server.call(method, {"login": f"octo-s{status}"})
    for source in names:
        server.notify("search/didOpen", {"searchId": source, "source": source, "text": "octocat"})
        server.params("search/results", searchId=source)
        server.notify("search/loadMore", {"searchId": source})
    server.notify("profile/didOpen", {"profileId": "p", "login": "octocat"})
    server.params("profile/loaded", profileId="p")
    server.notify("workspace/didChangeConfiguration", {"settings": {
        "github": {"token": CANARY + "2", "baseUrl": 7, "tokenCommand": [CANARY, 1]}}})
    server.call("search/query", {"query": "octo again"})
    server.call("no/such", {"token": CANARY})


def the_canary_is_sent_and_in_nothing_that_is_written(t):
    with Double(quoting) as double, places(double.url) as (folder, rows):
        for number, (name, settings, words, variables) in enumerate(rows):
            log, record = (os.path.join(folder, f"{number}.{kind}") for kind in ("log", "record"))
            double.heads.clear()
            options = {"maximumRetries": 0, "github": {}, **settings}
            with Server("--log-file", log, "--log-level", "debug", "--record", record, *words,
                        environment=variables, initialize=False) as server:
                server.answer = server.call("initialize", {
                    "trace": "verbose", "initializationOptions": options})
                server.notify("initialized", {})
                drive(server)
                server.end("shutdown")
            sent = [h for h in double.heads if CANARY.encode() in h]
            t.check(sent, f"{name}: it is sent", len(double.heads))
            written = {"output": server.raw, "standard error": server.errors}
            for path in (log, record):
                with open(path, "rb") as file:
                    written[os.path.basename(path)] = file.read()
                t.equal(stat.S_IMODE(os.stat(path).st_mode), 0o600, f"who may read {path}")
            t.check(all(written[os.path.basename(p)] for p in (log, record)), f"{name}: logged")
            for place, text in written.items():
                for form in forms(CANARY):
                    at = text.find(form)
                    t.check(at < 0, f"{name}: {form.decode()} is not in {place}",
                            text[max(0, at - 120):at + 60])


def the_canary_is_in_no_output_of_a_command(t):
    with Double(quoting) as double, places(double.url) as (_, rows):
        config = next(words for name, _, words, _ in rows if name == "config")
        calls = [["doctor"], ["doctor", "--json"], ["replay", "/dev/null"]]
        for status in STATUSES:
            calls += [["search", f"octo s{status}"], ["search", "--json", f"octo s{status}"],
                      ["profile", f"octo-s{status}"], ["follow", f"octo-s{status}"]]
        for words in calls:
            done = run(*words, *config)
            for form in forms(CANARY):
                t.check(form not in done.stdout + done.stderr, f"{words}: {form.decode()}",
                        (done.stdout + done.stderr)[:300])
        t.check(any(CANARY.encode() in head for head in double.heads), "it is sent")


def the_canary_in_a_remote_of_a_repository_is_in_nothing_that_is_written(t):
    """A repository's remote may have a token in its address."""
    with tempfile.TemporaryDirectory() as folder, Double(quoting) as double:
        def git(*words):
            subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True,
                           env=clean_environment({"GIT_CONFIG_GLOBAL": "/dev/null"}))
        host = double.url.removeprefix("http://")
        git("init", "-q")
        git("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-q",
            "--allow-empty", "-m", "One")
        git("remote", "add", "origin", f"http://x:{CANARY}@{host}/octocat/hello-world.git")
        log = os.path.join(folder, "log")
        with Server("--log-file", log, "--log-level", "debug", initialize=False) as server:
            server.answer = server.call("initialize", {
                "trace": "verbose", "workspaceFolders": [{"uri": "file://" + folder, "name": "w"}],
                "initializationOptions": {"github": {"baseUrl": double.url}, "maximumRetries": 0}})
            server.notify("initialized", {})
            for source in [s["id"] for s in server.answer["result"]["capabilities"]["sources"]]:
                server.call("search/query", {"query": "ann", "source": source})
            server.end("shutdown")
        done = run("authors", "--workspace", folder)
        t.check(b"Ann" in done.stdout, "the repository is read", done.stdout + done.stderr)
        with open(log, "rb") as file:
            written = server.raw + server.errors + file.read() + done.stdout + done.stderr
        for form in forms(CANARY):
            t.check(form not in written, f"{form.decode()} is written")
        t.check(not any(CANARY.encode() in head for head in double.heads), "it is sent to nobody")


def another_host_is_not_sent_it(t):
    with Double(lambda head: answer({"total_count": 0, "items": []})) as other, \
            Double(lambda head: answer({}, 302, Location=other.url + "/search/users")) as double:
        settings = {"github": {"baseUrl": double.url, "token": CANARY}}
        with Server(settings=settings) as server:
            server.call("search/query", {"query": "octo"})
            server.call("user/follow", {"login": "octocat"})
        t.check(all(CANARY.encode() in head for head in double.heads), "the host of the setting")
        t.check(other.heads, "the redirect was followed")
        t.check(not any(CANARY.encode() in head or b"uthorization" in head
                        for head in other.heads), "another host", other.heads)
        t.check(all(head.startswith(b"GET ") for head in other.heads), "only GET goes elsewhere")


def it_is_on_no_command_line(t):
    with tempfile.TemporaryDirectory() as folder:
        seen = os.path.join(folder, "seen")
        script = f"cat /proc/$PPID/cmdline /proc/$$/cmdline > {seen}; echo {CANARY[:5]}$REST"
        with Double(lambda head: answer({"total_count": 0, "items": []})) as double, Server(
                settings={"github": {"baseUrl": double.url, "token": None,
                                     "tokenCommand": ["sh", "-c", script]}},
                environment={"REST": CANARY[5:]}) as server:
            server.call("search/query", {"query": "octo"})
            t.check(CANARY.encode() in double.heads[0], "the command's token is sent",
                    double.heads[0])
            with open(f"/proc/{server.process.pid}/cmdline", "rb") as file:
                t.check(CANARY.encode() not in file.read(), "the server's command line")
        with open(seen, "rb") as file:
            t.check(CANARY.encode() not in file.read(), "the command lines of children")


CHECKS = [the_canary_is_sent_and_in_nothing_that_is_written,
          the_canary_is_in_no_output_of_a_command,
          the_canary_in_a_remote_of_a_repository_is_in_nothing_that_is_written, another_host_is_not_sent_it,
          it_is_on_no_command_line]
