"""What one case stands on: a folder, perhaps a repository, a made-up GitHub, what the client sends."""

import collections
import json
import os
import shutil
import subprocess
import tempfile
import urllib.request

from kit import server
from sandbox import Sandbox

HISTORY = (("Lantern Bearer", "bearer@lanterns.example"), ("Octopine", "583304+octopine@users.noreply.{host}"))


class Bench:
    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.work = os.path.join(self.folder, "work")
        os.mkdir(self.work)
        self.sandbox = Sandbox(server())
        self.host = self.sandbox.host.split(":")[0]
        self.settings = {"github": {"baseUrl": self.sandbox.url, "token": "made-up"}}
        self.recording = os.path.join(self.folder, "recording")
        self.log = os.path.join(self.folder, "log")
        self.command = [server(), "lsp", "--stdio", "--record", self.recording, "--log-file", self.log]

    def file(self, name, text):
        path = os.path.join(self.work, name)
        with open(path, "w", newline="", encoding="utf-8") as file:
            file.write(text)
        return path

    def read(self, name):
        with open(os.path.join(self.work, name), newline="", encoding="utf-8") as file:
            return file.read()

    def commit(self):
        """Makes the folder a repository in which each of HISTORY has a commit."""
        git = ["git", "-C", self.work, "-c", "commit.gpgsign=false"]
        subprocess.run([*git, "init", "-q"], check=True, stderr=subprocess.DEVNULL)
        for name, mail in HISTORY:
            who = [f"user.name={name}", f"user.email={mail.format(host=self.host)}"]
            subprocess.run(
                [*git, "-c", who[0], "-c", who[1], "commit", "-q", "--allow-empty", "-m", "Work"],
                check=True)

    def searches(self):
        """How often the made-up GitHub was searched."""
        with urllib.request.urlopen(self.sandbox.url + "/_sandbox/requests", timeout=10) as answer:
            targets = [request["target"] for request in json.load(answer)]
        return sum(target.startswith(("/search/users", "/graphql")) for target in targets)

    def sent(self):
        """How often the client has sent each method."""
        with open(self.recording, encoding="utf-8") as file:
            bodies = (json.loads(line)["body"] for line in file if line.endswith("\n"))
            return collections.Counter(body.get("method") for body in bodies)

    def complaints(self):
        """What the server has logged as an error."""
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as file:
            return [line for line in file if " error" in line.lower()]

    def close(self):
        self.sandbox.close()
        shutil.rmtree(self.folder, ignore_errors=True)
