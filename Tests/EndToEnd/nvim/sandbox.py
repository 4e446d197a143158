"""The server's own made-up GitHub, in a process of its own, with faults that can be changed."""

import json
import subprocess
import urllib.request


class Sandbox:
    def __init__(self, program, faults=""):
        argv = [program, "sandbox", "--port", "0"] + (["--faults", faults] if faults else [])
        self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.url = self.process.stdout.readline().decode().strip()
        self.host = self.url.split("//")[1]
        self.log = []

    def faults(self, rules):
        """From now on these faults and no others; "" is none."""
        request = urllib.request.Request(
            self.url + "/_sandbox/faults", data=rules.encode(), method="PUT")
        with urllib.request.urlopen(request, timeout=10):
            pass

    def requests(self, part):
        """How many requests had that in their target."""
        with urllib.request.urlopen(self.url + "/_sandbox/requests", timeout=10) as answer:
            return sum(part in request["target"] for request in json.load(answer))

    def searches(self):
        return self.requests("/search/users")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
