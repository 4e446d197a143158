"""Live search against the sandbox: what it costs, and what is told."""
import time

from client import Sandbox, Server


def a_typed_word_costs_one_request(t):
    with Sandbox() as sandbox:
        for pause in (0, 0.02, 0.15):
            sandbox.control("DELETE", "/_sandbox/requests")
            with Server(sandbox=sandbox) as server:
                server.notify("search/didOpen", {"searchId": "s"})
                server.type("octocat", pause)
                last = time.monotonic()
                results = server.params("search/results", version=7)
                took = time.monotonic() - last + pause
                t.equal(results.get("status"), "success", f"results when typed with {pause} s")
                t.check(0.45 < took < 3, "they come behind the debounce", took)
                t.equal([m["label"] for m in results.get("items", [])][:1], ["octocat"], "the hit")
                t.equal(len(sandbox.requests()), 1, f"requests when typed with {pause} s")


def there_and_back_costs_none(t):
    with Sandbox() as sandbox, Server(sandbox=sandbox) as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "ab", "version": 1})
        server.params("search/results")
        server.notify("search/didChange", {"searchId": "s", "version": 2, "text": "abc"})
        server.notify("search/didChange", {"searchId": "s", "version": 3, "text": "ab"})
        # The list still stands, or it was shown again from the cache; nothing was asked either way.
        server.wait(lambda m: m.get("params", {}).get("version") == 3, 5)
        time.sleep(0.7)
        t.equal(len(sandbox.requests()), 1, "requests of ab, abc, ab")


def only_the_latest_is_shown(t):
    with Sandbox("search:latency=400ms") as sandbox:
        settings = {"debounceMilliseconds": 50}
        with Server(sandbox=sandbox, settings=settings) as server:
            server.notify("search/didOpen", {"searchId": "s"})
            for version, text in enumerate(("octo", "octoc", "octoca", "octocat"), 1):
                server.notify("search/didChange", {
                    "searchId": "s", "version": version, "text": text})
                time.sleep(0.15)
            server.params("search/results", version=4)
            time.sleep(0.6)
            shown = [p["query"] for p in server.all("search/results")]
            t.equal(shown, ["octocat"], "what was shown")
            ended = [r["ended"] for r in sandbox.requests()]
            t.equal(ended, ["hung-up"] * 3 + ["answered"], "superseded transfers are hung up on")


def states_and_pages(t):
    with Server("--sandbox") as server:
        server.notify("search/didOpen", {"searchId": "s", "options": {"perPage": 2}})
        server.notify("search/didChange", {"searchId": "s", "version": 1, "text": "o"})
        t.equal(server.params("search/status", version=1).get("status"), "idle", "too short")
        server.notify("search/didChange", {"searchId": "s", "version": 2, "text": "octo"})
        server.notify("search/didSubmit", {"searchId": "s"})
        first = server.params("search/results", version=2)
        t.equal((first.get("status"), first.get("hasMore"), len(first.get("items", []))),
                ("success", True, 2), "the first page")
        server.notify("search/loadMore", {"searchId": "s"})
        second = server.params("search/results", page=2)
        t.equal((second.get("append"), len(second.get("items", []))), (True, 2), "the second page")
        ids = [i["id"] for i in first["items"] + second.get("items", [])]
        t.equal(len(set(ids)), 4, "no item twice")
        server.notify("search/didChange", {"searchId": "s", "version": 3, "text": "zzzzqqqq"})
        empty = server.params("search/results", version=3)
        t.equal((empty.get("status"), empty.get("items")), ("empty", []), "zero hits")
        server.notify("search/didClose", {"searchId": "s"})
        server.notify("search/didChange", {"searchId": "s", "version": 4, "text": "octo"})
        closed = server.params("search/results", version=4)
        t.equal(closed.get("error", {}).get("data", {}).get("kind"), "unknownSearch", "closed")


def positions_in_every_encoding(t):
    for encoding, places in (("utf-8", (2, 6)), ("utf-16", (1, 3)), ("utf-32", (1, 2))):
        with Server("--sandbox", encoding=encoding) as server:
            server.notify("search/didOpen", {"searchId": "s"})
            server.notify("search/didChange", {"searchId": "s", "version": 1, "text": "é😀octo"})
            server.notify("search/didChange", {"searchId": "s", "version": 2, "contentChanges": [
                {"range": {"start": places[0], "end": places[1]}, "text": " "}]})
            t.equal(server.params("search/status", version=2).get("query"), "é octo", encoding)


def a_query_without_a_session(t):
    with Server("--sandbox") as server:
        answer = server.call("search/query", {"query": "  octo ", "perPage": 3})
        result = answer.get("result", {})
        t.equal((result.get("query"), len(result.get("items", [])), result.get("origin")),
                ("octo", 3, "network"), "search/query")
        again = server.call("search/query", {"query": "octo", "perPage": 3}).get("result", {})
        t.equal(again.get("origin"), "cache", "the same again")


def profiles_and_following(t):
    with Server("--sandbox") as server:
        profile = server.call("profile/get", {"login": "octocat"}).get("result", {})
        t.equal(profile.get("user", {}).get("label"), "octocat", "the person")
        t.equal(sorted(profile), ["followers", "following", "repos", "user"], "the sections")
        followed = server.call("user/follow", {"login": "octocat"})
        t.equal(followed.get("result"), {"login": "octocat", "following": True}, "follow")
        states = [p["state"] for p in server.all("user/followChanged")]
        t.equal(states[:1], ["pending"], "told at once")
        t.check(server.params("user/followChanged", state="confirmed"), "and when it is known")
        is_following = server.call("user/isFollowing", {"login": "octocat"})
        t.equal(is_following.get("result", {}).get("following"), True, "isFollowing")


CHECKS = [a_typed_word_costs_one_request, there_and_back_costs_none, only_the_latest_is_shown,
          states_and_pages, positions_in_every_encoding, a_query_without_a_session,
          profiles_and_following]
