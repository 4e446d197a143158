"""Failures: how many attempts they cost, what is said, and that the search works on."""
import http.server
import json
import os
import tempfile
import threading

from client import TOKEN, WRITTEN, Sandbox, Server

ROWS = [
    # the fault, the attempts, the kind
    ("search:error=500", 3, "serverError"), ("search:error=502", 3, "serverError"),
    ("search:error=503", 3, "serverError"), ("search:drop", 3, "offline"),
    ("search:cut", 3, "badResponse"), ("search:half", 3, "badResponse"),
    ("search:html200", 3, "badResponse"), ("search:empty", 3, "badResponse"),
    ("search:error=401", 1, "unauthorized"), ("search:error=403", 1, "forbidden"),
    ("search:error=404", 1, "notFound"), ("search:error=422", 1, "invalidQuery"),
    ("search:error=418", 1, "badResponse"), ("search:primary=300s", 1, "rateLimited"),
    ("search:secondary", 1, "rateLimited"),
]


def each_fault_costs_its_attempts_and_one_error(t):
    for fault, attempts, kind in ROWS:
        with Sandbox() as sandbox, Server(sandbox=sandbox) as server:
            sandbox.fault(fault)
            server.notify("search/didOpen", {"searchId": "s", "text": "octo", "version": 1})
            results = server.params("search/results", version=1)
            error = results.get("error", {}).get("data", {})
            t.equal((results.get("status"), error.get("kind"), error.get("attempts")),
                    ("failure", kind, attempts), fault)
            t.equal(len(sandbox.requests()), attempts, f"requests of {fault}")
            t.check(results.get("error", {}).get("message", "").endswith("."), "a sentence")
            retries = [p for p in server.all("search/status") if p["status"] == "retrying"]
            t.equal([p["attempt"] for p in retries], list(range(1, attempts)), f"told of {fault}")
            if kind == "rateLimited":
                continue
            sandbox.fault("")
            server.notify("search/didChange", {"searchId": "s", "version": 2, "text": "octocat"})
            after = server.params("search/results", version=2)
            t.equal(after.get("status"), "success", f"the search works on after {fault}")
            t.equal(len(server.all("search/results")), 2, f"one answer each around {fault}")


def a_server_that_comes_right_is_no_failure(t):
    with Sandbox("search:error=502:first=2") as sandbox, Server(sandbox=sandbox) as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
        t.equal(server.params("search/results").get("status"), "success", "the third attempt")
        t.equal(len(sandbox.requests()), 3, "requests")


def a_server_that_never_answers(t):
    settings = {"requestTimeoutMilliseconds": 300, "deadlineMilliseconds": 900}
    with Sandbox("search:hang") as sandbox, Server(sandbox=sandbox, settings=settings) as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
        results = server.params("search/results", timeout=5)
        t.equal(results.get("error", {}).get("data", {}).get("kind"), "timeout", "its kind")


def nobody_there(t):
    settings = {"github": {"baseUrl": "http://127.0.0.1:1", "token": TOKEN}}
    with Server(settings=settings) as server:
        answer = server.call("search/query", {"query": "octo"})
        t.equal(answer.get("error", {}).get("data", {}).get("kind"), "offline", "a refused port")
        alert = server.params("window/showMessage", timeout=5)
        t.check("reached" in alert.get("message", ""), "the alert", alert)


def a_wrong_setting_at_run_time(t):
    with Server("--sandbox") as server:
        for settings, name in (({"perPage": 0}, "perPage"),
                               ({"github": {"token": TOKEN + "\r\nX: y"}}, "github.token"),
                               ({"github": {"baseUrl": "ftp://x"}}, "github.baseUrl")):
            start = len(server.messages)
            server.notify("workspace/didChangeConfiguration", {"settings": settings})
            server.call("no/such")
            told = [m["params"]["message"] for m in server.messages[start:]
                    if m.get("method") == "window/showMessage"]
            t.equal(len(told), 1, f"messages about {name}")
            t.check(told and f"`{name}`" in told[0], f"it names {name}", told)


def a_token_quoted_back_is_blotted_out(t):
    """A server that repeats the credentials in its error, with everything that logs switched on."""
    class Quoting(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            quoted = self.headers.get("Authorization", "")
            seen.append(quoted)
            body = json.dumps({"message": f"You sent {quoted}, which is wrong."}).encode()
            self.send_response(403)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    seen = []
    quoting = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quoting)
    threading.Thread(target=quoting.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        log, record = os.path.join(folder, "log"), os.path.join(folder, "record")
        settings = {"github": {"token": TOKEN, "baseUrl": f"http://127.0.0.1:{quoting.server_port}"}}
        with Server("--log-file", log, "--log-level", "debug", "--record", record,
                    settings=settings) as server:
            server.notify("$/setTrace", {"value": "verbose"})
            server.notify("workspace/didChangeConfiguration", {"settings": settings})
            answer = server.call("search/query", {"query": "octo"})
            t.equal(answer.get("error", {}).get("data", {}).get("kind"), "forbidden", "its kind")
            server.end("shutdown")
        for path in (log, record):
            with open(path, "rb") as file:
                text = file.read()
            WRITTEN.append(text)
            t.check(text, f"{os.path.basename(path)} holds something")
            t.check(TOKEN.encode() not in text, f"the token is not in the {os.path.basename(path)}")
        t.check(any(TOKEN in value for value in seen), "the token was sent at all", seen)
        t.check(TOKEN.encode() not in server.raw, "the token is in no message")
        t.check(TOKEN.encode() not in server.errors, "nor on standard error")
    quoting.shutdown()


CHECKS = [each_fault_costs_its_attempts_and_one_error, a_server_that_comes_right_is_no_failure,
          a_server_that_never_answers, nobody_there, a_wrong_setting_at_run_time,
          a_token_quoted_back_is_blotted_out]
