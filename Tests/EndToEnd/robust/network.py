"""Whom the server talks to: nobody but the hosts of its settings, and proxies as they are meant."""
import os
import tempfile

from client import TOKEN, Server, clean_environment
from double import Double, answer
from scarce import lines, run, settings_file

NOTHING = {"total_count": 0, "items": []}
SEARCH = lines(("search/query", {"query": "octo"}))


def proxied(url):
    """Variables that send everything through a proxy."""
    return {name: url for name in ("http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY",
                                   "ALL_PROXY")}


def nobody_else_is_talked_to(t):
    """A proxy for everything hears nothing while only the sandbox, on loopback, is asked."""
    with Double(lambda head: answer(NOTHING)) as proxy:
        environment = proxied(proxy.url)
        with Server("--sandbox", environment=environment) as server:
            server.call("search/query", {"query": "octo"})
            server.call("profile/get", {"login": "octocat"})
            server.call("user/follow", {"login": "octocat"})
            server.end("shutdown")
        for words in (["--version"], ["--help"], ["search", "octo", "--sandbox"],
                      ["profile", "octocat", "--sandbox"], ["doctor", "--sandbox"], ["man"]):
            run(*words, environment=clean_environment(environment))
        t.equal(proxy.heads, [], "what the proxy hears")


def a_proxy_of_the_environment_is_used_and_sees_no_token(t):
    def respond(head):
        return answer({}, 403)
    with Double(respond) as proxy, settings_file("https://house.invalid") as path:
        done = run("serve", "--config", path, stdin=SEARCH,
                   environment=clean_environment({"https_proxy": proxy.url}))
        t.check(proxy.heads, "the proxy is asked", done.stdout)
        for head in proxy.heads:
            t.check(head.startswith(b"CONNECT house.invalid:443 "), "for a tunnel alone", head)
            t.check(TOKEN.encode() not in head and b"uthorization:" not in head, "no token", head)
        t.check(b"proxy" in done.stdout, "the error speaks of the proxy", done.stdout)


def a_header_of_a_web_request_sets_no_proxy(t):
    """`HTTP_PROXY` in capitals is what a web server makes of the header `Proxy`."""
    with Double(lambda head: answer(NOTHING)) as proxy, \
            settings_file("http://house.invalid", maximumRetries=0) as path:
        run("serve", "--config", path, stdin=SEARCH,
            environment=clean_environment({"HTTP_PROXY": proxy.url}))
        t.equal(proxy.heads, [], "what the proxy hears")


def the_libcurl_of_the_current_folder_is_not_loaded(t):
    with tempfile.TemporaryDirectory() as folder, Double(lambda head: answer(NOTHING)) as double, \
            settings_file(double.url) as path:
        for name in ("libcurl.so.4", "libcurl.so", "libz.so.1"):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(b"this is no library")
        done = run("serve", "--config", path, stdin=SEARCH, cwd=folder)
        t.check(b'"result"' in done.stdout and double.heads, "the search goes on", done.stdout)


CHECKS = [nobody_else_is_talked_to, a_proxy_of_the_environment_is_used_and_sees_no_token,
          a_header_of_a_web_request_sets_no_proxy,
          the_libcurl_of_the_current_folder_is_not_loaded]
