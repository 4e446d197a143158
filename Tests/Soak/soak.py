"""Many boxes typed in at once: each search ends in the truth, nothing is stale, and nothing grows."""
import json
import os
import random
import sys
import threading
import time
import urllib.parse
import urllib.request

from client import Sandbox, Server

SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 120
BOXES = 25
WORDS = ["octo", "tom", "ann", "kim", "lee", "max", "민준", "sam", "eva", "joe smith", "xyzzy", "al"]
# A person presses five keys a second; here it is five hundred, those who wait included.
PAUSE = (0.010, 0.030)
FAULTS = ("seed=13,latency=1ms..40ms,error=500:6%,error=502:2%,drop:5%,cut:5%,half:2%,html:2%,"
          "hang:1%,secondary=1s:0.2%,drip=200KB/s,limits=none")
# The time limits are those of a person a hundred times as fast, but for what retries need.
SETTINGS = {"debounceMilliseconds": 5, "requestTimeoutMilliseconds": 400, "deadlineMilliseconds": 3000,
            "maximumRetries": 2, "cacheSeconds": 0}


class Box:
    """One search box: the text of each version, and what was said last."""

    def __init__(self, server, name, words, seed):
        self.server, self.name, self.random = server, name, random.Random(seed)
        self.words = words
        self.texts = [""]
        self.last = {}
        self.rests = self.keys = 0
        self.outcomes = {}
        self.faults = []
        server.notify("search/didOpen", {"searchId": name, "version": 0})

    def type(self, text):
        self.texts.append(text)
        self.keys += 1
        self.server.notify("search/didChange", {
            "searchId": self.name, "version": len(self.texts) - 1, "text": text})
        time.sleep(self.random.uniform(*PAUSE))

    def word(self, truth):
        word = self.random.choice(self.words)
        for end in range(1, len(word) + 1):
            self.type(word[:end])
        if self.random.random() < 0.5:
            self.rest(truth)
        for end in range(len(word) - 1, -1, -2):
            self.type(word[:end])

    def rest(self, truth, limit=15):
        """Waits until the search has said its last word on the newest text, and looks at that.

        A wait for GitHub's limit, which may take a minute, is a word that this person does not wait for.
        """
        version = len(self.texts) - 1
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            last = self.last
            if last.get("version") == version and last["status"] != "loading" and (
                    last["status"] != "retrying"
                    or limit == 15 and last["retryInMilliseconds"] > 3000):
                break
            time.sleep(0.002)
        else:
            return self.faults.append(f"version {version} rests on {str(self.last)[:200]}")
        self.rests += 1
        self.outcomes[last["status"]] = self.outcomes.get(last["status"], 0) + 1
        if last["status"] in ("success", "empty"):
            found = [item["label"].lower() for item in last["items"]]
            if found != truth[self.texts[-1]]:
                self.faults.append(f"{self.texts[-1]} shows {str(found)[:150]}")

    def said(self, method, params):
        version = params["version"]
        if version < self.last.get("version", 0):
            self.faults.append(f"version {version} after {self.last['version']}")
        if params["query"] != self.texts[version].strip():
            self.faults.append(f"version {version} was {self.texts[version]}, not {params['query']}")
        if method == "search/results" or params["status"] != "unchanged":
            self.last = params


def listen(server, boxes):
    """Gives each box what is said of it, and forgets it."""
    while not server.is_over:
        with server.changed:
            server.changed.wait(0.5)
            messages, server.messages = server.messages, []
        for message in messages:
            params = message.get("params") or {}
            if params.get("searchId") in boxes:
                boxes[params["searchId"]].said(message["method"], params)


def figures(pid):
    with open(f"/proc/{pid}/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    return {"memory (MB)": round(int(status["VmRSS"].split()[0]) / 1024, 1),
            "descriptors": len(os.listdir(f"/proc/{pid}/fd")), "threads": int(status["Threads"])}


def logins(url, text):
    """What a sandbox without faults finds."""
    query = urllib.parse.quote(text)
    request = urllib.request.Request(f"{url}/search/users?q={query}&per_page=30",
                                     headers={"User-Agent": "soak"})
    with urllib.request.urlopen(request, timeout=20) as response:
        return [item["login"].lower() for item in json.load(response)["items"]]


def main():
    with Sandbox() as clean:
        truth = {word: logins(clean.url, word) for word in WORDS}
    found = []
    with Sandbox(FAULTS) as sandbox, Server(
            sandbox=sandbox, settings={**SETTINGS, "github": {
                "baseUrl": sandbox.url, "token": "ghp_NeverToBeSeen0123456789", "graphql": False}}) as server:
        boxes = {f"s{i}": Box(server, f"s{i}", WORDS, i) for i in range(BOXES)}
        threading.Thread(target=listen, args=(server, boxes), daemon=True).start()
        start = time.monotonic()

        def typing(box):
            while time.monotonic() - start < SECONDS:
                box.word(truth)

        typists = [threading.Thread(target=typing, args=(box,)) for box in boxes.values()]
        for typist in typists:
            typist.start()
        for share in (0.25, 0.5, 1):
            time.sleep(max(0, start + SECONDS * share - time.monotonic()))
            found.append(figures(server.process.pid))
            print(f"soak: after {SECONDS * share:.0f} s: {found[-1]}", flush=True)
        for typist in typists:
            typist.join()
        # Without faults all of them are found.
        sandbox.fault("")
        time.sleep(1.5)
        before = {name: dict(box.outcomes) for name, box in boxes.items()}
        for box in boxes.values():
            box.type("octo")
            box.server.notify("search/didSubmit", {"searchId": box.name})
            box.rest(truth, limit=90)
        well = sum(box.outcomes.get("success", 0) - before[name].get("success", 0)
                   for name, box in boxes.items())
        for name in boxes:
            server.notify("search/didClose", {"searchId": name})
        time.sleep(1)
        at_rest = figures(server.process.pid)
        print(f"soak: at rest: {at_rest}")
        ended = server.end("shutdown")
    faults = [f"{box.name}: {fault}" for box in boxes.values() for fault in box.faults]
    outcomes = {}
    for box in boxes.values():
        for status, count in box.outcomes.items():
            outcomes[status] = outcomes.get(status, 0) + count
    print(f"soak: {sum(b.keys for b in boxes.values()) / SECONDS:.0f} keys a second, "
          f"{sum(b.rests for b in boxes.values())} rests: {outcomes}")
    if well != BOXES:
        faults.append(f"without faults {well} of {BOXES} searches succeed")
    if ended[0] != 0:
        faults.append(f"the server ends with {ended[0]}")
    if server.faults:
        faults.append(f"frames: {server.faults[:1]}")
    if found[-1]["memory (MB)"] > found[0]["memory (MB)"] * 1.25 + 4:
        faults.append("memory grows")
    for name in ("descriptors", "threads"):
        if found[-1][name] > found[0][name] + 8:
            faults.append(f"{name} grow")
    for fault in faults[:20]:
        print(f"  FAILED: {fault}")
    print(f"soak: {0 if faults else 1} passed, {len(faults)} failed")
    return 1 if faults else 0


sys.exit(main())
