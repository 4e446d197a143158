"""GraphQL: rows with names, a profile in one request, and REST where it is refused."""
from client import TOKEN, Sandbox, Server

ENTERPRISE = "/api/v3"


def connect(sandbox, prefix=ENTERPRISE, use="auto"):
    return Server(settings={"github": {"baseUrl": sandbox.url + prefix, "token": TOKEN, "graphql": use}})


def query(server, text="octo", **more):
    return server.call("search/query", {"query": text, "perPage": 5, **more})


def counts(sandbox):
    """How many requests went to GraphQL, and to REST."""
    asked = len(sandbox.requests("/graphql"))
    return asked, len(sandbox.requests("")) - asked


def rows_have_names_and_a_profile_is_one_request(t):
    with Sandbox() as sandbox, connect(sandbox) as server:
        found = query(server)["result"]
        t.check(all(item["data"].get("name") == item.get("detail") for item in found["items"]), "names", found)
        t.check(any(item.get("detail") for item in found["items"]), "somebody has a name", found)
        t.check(found["hasMore"] and found["totalCount"] > 5, "there is more", found)
        t.equal(counts(sandbox), (1, 0), "a search is one request")
        sandbox.fault("")
        profile = server.call("profile/get", {"login": "octocat"})["result"]
        t.equal(profile["user"]["data"]["viewerIsFollowing"], False, "whether one follows")
        t.check(profile["repos"]["items"] and profile["followers"]["hasMore"], "lists", profile)
        t.equal(counts(sandbox), (1, 0), "a profile is one request")
        server.call("profile/get", {"login": "octocat"})
        t.equal(counts(sandbox), (1, 0), "a profile that is held costs nothing")


def pages_go_on_where_they_began(t):
    with Sandbox() as sandbox, connect(sandbox) as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo", "options": {"perPage": 5}})
        first = server.params("search/results")
        server.notify("search/loadMore", {"searchId": "s"})
        second = server.params("search/results", append=True)
        t.equal(counts(sandbox), (2, 0), "both pages by GraphQL")
        ids = [item["id"] for page in (first, second) for item in page["items"]]
        t.equal(len(set(ids)), first["totalCount"], "everybody once")


def other_hosts_are_asked_by_rest_alone(t):
    for prefix, use in (("", "auto"), (ENTERPRISE, "never")):
        with Sandbox() as sandbox, connect(sandbox, prefix, use) as server:
            query(server)
            server.call("profile/get", {"login": "octocat"})
            t.equal(counts(sandbox), (0, 5), f"requests of {use} for {prefix or 'a plain address'}")
    with Sandbox() as sandbox, connect(sandbox, "", "always") as server:
        query(server)
        t.equal(counts(sandbox), (1, 0), "always")
    with Server("--sandbox", settings={"github": {"graphql": "always"}}) as server:
        profile = server.call("profile/get", {"login": "octocat", "sections": []})["result"]
        t.check("viewerIsFollowing" in profile["user"]["data"], "the sandbox of one's own", profile)


def a_refusal_costs_no_search(t):
    for fault in ("graphql:error=404", "graphql:error=INSUFFICIENT_SCOPES", "graphql:error=FORBIDDEN"):
        with Sandbox() as sandbox, connect(sandbox) as server:
            sandbox.fault(fault)
            server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
            t.equal(server.params("search/results")["status"], "success", fault)
            t.equal([p["status"] for p in server.all("search/status")], ["loading"], f"statuses of {fault}")
            query(server, "oct")
            t.equal(counts(sandbox), (1, 2), f"requests of {fault}")
            told = [p for p in server.all("window/logMessage") if "GraphQL" in p["message"]]
            t.equal(len(told), 1, f"lines of {fault}")


def errors_have_their_kinds(t):
    for fault, kind, requests in (("graphql:error=RATE_LIMITED", "rateLimited", 1), ("graphql:error=401", "unauthorized", 1),
                                  ("graphql:drop", "offline", 3), ("graphql:error=500", "serverError", 3)):
        with Sandbox() as sandbox, connect(sandbox) as server:
            sandbox.fault(fault)
            error = query(server)["error"]["data"]
            t.equal((error["kind"], error["attempts"]), (kind, requests), fault)
            t.equal(counts(sandbox), (requests, 0), f"requests of {fault}")


def a_section_that_is_refused_fails_alone(t):
    with Sandbox() as sandbox, connect(sandbox) as server:
        sandbox.fault("graphql:error=FORBIDDEN@followers")
        server.notify("profile/didOpen", {"profileId": "p", "login": "octocat"})
        loaded = server.params("profile/loaded")
        t.equal(loaded["status"], "partial", "the rest is there")
        t.equal(loaded["profile"]["followers"]["error"]["data"]["kind"], "forbidden", "the section's error")
        t.check(loaded["profile"]["repos"]["items"], "repositories", loaded)


CHECKS = [rows_have_names_and_a_profile_is_one_request, pages_go_on_where_they_began,
          other_hosts_are_asked_by_rest_alone, a_refusal_costs_no_search, errors_have_their_kinds,
          a_section_that_is_refused_fails_alone]
