"""The server over real TLS and HTTP/2."""

import re
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

from client import Server, clean_environment, wait_for
from house import House

TESTS = []
# Short limits, so that what is slow shows soon.
QUICK = {"requestTimeoutMilliseconds": 1000, "deadlineMilliseconds": 2500}
SLACK = 1.5


def test(function):
    TESTS.append(function)
    return function


class Suite:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.written = folder / "written"
        self.written.mkdir()
        self.tokens = []
        self.house = House(binary, folder)

    def token(self):
        """A token that no other text contains."""
        self.tokens.append("ghp_" + secrets.token_hex(18))
        return self.tokens[-1]

    def trusting(self, **more):
        return clean_environment(self.folder, SSL_CERT_FILE=self.folder / "authority.pem", **more)

    def server(self, base, environment=None, **settings):
        github = {"baseUrl": base, "token": self.token()}
        return Server(self.binary, self.written, environment or self.trusting(), {"github": github, **settings})

    def main(self, **settings):
        return self.server(f"https://localhost:{self.house.main}", **settings)

    def command(self, name, *words, environment, base):
        """Runs a command once; what it writes is kept."""
        config = self.folder / "config.json"
        config.write_text('{"github": {"baseUrl": "%s"}}' % base)
        run = subprocess.run(
            [self.binary, name, *words, "--config", str(config)], capture_output=True, env=environment, timeout=60)
        Server.count += 1
        (self.written / f"command-{Server.count}.out").write_bytes(run.stdout + run.stderr)
        return run.returncode, run.stdout.decode(), run.stderr.decode()


def user(server, login="octocat", seconds=20):
    """Loads a person alone: one request."""
    return server.request("profile/get", {"login": login, "sections": []}, seconds)


def kind(error):
    return error["data"]["kind"]


def works_again(suite, server):
    """The same server process reaches a host that is well."""
    suite.house.set_faults("")
    base = f"https://localhost:{suite.house.main}"
    server.notify("workspace/didChangeConfiguration", {"settings": {"gitexplorer": {"github": {"baseUrl": base}}}})
    answer = user(server, "octokit")
    assert answer.get("result"), f"the next request failed: {answer}"


def fails_as(suite, expected, base, environment=None, faults="", attempts=None, within=None, **settings):
    """One request fails with that kind, and the next one works."""
    suite.house.set_faults(faults)
    with suite.server(base, environment, **settings) as server:
        start = time.monotonic()
        answer = user(server)
        took = time.monotonic() - start
        assert "error" in answer, "it did not fail"
        assert kind(answer["error"]) == expected, f"expected {expected}: {answer['error']}"
        data = answer["error"]["data"]
        assert attempts is None or data.get("attempts") == attempts, f"expected {attempts} attempts: {data}"
        assert within is None or took < within, f"it took {took:.1f} s"
        if environment is None:
            works_again(suite, server)
        return answer["error"], server.memory_peak()


# MARK: HTTP/2


@test
def a_search_goes_over_http2(suite):
    suite.house.mark()
    with suite.main() as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo", "options": {"perPage": 3}})
        results = server.push("search/results")
        assert results["status"] == "success" and len(results["items"]) == 3, results
        server.notify("search/loadMore", {"searchId": "s"})
        more = server.push("search/results")
        assert more["append"] and more["page"] == 2 and more["items"], more
    for entry in suite.house.logged(2, lambda entry: entry.target.startswith("/search/users?")):
        assert (entry.protocol, entry.status) == ("HTTP/2.0", "200"), entry


@test
def a_profile_goes_over_http2_on_one_connection(suite):
    suite.house.mark()
    with suite.main() as server:
        profile = server.result("profile/get", {"login": "octocat"})
        assert profile["user"]["label"] == "octocat" and profile["repos"]["items"], profile["user"]
    entries = suite.house.logged(4)
    assert {entry.protocol for entry in entries} == {"HTTP/2.0"}, entries
    assert len({entry.connection for entry in entries}) == 1, entries


@test
def a_refresh_is_answered_304(suite):
    with suite.main() as server:
        server.notify("profile/didOpen", {"profileId": "p", "login": "octocat", "sections": ["repos"]})
        first = server.push("profile/loaded")["profile"]
        suite.house.mark()
        server.notify("profile/refresh", {"profileId": "p"})
        second = server.push("profile/loaded")["profile"]
        assert first == second, "the profile differs"
    assert {entry.status for entry in suite.house.logged(2)} == {"304"}, suite.house.entries()


@test
def forty_profiles_at_once_share_a_few_connections(suite):
    with suite.main() as server:
        people = server.result("search/query", {"query": "type:user", "perPage": 40})["items"]
        assert len(people) == 40, len(people)
        suite.house.set_faults("latency=150ms")
        suite.house.mark()
        start = time.monotonic()
        ids = [server.ask("profile/get", {"login": person["label"]}) for person in people]
        answers = [server.answer(id) for id in ids]
        took = time.monotonic() - start
        suite.house.set_faults("")
        for person, answer in zip(people, answers):
            assert answer.get("result", {}).get("user", {}).get("label") == person["label"], answer
            assert not any("error" in section for section in list(answer["result"].values())[1:]), person["label"]
        # One after the other would take 24 s.
        assert took < 8, f"it took {took:.1f} s"
    entries = suite.house.logged(160)
    assert {entry.protocol for entry in entries} == {"HTTP/2.0"}
    connections = len({entry.connection for entry in entries})
    assert connections <= 4, f"{connections} connections for 160 requests"


@test
def packed_bodies_are_unpacked(suite):
    with suite.server(f"https://localhost:{suite.house.packed}") as server:
        profile = server.result("profile/get", {"login": "octocat"})
        assert len(profile["followers"]["items"]) == 30, profile["followers"]


@test
def a_connection_that_ended_meanwhile_is_replaced(suite):
    with suite.main() as server:
        assert user(server).get("result")
        suite.house.restart_nginx()
        answer = user(server, "octokit")
        assert answer.get("result"), answer


@test
def a_body_that_was_cut_is_asked_for_again(suite):
    suite.house.set_faults("user:cut:first=1")
    with suite.main() as server:
        answer = user(server)
        assert answer.get("result"), answer
    suite.house.set_faults("user:cut")
    with suite.main() as server:
        error = user(server)["error"]
        assert kind(error) in ("offline", "badResponse") and error["data"]["attempts"] == 3, error
        works_again(suite, server)


# MARK: redirects


def follow_redirect(suite, login, count):
    """Loads a person who has moved; returns what arrived where."""
    suite.house.mark()
    with suite.main() as server:
        answer = user(server, login)
        assert "result" in answer, answer
    bearer = "Bearer " + suite.tokens[-1]
    entries = suite.house.logged(count)
    return [(int(entry.port), entry.target, entry.authorization == bearer, entry.authorization) for entry in entries]


@test
def a_redirect_within_the_host_keeps_the_token(suite):
    hops = follow_redirect(suite, "moved-inside", 2)
    assert [hop[1] for hop in hops] == ["/users/moved-inside", "/users/octocat"], hops
    assert all(hop[2] for hop in hops), "a hop was without the token"


@test
def a_relative_redirect_is_followed(suite):
    hops = follow_redirect(suite, "moved-relatively", 3)
    assert hops[-1][1] == "/users/octocat" and all(hop[2] for hop in hops), hops


@test
def a_redirect_to_another_port_loses_the_token(suite):
    hops = follow_redirect(suite, "moved-away", 2)
    assert [hop[0] for hop in hops] == [suite.house.main, suite.house.other], hops
    assert hops[0][2] and hops[1][3] == "-", "the other port was told the token"


@test
def the_token_does_not_come_back_with_a_redirect(suite):
    hops = follow_redirect(suite, "moved-away-and-back", 3)
    assert [hop[0] for hop in hops] == [suite.house.main, suite.house.other, suite.house.main], hops
    assert [hop[3] == "-" for hop in hops] == [False, True, True], "the token came back"


@test
def a_redirect_down_to_http_is_refused(suite):
    suite.house.mark()
    with suite.main() as server:
        error = user(server, "moved-down")["error"]
        assert kind(error) == "badResponse", error
        works_again(suite, server)
    plain = [entry for entry in suite.house.entries() if int(entry.port) == suite.house.plain]
    assert not plain, plain


@test
def a_redirect_in_circles_ends(suite):
    suite.house.mark()
    with suite.main() as server:
        error = user(server, "moved-in-circles")["error"]
        assert kind(error) == "badResponse", error
        works_again(suite, server)
    circles = [entry for entry in suite.house.entries() if "circles" in entry.target]
    assert 1 < len(circles) <= 6, f"{len(circles)} requests"


@test
def a_follow_is_redirected_only_as_it_may_be(suite):
    with suite.main() as server:
        assert server.result("user/follow", {"login": "moved-inside"})["following"]
        assert server.result("user/isFollowing", {"login": "octopine"})["following"]
        server.result("user/unfollow", {"login": "octopine"})
        for login in ("moved-with-301", "moved-away"):
            suite.house.mark()
            error = server.error("user/follow", {"login": login})
            assert kind(error) == "badResponse", error
            assert len([entry for entry in suite.house.logged(1) if entry.method == "PUT"]) == 1
        assert not server.result("user/isFollowing", {"login": "octopine"})["following"]


# MARK: what is refused, and what does not answer


@test
def a_certificate_for_another_name_is_tls(suite):
    error, _ = fails_as(suite, "tls", f"https://localhost:{suite.house.misnamed}", attempts=1, within=5)
    assert not error["data"]["retryable"] and error["data"].get("hint"), error
    assert not [entry for entry in suite.house.entries() if int(entry.port) == suite.house.misnamed]


@test
def a_certificate_of_a_stranger_is_tls(suite):
    fails_as(suite, "tls", f"https://localhost:{suite.house.untrusted}", attempts=1, within=5)


@test
def a_certificate_that_has_ended_is_tls(suite):
    fails_as(suite, "tls", f"https://localhost:{suite.house.expired}", attempts=1, within=5)


@test
def without_the_authority_nothing_is_trusted(suite):
    untrusting = clean_environment(suite.folder)
    fails_as(suite, "tls", f"https://localhost:{suite.house.main}", untrusting, attempts=1, within=5)


@test
def plain_http_where_tls_was_expected_is_an_error(suite):
    suite.house.set_faults("")
    with suite.server(f"https://localhost:{suite.house.plain}", **QUICK) as server:
        error = user(server)["error"]
        assert kind(error) in ("tls", "offline"), error
        works_again(suite, server)


@test
def a_name_that_does_not_resolve_is_offline(suite):
    start = time.monotonic()
    resolver = threading.Thread(target=lambda: resolve("nothing-of-that-name.invalid"), daemon=True)
    resolver.start()
    resolver.join(4)
    if resolver.is_alive():
        return "skipped: the resolver of this machine does not answer"
    limit = 3 * (time.monotonic() - start) + 4
    error, _ = fails_as(suite, "offline", "https://nothing-of-that-name.invalid", within=limit)
    assert "nothing-of-that-name.invalid" in error["message"], error


def resolve(name):
    try:
        socket.getaddrinfo(name, 443)
    except OSError:
        pass


@test
def a_refused_connection_is_offline(suite):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        fails_as(suite, "offline", f"https://localhost:{closed.getsockname()[1]}", attempts=3, within=4)


@test
def a_server_that_never_answers_is_timeout(suite):
    limit = QUICK["deadlineMilliseconds"] / 1000 + SLACK
    fails_as(suite, "timeout", f"https://localhost:{suite.house.main}", faults="user:hang", within=limit, **QUICK)


@test
def a_server_that_never_shakes_hands_is_timeout(suite):
    limit = QUICK["deadlineMilliseconds"] / 1000 + SLACK
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(16)
        fails_as(suite, "timeout", f"https://localhost:{silent.getsockname()[1]}", within=limit, **QUICK)


@test
def a_byte_a_second_is_timeout(suite):
    limit = QUICK["deadlineMilliseconds"] / 1000 + SLACK
    fails_as(suite, "timeout", f"https://localhost:{suite.house.main}", faults="user:drip=1/s", within=limit, **QUICK)


@test
def the_usual_limits_end_below_ten_seconds(suite):
    fails_as(suite, "timeout", f"https://localhost:{suite.house.main}", faults="user:hang", within=10)


@test
def a_body_of_100_mb_is_bad_response_in_bounded_memory(suite):
    for port in (suite.house.main, suite.house.packed):
        _, peak = fails_as(
            suite, "badResponse", f"https://localhost:{port}", faults="user:big=100MB", attempts=1, within=10)
        assert peak < 90, f"{peak:.0f} MB were resident"


@test
def a_live_search_lives_on(suite):
    suite.house.set_faults("search:hang:first=1")
    with suite.main(debounceMilliseconds=20, maximumRetries=0, **QUICK) as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
        failed = server.push("search/results")
        assert failed["status"] == "failure" and kind(failed["error"]) == "timeout", failed
        assert server.push("window/showMessage")["type"] == 1
        server.notify("search/didChange", {"searchId": "s", "version": 1, "text": "octocat"})
        found = server.push("search/results")
        assert found["status"] == "success" and found["version"] == 1, found
        assert server.push("window/showMessage")["type"] == 3


@test
def typing_on_hangs_up_on_the_query_before(suite):
    suite.house.set_faults("search:hang:first=1")
    suite.house.mark()
    with suite.main() as server:
        server.notify("search/didOpen", {"searchId": "s", "text": "octo"})
        wait_for(suite.house.requests, 10, "the first request")
        start = time.monotonic()
        server.notify("search/didChange", {"searchId": "s", "version": 1, "text": "octocat"})
        server.notify("search/didSubmit", {"searchId": "s"})
        found = server.push("search/results")
        assert found["version"] == 1 and found["status"] == "success", found
        # The stream is reset, the connection stays; nginx logs what was hung up on as 499.
        first, second = sorted(suite.house.logged(2), key=lambda entry: entry.status, reverse=True)
        assert time.monotonic() - start < 3, "the first request was not given up at once"
        assert (first.status, second.status) == ("499", "200"), (first, second)
        assert first.connection == second.connection, "another connection was made"


@test
def an_exit_waits_for_nothing(suite):
    for faults in ("user:hang", "user:drip=1/s"):
        suite.house.set_faults(faults)
        suite.house.mark()
        with suite.main() as server:
            server.ask("profile/get", {"login": "octocat", "sections": []})
            wait_for(suite.house.requests, 10, "the request")
            start = time.monotonic()
            server.notify("exit", {})
            assert server.process.wait(5) == 1, "another exit status"
            assert time.monotonic() - start < 0.25, "it took longer than 250 ms"


# MARK: Enterprise servers


@test
def an_enterprise_server_works_for_everything(suite):
    host = f"localhost:{suite.house.main}"
    suite.house.set_faults("")
    suite.house.mark()
    with suite.server(f"https://{host}/api/v3") as server:
        assert server.capabilities["sources"][0]["host"] == host, server.capabilities
        server.notify("search/didOpen", {"searchId": "s", "text": "octo", "options": {"perPage": 3}})
        items = server.push("search/results")["items"]
        server.notify("search/loadMore", {"searchId": "s"})
        items += server.push("search/results", lambda params: params["append"])["items"]
        profile = server.result("profile/get", {"login": "octocat"})
        items += [profile["user"]] + profile["repos"]["items"] + profile["followers"]["items"]
        server.notify("profile/didOpen", {"profileId": "p", "login": "octocat"})
        server.push("profile/loaded")
        server.notify("profile/loadMore", {"profileId": "p", "section": "followers"})
        page = server.push("profile/sectionLoaded")
        assert page["append"] and page["items"] and "error" not in page, page
        items += page["items"]
        for item in items:
            assert item["id"].startswith(host + ":"), item
            assert item["url"].startswith(f"https://{host}/"), item
            if item["kind"] == "repository":
                assert item["data"]["cloneUrls"]["https"].startswith(f"https://{host}/"), item
                assert "github.com" not in str(item["data"]["cloneUrls"]), item
            else:
                assert item["data"]["coAuthor"].endswith("@users.noreply.localhost>"), item
            assert f"https://{host}/" in item["data"]["markdownLink"], item
        for method, following in (("follow", True), ("isFollowing", True), ("unfollow", False), ("isFollowing", False)):
            state = server.result("user/" + method, {"login": "octopine"})
            assert state["following"] is following, (method, state)
    targets = [entry.target for entry in suite.house.entries()]
    assert all(target.startswith("/api/v3/") or target == "/api/graphql" for target in targets), targets
    assert targets.count("/api/graphql") == 4, targets


@test
def a_server_without_budgets_is_fine(suite):
    suite.house.set_faults("limits=none")
    base = f"https://localhost:{suite.house.main}/api/v3"
    with suite.server(base) as server:
        assert server.result("search/query", {"query": "octocat"})["items"]
        assert server.result("profile/get", {"login": "octocat"})["user"]["label"] == "octocat"
    environment = suite.trusting(GH_ENTERPRISE_TOKEN=suite.token())
    status, output, errors = suite.command("doctor", environment=environment, base=base)
    assert status == 0 and "reachable" in output, output + errors
    suite.house.set_faults("")


# MARK: secrecy


@test
def a_token_that_is_quoted_back_is_blotted_out(suite):
    with suite.main(**QUICK) as server:
        for status in (401, 403, 422, 500, 200):
            error = user(server, f"quoted-{status}")["error"]
            assert suite.tokens[-1] not in str(error), error


@test
def tokens_from_everywhere_arrive(suite):
    base = f"https://localhost:{suite.house.main}"
    printed, token = suite.token(), suite.token()
    (suite.folder / "token").write_text(printed + "\n")
    environment = suite.trusting(GH_ENTERPRISE_TOKEN=token)
    ways = [({"tokenCommand": ["cat", str(suite.folder / "token")]}, printed), ({}, token)]
    for github, expected in ways:
        suite.house.mark()
        with Server(suite.binary, suite.written, environment, {"github": {"baseUrl": base, **github}}) as server:
            assert user(server).get("result")
        assert suite.house.logged(1)[0].authorization == f"Bearer {expected}", "another token was sent"
    suite.house.mark()
    with suite.main() as server:
        later = suite.token()
        server.notify("workspace/didChangeConfiguration", {"settings": {"gitexplorer": {"github": {"token": later}}}})
        assert user(server).get("result")
    assert suite.house.logged(1)[0].authorization == f"Bearer {later}", "the later token was not sent"


@test
def a_token_that_is_none_is_refused_unseen(suite):
    with suite.main() as server:
        for broken in (suite.token() + "\n", suite.token() + " " + suite.token(), [suite.token()], {"a": suite.token()}):
            server.notify("workspace/didChangeConfiguration", {"settings": {"github": {"token": broken}}})
            assert "github.token" in server.push("window/showMessage")["message"]
        printed = {"tokenCommand": ["printf", suite.token() + "\001"]}
        server.notify("workspace/didChangeConfiguration", {"settings": {"github": {"token": None, **printed}}})
        assert user(server).get("result")


@test
def the_commands_keep_the_secret_too(suite):
    base = f"https://localhost:{suite.house.main}"
    environment = suite.trusting(GH_ENTERPRISE_TOKEN=suite.token())
    for name, words in (("search", ["octo", "--json"]), ("profile", ["octocat"]), ("profile", ["quoted-403"]),
                        ("profile", ["quoted-401"]), ("follow", ["octopine"]), ("unfollow", ["octopine"]),
                        ("doctor", [])):
        status, _, errors = suite.command(name, *words, environment=environment, base=base)
        quoting = any(word.startswith("quoted") for word in words)
        assert status == (3 if quoting else 0), f"{name} {words}: {status} {errors}"
    untrusting = clean_environment(suite.folder, GH_ENTERPRISE_TOKEN=suite.tokens[-1])
    status, output, errors = suite.command("doctor", environment=untrusting, base=base)
    failed = [line for line in output.splitlines() if line.startswith("FAIL")]
    assert status == 3 and len(failed) == 1 and "certificate" in failed[0], output
    assert not errors, errors


@test
def no_token_is_in_anything_that_was_written(suite):
    """Runs last: every line of output, log, trace and recording of all the tests before."""
    files = [path for path in suite.written.rglob("*") if path.is_file()]
    total = sum(path.stat().st_size for path in files)
    assert len(files) > 40 and total > 100_000 and len(suite.tokens) > 20, "too little was written"
    for path in files:
        text = path.read_bytes()
        for token in suite.tokens:
            assert token.encode() not in text, f"{path.suffix[1:]} of {path.stem} holds a token"
        # Quoted back it is blotted out, as three stars.
        found = re.search(rb"Bearer (?!\*\*\*)\S+", text)
        assert not found, f"{path.suffix[1:]} of {path.stem} holds {found.group()}"


def main():
    binary = str(Path(sys.argv[1]).resolve())
    wanted = sys.argv[2:]
    counts = {"passed": 0, "failed": 0}
    with tempfile.TemporaryDirectory(prefix="gitexplorer-http-") as folder:
        suite = Suite(binary, Path(folder))
        try:
            for function in TESTS:
                name = function.__name__
                if wanted and name not in wanted:
                    continue
                suite.house.set_faults("")
                start = time.monotonic()
                try:
                    note, outcome = function(suite), "passed"
                except Exception as error:
                    note, outcome = str(error), "failed"
                    if not isinstance(error, AssertionError):
                        note = traceback.format_exc()
                counts[outcome] += 1
                mark = "ok    " if outcome == "passed" else "FAILED"
                print(f"{mark} {name.replace('_', ' ')} ({time.monotonic() - start:.1f} s)", flush=True)
                if note:
                    print("       " + note[:1500].replace("\n", "\n       "), flush=True)
        finally:
            suite.house.close()
    print(f"http: {counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
