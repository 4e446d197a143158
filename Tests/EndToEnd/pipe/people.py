"""The people of a repository, with whatever of git, repository, network and token is there."""
import itertools
import json
import os
import subprocess
import tempfile

from client import TOKEN, Sandbox, Server, command

NOBODY_THERE = "http://127.0.0.1:1"
GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}


def repository(folder):
    """A history of two people, one of whom is a login of the sandbox."""
    def git(*arguments):
        subprocess.run(["git", "-C", folder, *arguments], check=True, env={**os.environ, **GIT})
    git("init", "--quiet")
    for name, mail in (("Octavia Wells", "wells@example.com"),
                       ("The Octocat", "583231+octocat@users.noreply.github.com")):
        git("-c", f"user.name={name}", "-c", f"user.email={mail}", "commit", "--quiet",
            "--allow-empty", "--message", "Change something")


def is_end(message, version):
    """Whether that is the last message of a version."""
    params = message.get("params", {})
    return params.get("version") == version and (
        params.get("status") == "failure" or params.get("origin") in ("network", "local", "cache"))


def complaints(server):
    """What was told of warnings and errors, by alert and by log."""
    said = [m["message"] for method in ("window/showMessage", "window/logMessage")
            for m in server.all(method) if m["type"] <= 2]
    return said + [line for line in server.errors.decode().splitlines() if line]


def whatever_remains_works_and_complains_once(t):
    with tempfile.TemporaryDirectory() as folder, Sandbox() as sandbox:
        with_history, bare = os.path.join(folder, "with"), os.path.join(folder, "without")
        for path in (with_history, bare):
            os.mkdir(path)
        repository(with_history)
        for has in itertools.product((True, False), repeat=4):
            has_git, has_repository, has_network, has_token = has
            what = "with " + (", ".join(name for name, there in zip(
                ("git", "repository", "network", "token"), has) if there) or "nothing")
            environment = {**GIT, "HOME": folder, "XDG_STATE_HOME": os.path.join(folder, what)}
            if not has_git:
                environment["PATH"] = bare
            github = {"baseUrl": sandbox.url if has_network else NOBODY_THERE}
            if has_token:
                github["token"] = TOKEN
            with Server(initialize=False, environment=environment) as server:
                server.call("initialize", {
                    "rootUri": "file://" + (with_history if has_repository else bare),
                    "initializationOptions": {
                        "github": github, "maximumRetries": 0, "debounceMilliseconds": 0},
                    "capabilities": {}})
                server.notify("initialized", {})
                server.notify("search/didOpen", {"searchId": "s"})
                for version, text in enumerate(("oct", "octo", "octoc"), 1):
                    server.notify("search/didChange", {
                        "searchId": "s", "version": version, "text": text})
                    end = server.wait(lambda m: is_end(m, version), 10)
                    t.check(end, f"{what}: `{text}` comes to an end", server.messages[-3:])
                rows = [item for shown in server.all("search/results") if shown["version"] == 3
                        for item in shown["items"]]
                labels = {item["label"] for item in rows}
                near = {item["label"] for item in rows if "author" in item["data"].get("relation", [])}
                t.equal("octocat" in near, has_git and has_repository, f"{what}: the author")
                t.equal("octocat" in labels, has_network or has_git and has_repository,
                        f"{what}: anybody")
                said = complaints(server)
                t.equal(sorted(said), sorted(set(said)), f"{what}: complaints")
                t.check(len(said) <= 1 + (not has_git or not has_repository), f"{what}: how many", said)
                found = server.call("search/query", {"query": "wells"})
                ways = (has_git and has_repository, has_network)
                t.check("result" in found or not any(ways), f"{what}: a request", found)


def a_trailer_has_the_name_that_the_history_has(t):
    with tempfile.TemporaryDirectory() as folder:
        repository(folder)
        _, out, _ = command("search", "--sandbox", "--workspace", folder, "--co-author", "--limit", "1", "octoc",
                            environment={**GIT, "HOME": folder, "XDG_STATE_HOME": folder})
        t.equal(out, "Co-authored-by: The Octocat <583231+octocat@users.noreply.github.com>\n", "--co-author")


def authors_are_printed_offline_with_why(t):
    with tempfile.TemporaryDirectory() as folder:
        repository(folder)
        config = os.path.join(folder, "config.json")
        with open(config, "w") as file:
            json.dump({"github": {"baseUrl": NOBODY_THERE}, "maximumRetries": 0}, file)
        there = ("--workspace", folder, "--config", config)
        environment = {**GIT, "HOME": folder, "XDG_STATE_HOME": folder}
        status, out, _ = command("authors", *there, "--json", environment=environment)
        people = [json.loads(line) for line in out.splitlines()]
        t.equal((status, [each["data"]["name"] for each in people]),
                (0, ["The Octocat", "Octavia Wells"]), "authors")
        status, out, _ = command("search", *there, "--co-author", "--limit", "1", "wells",
                                 environment=environment)
        t.equal(out, "Co-authored-by: Octavia Wells <wells@example.com>\n", "--co-author")
        status, out, _ = command("search", *there, "--trailer", "Reviewed-by", "octoc",
                                 environment=environment)
        t.check(out.startswith("Reviewed-by: The Octocat <583231+octocat@users.noreply."), "--trailer", out)
        _, out, _ = command("search", *there, "octavia", environment=environment)
        t.check("author" in out and "Octavia Wells" in out, "the relation", out)


CHECKS = (whatever_remains_works_and_complains_once, a_trailer_has_the_name_that_the_history_has,
          authors_are_printed_offline_with_why)
